import type { Column } from '../../columns/column.ts';
import type { Field } from '../../filter/fields.ts';
import { noQuery, type Query } from '../../filter/query.ts';

/** Functions that a list needs for its rows. */
export interface RowKind<Row> {
	/** Returns the key that identifies a row. */
	readonly keyOf: (row: Row) => string;
	/** Returns the text that words of a filter search and that orders equal rows. */
	readonly nameOf: (row: Row) => string;
	/** Fields for conditions of a filter. */
	readonly fields?: readonly Field<Row>[];
	/** Returns the sort key of a column; undefined if it cannot be sorted by. */
	readonly sortKeyOf: (column: string) => ((row: Row) => SortKey) | undefined;
}

export type SortKey = number | string;

/** Returns the function that finds the sort key of a column. */
export function sortKeysOf<Row>(columns: readonly Column<Row>[]): RowKind<Row>['sortKeyOf'] {
	return (id) => columns.find((column) => column.id === id)?.sortKey;
}

/** Returns the kind of rows with keys, sorted by their columns. */
export function keyedKind<Row extends { readonly key: string }>(
	columns: readonly Column<Row>[],
	nameOf: RowKind<Row>['nameOf'],
): RowKind<Row> {
	return { keyOf: ({ key }) => key, nameOf, sortKeyOf: sortKeysOf(columns) };
}

/** A column that rows are sorted by. */
export interface ColumnOrder {
	readonly column: string;
	readonly descending: boolean;
}

/** Sort column, and the columns that break ties. */
export interface Sort extends ColumnOrder {
	/** Tie-breaking columns in order; omitted if none. */
	readonly ties?: readonly ColumnOrder[] | undefined;
}

/** Rows with their order, filter, cursor and selection. */
export interface Rows<Row> {
	/** All rows, in the order of the service. */
	readonly list: readonly Row[];
	/** All rows, sorted; the same array as `list` without a sort. */
	readonly ordered: readonly Row[];
	/** Sorted rows that match the filter; the same array as `ordered` if all match. */
	readonly view: readonly Row[];
	/** Undefined for the order of the service. */
	readonly sort: Sort | undefined;
	/** As typed; '' matches all. */
	readonly filter: string;
	/** The parsed filter. */
	readonly query: Query<Row>;
	/** Key of the row under the cursor. Polling and filtering keep the cursor on its row; see `isMoved` for sorting. */
	readonly cursor: string | undefined;
	/** Its index in the view; -1 if the view is empty, or while its row is not loaded. */
	readonly cursorAt: number;
	/** Whether the user has moved the cursor. Until then, a new order leaves it in the first row. */
	readonly isMoved: boolean;
	/** Whether more rows will follow. */
	readonly isPartial: boolean;
	/** Keys of the selected rows; some may be gone or not loaded yet. */
	readonly selection: ReadonlySet<string>;
	/** The range that follows the cursor; undefined without one. */
	readonly range: Range | undefined;
}

/** A range of selected rows that follows the cursor. */
interface Range {
	/** Key of its first row. */
	readonly anchor: string;
	/** Selection before the range. */
	readonly before: ReadonlySet<string>;
	/** Whether it follows every move, not only moves that extend it. */
	readonly isPersistent: boolean;
}

export const noRows: Rows<never> & Pick<Rows<unknown>, 'query'> = {
	list: [],
	ordered: [],
	view: [],
	sort: undefined,
	filter: '',
	query: noQuery,
	cursor: undefined,
	cursorAt: -1,
	isMoved: false,
	isPartial: false,
	selection: new Set(),
	range: undefined,
};
