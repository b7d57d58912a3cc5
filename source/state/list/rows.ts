import type { Field } from './query/fields.ts';
import { noQuery, type Query } from './query/query.ts';

/** What a list of any kind of rows has to know of them. */
export interface RowKind<Row> {
	/** What a row is recognised by, however its place and its values change. */
	readonly keyOf: (row: Row) => string;
	/** What words of a filter are looked for in, and what rows go by that are otherwise equal. */
	readonly nameOf: (row: Row) => string;
	/** What a filter can ask for beyond words of the name. */
	readonly fields?: readonly Field<Row>[];
	/** What a column sorts by; undefined when it cannot be sorted by. */
	readonly sortKeyOf: (column: string) => ((row: Row) => SortKey) | undefined;
}

export type SortKey = number | string;

/** A column that rows are sorted by. */
export interface ColumnOrder {
	readonly column: string;
	readonly descending: boolean;
}

/** The column that rows are sorted by, and those that decide between rows that it does not tell apart. */
export interface Sort extends ColumnOrder {
	/** The nearest first; left out where there is none. */
	readonly ties?: readonly ColumnOrder[] | undefined;
}

/** Rows, in which order and which of them show, and where the cursor is. */
export interface Rows<Row> {
	/** All, in the order in which the service lists them. */
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
	/** Are more rows still to come? */
	readonly isPart?: boolean;
	/** Keys of the marked rows; some may have gone since, or be still to come. */
	readonly selection: ReadonlySet<string>;
	/** Marks that follow the cursor; undefined when none do. */
	readonly range: Range | undefined;
}

/** A range of marks that the cursor draws behind itself. */
export interface Range {
	/** The key of the row where it began. */
	readonly anchor: string;
	/** What was marked before. */
	readonly before: ReadonlySet<string>;
	/** Does it follow every move, and not only those that extend it? */
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
