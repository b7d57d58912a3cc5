import type { Column } from '../../columns/column.ts';
import { oneLine } from '../../format/one-line.ts';
import { sanitize } from '../../format/sanitize.ts';
import type { State } from '../../state/core/state.ts';
import type { Sort } from '../../state/list/rows.ts';
import { ordersOf, sortedBy } from '../../state/list/sort.ts';
import { memoize } from '../components/memoize.ts';
import type { RowListProps } from '../components/row-list.tsx';
import { rowSentence } from './row-sentence.ts';
import type {
	DescribedList,
	ListDescription,
	ListSummary,
	SpokenRow,
	SpokenView,
	SurfaceList,
} from './surface.ts';

/** The rows of a list and how they are shown. `RowList` draws it, and its description is spoken. */
export interface RowTable<Row, Source = Pick<readonly Row[], 'length' | 'at'>>
	extends Pick<RowListProps<Row>, 'cursor' | 'isSelected' | 'noteOf' | 'liveOf' | 'share'> {
	/** A row in one word: 'download'. If absent, the rows are not counted. */
	readonly noun?: string | undefined;
	/** All columns that the list can have. */
	readonly columns: readonly Column<Row>[];
	/** Columns that are spoken; if absent, all. */
	readonly spokenColumns?: readonly string[] | undefined;
	readonly rows: Source;
	/** Whether the cursor is at the end and follows new rows, which are then not spoken. */
	readonly follows?: boolean;
	/** Returns the key that identifies a row. */
	readonly keyOf: (row: Row) => string;
	/** Number of rows without the filter. */
	readonly total?: number;
	/** Whether more rows are about to arrive. */
	readonly isPartial?: boolean;
	/** Numbers of rows by status, without the filter. */
	readonly groups?: ReadonlyMap<string, number> | undefined;
	/** As typed; empty for none. */
	readonly filter?: string;
	/** Rows of a second filter, in words: 'warnings and errors'; empty for all. */
	readonly only?: string;
	readonly sort?: Sort | undefined;
	/** Number of selected rows, visible or not. */
	readonly selected?: number;
	/** Whether the selection follows the cursor until its key ends it. */
	readonly isSelecting?: boolean;
	/** Returns the error of a row; '' for none. May be untrusted. */
	readonly errorOf?: (row: Row) => string;
	/** Whether the rows are the result of a command, and therefore spoken together when they arrive. */
	readonly isResult?: boolean;
}

/** A table whose rows are in an array, as `RowList` draws it. */
export type DrawnTable<Row> = RowTable<Row, readonly Row[]>;

/** A list by its table. Positions, sorting by titles, place of the cursor and speech are derived from it. */
export interface TableList<Row> extends Pick<SurfaceList, 'move' | 'goTo' | 'filter' | 'select'> {
	readonly table: (state: State) => RowTable<Row>;
	readonly setSort?: (state: State, sort: Sort | undefined) => State;
}

export function tableList<Row>({ table, setSort, ...others }: TableList<Row>): DescribedList {
	return {
		positions: (state) => table(state).rows.length,
		...others,
		sort: setSort && {
			next: (state, id) => {
				const { columns, sort } = table(state);
				const column = columns.find((each) => each.id === id);
				return column?.sortKey && sortedBy(column, sort);
			},
			set: setSort,
		},
		columns: (state) => table(state).columns,
		place: (state) => placeOf(table(state)),
		summary: (state) => summaryOf(table(state)),
		describe: (state) => describe(table(state)),
	};
}

/** Returns the row at an index as a sentence with its place. */
function placedSentence<Row>(table: RowTable<Row>, index: number): string {
	return `${sentenceAt(table, index)}; ${index + 1} of ${table.rows.length}.`;
}

/** Returns '3 of 40', '– of 40' while the row of the cursor is missing, '3 of 40+' before more rows; empty without rows. */
function placeOf<Row>({ cursor, rows, isPartial = false }: RowTable<Row>): string {
	return rows.length === 0 ? '' : `${cursor < 0 ? '–' : cursor + 1} of ${rows.length}${isPartial ? '+' : ''}`;
}

function summaryOf<Row>({
	columns,
	rows,
	total = rows.length,
	filter = '',
	sort,
	selected = 0,
	isSelecting = false,
}: RowTable<Row>): ListSummary {
	return { filter, found: rows.length, total, orders: ordersIn({ columns, sort }), selected, isSelecting };
}

