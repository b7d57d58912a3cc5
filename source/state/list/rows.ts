import type { Field } from './query/fields.ts';
import { noQuery, type Query } from './query/query.ts';

/** Functions that a list needs for its rows. */
export interface RowKind<Row> {
	/** Returns the key that identifies a row, whatever its position and values. */
	readonly keyOf: (row: Row) => string;
	/** Returns the text that words of a filter search and that orders equal rows. */
	readonly nameOf: (row: Row) => string;
	/** Fields for conditions of a filter. */
	readonly fields?: readonly Field<Row>[];
	/** Returns the sort key of a column; undefined if it cannot be sorted by. */
	readonly sortKeyOf: (column: string) => ((row: Row) => SortKey) | undefined;
}

export type SortKey = number | string;

/** A column that rows are sorted by. */
export interface ColumnOrder {
	readonly column: string;
	readonly descending: boolean;
}

/** Sort column, and the columns that break ties. */
export interface Sort extends ColumnOrder {
	/** The nearest first; left out where there is none. */
	readonly ties?: readonly ColumnOrder[] | undefined;
}

/** Rows with their order, filter, cursor and selection. */
export interface Rows<Row> {
	/** All rows, in the order of the service. */
	readonly list: readonly Row[];
	/** All, sorted; the list itself when nothing sorts them. */
	readonly ordered: readonly Row[];
	/** Those of the ordered ones that the filter lets through; the same array when it lets all through. */
	readonly view: readonly Row[];
	/** undefined: as the service lists them. */
	readonly sort: Sort | undefined;
	/** As it was typed; empty lets all through. */
	readonly filter: string;
	/** The filter, understood. */
	readonly query: Query<Row>;
	/** The key of the row under the cursor: polling, sorting and filtering never move it off its row. */
	readonly cursor: string | undefined;
	/** Its place in the view; -1 when the view is empty, or the cursor waits for its row to be loaded. */
	readonly cursorAt: number;
	/** Whether more rows will follow. */
	readonly isPart?: boolean;
	/** Keys of the selected rows; some may be gone or not loaded yet. */
	readonly selection: ReadonlySet<string>;
	/** Marks that follow the cursor; undefined when none do. */
	readonly range: Range | undefined;
}

/** A range of selected rows that follows the cursor. */
export interface Range {
	/** The key of the row where it began. */
	readonly anchor: string;
	/** Selection before the range. */
	readonly before: ReadonlySet<string>;
	/** Whether it follows every move, not only moves that extend it. */
	readonly stays: boolean;
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
	selection: new Set(),
	range: undefined,
};
