import type { Column } from '../../columns/column.ts';
import type { SectionId } from '../../state/core/sections.ts';
import type { State } from '../../state/core/state.ts';
import { emptyLine, insertText } from '../../state/dialogs/line-edit.ts';
import type { Rows, Sort } from '../../state/list/rows.ts';
import type { Command } from '../commands/command.ts';

interface ListOfSection<Row> {
	readonly id: SectionId;
	/** A row in one word: 'socket'. */
	readonly noun: string;
	readonly columns: readonly Column<Row>[];
	readonly rows: (state: State) => Rows<Row>;
	/** Returns why there are no rows yet. */
	readonly missing: ((state: State) => string | undefined) | undefined;
}

/** Returns the commands of a list in a section: filter and sort order. */
export function listCommands<Row>({
	id,
	noun,
	columns,
	rows,
	missing,
}: ListOfSection<Row>): readonly Command[] {
	const some = (state: State) =>
		rows(state).list.length > 0 ? true : (missing?.(state) ?? `There are no ${noun}s.`);
	const sortable = columns.filter(({ sortKey }) => sortKey);
	return [
		{
			id: `${id}-filter`,
			scope: id,
			keys: ['/'],
			title: `Show only ${noun}s with these words`,
			hint: 'filter',
			when: some,
			run: ({ state, dispatch }) => {
				const { filter, cursor } = rows(state);
				const line = insertText(emptyLine, filter);
				dispatch({ type: 'open', dialog: { kind: 'list-filter', line, before: { filter, cursor } } });
			},
		},
		{
			id: `${id}-clear-filter`,
			scope: id,
			keys: ['escape'],
			title: `Clear the filter of the ${noun}s`,
			when: (state) => (rows(state).filter === '' ? 'No filter to clear.' : true),
			run: ({ dispatch }) => dispatch({ type: 'filter-rows', filter: '' }),
		},
		{
			id: `${id}-sort`,
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
function nextOrder<Row>(columns: readonly Column<Row>[], sort: Sort | undefined): Sort | undefined {
	const next = columns[columns.findIndex(({ id }) => id === sort?.column) + 1];
	return next && { column: next.id, descending: next.greatestFirst ?? false };
}
