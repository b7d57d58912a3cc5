import type { Column } from '../../columns/column.ts';
import type { State } from '../../state/core/state.ts';
import { filterLine } from '../../state/dialogs/filter-line.ts';
import type { Rows, Sort } from '../../state/list/rows.ts';
import type { SelectionStep } from '../../state/list/selection.ts';
import type { SectionId } from '../../state/surfaces/sections.ts';
import type { Command } from '../surfaces/command.ts';

const listCommandsText = {
	noFilter: 'No filter to clear.',
	nothingToLeave: 'No filter or selection to clear.',
	noRow: (noun: string) => `No ${noun} to select.`,
} as const;

interface ListOfSection<Row> {
	readonly id: SectionId;
	/** A row in one word: 'socket'. */
	readonly noun: string;
	readonly columns: readonly Column<Row>[];
	readonly rows: (state: State) => Rows<Row>;
	/** Returns why there are no rows yet. */
	readonly missing: ((state: State) => string | undefined) | undefined;
	readonly isSelectable?: boolean;
}

/** Returns the commands of a list in a section: filter, sort order and selection. */
export function listCommands<Row>({
	id,
	noun,
	columns,
	rows,
	missing,
	isSelectable = false,
}: ListOfSection<Row>): readonly Command[] {
	const some = (state: State) =>
		rows(state).list.length > 0 ? true : (missing?.(state) ?? `There are no ${noun}s.`);
	const sortable = columns.filter(({ sortKey }) => sortKey);
	return [
		{
			id: `${id}-filter`,
			group: 'view',
			scope: id,
			keys: ['/'],
			title: `Show only ${noun}s with these words`,
			hint: 'filter',
			when: some,
			run: ({ state, dispatch }) =>
				dispatch({ type: 'open', dialog: { kind: 'list-filter', ...filterLine(rows(state)) } }),
		},
		isSelectable
			? leaveCommand({ id, rows })
			: {
					id: `${id}-clear-filter`,
					group: 'view',
					scope: id,
					keys: ['escape'],
					title: `Clear the filter of the ${noun}s`,
					when: (state) => (rows(state).filter === '' ? listCommandsText.noFilter : true),
					run: ({ dispatch }) => dispatch({ type: 'filter-rows', filter: '' }),
				},
		...(isSelectable ? selectionCommands({ id, noun, rows }) : []),
		{
			id: `${id}-sort`,
			group: 'view',
			scope: id,
			keys: ['o'],
			title: `Sort the ${noun}s by the next column`,
			hint: 'sort',
			when: some,
			run: ({ state, dispatch }) =>
				dispatch({ type: 'order-rows', sort: nextOrder(sortable, rows(state).sort) }),
		},
		{
			id: `${id}-sort-backwards`,
			group: 'view',
			scope: id,
			keys: ['O'],
			title: `Reverse the sort order of the ${noun}s`,
			when: (state) => (rows(state).sort ? true : 'Nothing is sorted yet: o sorts.'),
			run: ({ state, dispatch }) => {
				const { sort } = rows(state);
				if (sort) dispatch({ type: 'order-rows', sort: { ...sort, descending: !sort.descending } });
			},
		},
	];
}

/** Returns the next sort order: column by column, then the order of the service. */
export function nextOrder<Row>(columns: readonly Column<Row>[], sort: Sort | undefined): Sort | undefined {
	const next = columns[columns.findIndex(({ id }) => id === sort?.column) + 1];
	return next && { column: next.id, descending: next.greatestFirst ?? false };
}

/** Returns the command that ends a range, then clears the filter, then the selection. */
function leaveCommand<Row>({ id, rows }: Pick<ListOfSection<Row>, 'id' | 'rows'>): Command {
	return {
		id: `${id}-clear-filter`,
		group: 'view',
		scope: id,
		keys: ['escape'],
		title: 'Back: end the range, clear the filter, then the selection',
		isSilent: true,
		when: (state) => {
			const { filter, selection } = rows(state);
			return filter === '' && selection.size === 0 ? listCommandsText.nothingToLeave : true;
		},
		run: ({ state, dispatch }) => {
			const { filter, range } = rows(state);
			if (filter !== '' && !range?.isPersistent) dispatch({ type: 'filter-rows', filter: '' });
			else dispatch({ type: 'select-rows', step: 'none' });
		},
	};
}

/** Returns the commands that select rows, with the keys of the downloads. */
function selectionCommands<Row>({
	id,
	noun,
	rows,
}: Pick<ListOfSection<Row>, 'id' | 'noun' | 'rows'>): readonly Command[] {
	const someShown = (state: State) => (rows(state).view.length > 0 ? true : listCommandsText.noRow(noun));
	const selecting = (name: string, keys: readonly string[], title: string, step: SelectionStep): Command => ({
		id: `${id}-${name}`,
		group: 'select',
		scope: id,
		keys,
		title,
		when: someShown,
		run: ({ dispatch }) => dispatch({ type: 'select-rows', step }),
	});
	return [
		{
			...selecting('mark', ['space'], `Select or deselect the ${noun}`, 'current'),
			hint: 'select',
			run: ({ dispatch, measure: { page } }) => {
				dispatch({ type: 'select-rows', step: 'current' });
				dispatch({ type: 'move', rows: 1, page });
			},
		},
		selecting('mark-range', ['V'], 'Select a range; press again to end it', 'range'),
		selecting('mark-down', ['shift-down', 'J'], `Select the ${noun} and the next one`, { extend: 1 }),
		selecting('mark-up', ['shift-up', 'K'], `Select the ${noun} and the previous one`, { extend: -1 }),
		selecting('mark-all', ['A'], `Select all visible ${noun}s`, 'all'),
		selecting('mark-others', ['I'], 'Invert selection', 'others'),
	];
}
