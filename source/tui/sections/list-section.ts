import type { Column } from '../../columns/column.ts';
import { sanitize } from '../../format/sanitize.ts';
import type { State } from '../../state/core/state.ts';
import { currentRow, filterList, goToRow, moveRows, sortList } from '../../state/list/list.ts';
import type { RowKind, Rows } from '../../state/list/rows.ts';
import { moveWithRange, selectRows } from '../../state/list/selection.ts';
import type { Command } from '../surfaces/command.ts';
import type { DrawnTable } from '../surfaces/row-table.ts';
import type { SurfaceText } from '../surfaces/surface.ts';
import { listCommands } from './list-commands.ts';
import type { Section } from './section.ts';
import { type TableSection, tableSection } from './table-section.tsx';

/** The section of a list of rows (`state/list/rows.ts`), with a cursor, a filter and sorting by its columns. */
export interface ListSection<Row>
	extends Omit<
		TableSection<Row>,
		'table' | 'move' | 'goTo' | 'filter' | 'select' | 'setSort' | 'words' | 'commands' | 'below'
	> {
	/** A row in one word: 'socket'. */
	readonly noun: string;
	readonly kind: RowKind<Row>;
	readonly columns: readonly Column<Row>[];
	readonly rows: RowsOfSection<Row>;
	/** Whether its rows can be selected. */
	readonly isSelectable?: true;
	/** Its own commands, besides those of every list. */
	readonly commands?: readonly Command[];
	/** Returns lines about the row under the cursor, below the list. Sanitized. */
	readonly below?: (row: Row, state: State, width: number) => readonly string[];
	/** More about the table, e.g. numbers of rows by status. */
	readonly more?: (state: State) => Partial<DrawnTable<Row>>;
}

/** The declared parts of sections that are made of lists with more in common. */
export type ListDeclaration<Row> = Pick<
	ListSection<Row>,
	| 'id'
	| 'title'
	| 'hotkey'
	| 'noun'
	| 'kind'
	| 'columns'
	| 'rows'
	| 'queries'
	| 'commands'
	| 'below'
	| 'isFitted'
	| 'legend'
>;

/** Functions that read and replace the rows of a section. */
export interface RowsOfSection<Row> {
	readonly of: (state: State) => Rows<Row>;
	readonly put: (state: State, rows: Rows<Row>) => State;
}

/** Makes the section of a list. Filter, sort order, selection and their commands are derived too. */
export function listSection<Row extends object>({
	noun,
	kind,
	columns,
	rows,
	isSelectable,
	more,
	commands = [],
	below,
	...section
}: ListSection<Row>): Section {
	return tableSection<Row>({
		...section,
		commands: [
			...commands,
			...listCommands({
				id: section.id,
				noun,
				columns,
				rows: rows.of,
				missing: section.missing,
				isSelectable: isSelectable ?? false,
			}),
		],
		below:
			below &&
			((state, width) => {
				const row = currentRow(rows.of(state));
				return row ? below(row, state, width) : [];
			}),
		message: (state) => section.message?.(state) ?? filteredOut(rows.of(state), noun),
		table: (state) => {
			const { list, view, cursorAt, filter, sort, selection, range } = rows.of(state);
			return {
				noun,
				columns,
				rows: view,
				cursor: cursorAt,
				keyOf: kind.keyOf,
				total: list.length,
				filter,
				sort,
				selected: isSelectable && selection.size,
				isSelecting: isSelectable && range?.isPersistent,
				isSelected: isSelectable && ((row) => selection.has(kind.keyOf(row))),
				...more?.(state),
			};
		},
		words: (state) => rows.of(state).query.words,
		move: (state, by) =>
			rows.put(
				state,
				moveWithRange(kind, rows.of(state), (slice) => moveRows(kind, slice, by)),
			),
		select: isSelectable && ((state, step) => rows.put(state, selectRows(kind, rows.of(state), step))),
		goTo: (state, key) => rows.put(state, goToRow(kind, rows.of(state), key)),
		setSort: (state, sort) => rows.put(state, sortList(kind, rows.of(state), sort)),
		filter: {
			of: (state) => rows.of(state).filter,
			set: (state, filter) => rows.put(state, filterList(kind, rows.of(state), filter, state.now)),
		},
	});
}

/** Returns why a list with rows shows none; undefined if it shows some. */
export function filteredOut<Row>({ list, view, query }: Rows<Row>, noun: string): SurfaceText | undefined {
	if (view.length > 0 || list.length === 0) return undefined;
	const faults = query.faults.map((fault) => sanitize(fault, 300));
	return {
		id: 'filtered out',
		lines: [`No ${noun} matches the filter.`, ...faults, 'Esc clears the filter.'],
	};
}