interface Sorted {
	readonly columns: readonly Pick<Column<unknown>, 'id' | 'title'>[];
	readonly sort: Sort | undefined;
}

const ordersIn = memoize(({ columns, sort }: Sorted): readonly string[] =>
	(sort ? ordersOf(sort) : []).map(({ column, descending }) => {
		const title = columns.find(({ id }) => id === column)?.title ?? column;
		return `${descending ? '↓' : '↑'}${title}`;
	}),
);

function describe<Row>(table: RowTable<Row>): ListDescription {
	const { rows, cursor, isResult = false } = table;
	return {
		counts: () => countSentence(table),
		view: () => viewOf(table),
		row: () => describeRow(table),
		error: () => (cursor < 0 ? '' : errorOf(table, rows.at(cursor))),
		result: () =>
			isResult ? Array.from({ length: rows.length }, (_, index) => placedSentence(table, index)) : [],
	};
}

/** Returns '120 downloads: 117 seeding, 3 downloading.', or '3 of 120 downloads.' */
function countSentence<Row>({ noun, rows, total = rows.length, groups = new Map() }: RowTable<Row>): string {
	if (noun === undefined || total === 0) return '';
	const all = `${total} ${noun}${total === 1 ? '' : 's'}`;
	if (rows.length < total) return `${rows.length} of ${all}.`;
	const counts = [...groups]
		.sort(([, one], [, other]) => other - one)
		.map(([group, count]) => `${count} ${sanitize(group, 40).toLowerCase().replaceAll('_', ' ')}`);
	return counts.length === 0 ? `${all}.` : `${all}: ${counts.join(', ')}.`;
}

function viewOf<Row>(table: RowTable<Row>): SpokenView {
	const { columns, filter = '', only = '', sort, selected = 0, isSelecting = false } = table;
	const titleOf = (id: string) => (columns.find((column) => column.id === id)?.title ?? id).toLowerCase();
	return {
		filter: {
			id: `${only} ${filter}`.trim(),
			lines: () => [
				filter === '' ? 'No filter.' : `Filter: ${sanitize(filter, 200)}.`,
				only === '' ? '' : `Only ${only} are shown.`,
				countSentence(table),
			],
		},
		sort: {
			id: sort ? JSON.stringify(ordersOf(sort)) : '',
			lines: () => [sort ? sortSentence(sort, titleOf) : 'Order of the service.'],
		},
		selection: {
			id: selected === 0 ? '' : String(selected),
			lines: () => [selected === 0 ? 'Nothing is selected.' : `${selected} selected.`],
		},
		range: {
			id: isSelecting ? 'on' : '',
			lines: () => [isSelecting ? 'Selecting a range.' : 'The range has ended.'],
		},
	};
}

function sortSentence(sort: Sort, titleOf: (column: string) => string): string {
	const orders = ordersOf(sort).map(
		({ column, descending }) => `${titleOf(column)}${descending ? ', the greatest first' : ''}`,
	);
	return `Sorted by ${orders.join(', then by ')}.`;
}

function describeRow<Row>(table: RowTable<Row>): SpokenRow | undefined {
	const { columns, rows, cursor, follows = false, keyOf } = table;
	const row = cursor < 0 ? undefined : rows.at(cursor);
	if (row === undefined) return undefined;
	const status = columns.filter(({ isStatus }) => isStatus);
	return {
		id: follows ? 'the newest' : keyOf(row),
		condition:
			status.length === 0 ? '' : rowSentence(columns.filter(({ grows }) => grows).concat(status), row),
		lines: () => {
			const sentence = placedSentence(table, cursor);
			const error = oneLine(errorOf(table, row), 400);
			return error === '' || sentence.includes(error) ? [sentence] : [sentence, `Its error: ${error}`];
		},
	};
}

function errorOf<Row>({ errorOf: read }: RowTable<Row>, row: Row | undefined): string {
	return row === undefined ? '' : (read?.(row) ?? '');
}

/** Returns the row at an index as a sentence without a full stop; '' without a row. */
export function sentenceAt<Row>(table: RowTable<Row>, index: number): string {
	const { columns, spokenColumns, rows, isSelected, noteOf } = table;
	const row = rows.at(index);
	if (row === undefined) return '';
	const spoken = spokenColumns?.flatMap((id) => columns.find((column) => column.id === id) ?? []) ?? columns;
	const parts = [rowSentence(spoken, row), noteOf?.(row) ?? ''].filter((part) => part !== '');
	return `${isSelected?.(row) ? 'Selected: ' : ''}${parts.join(', ')}`;
}
