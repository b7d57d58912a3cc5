/** What a list of any kind of rows has to know of them. */
export interface RowKind<Row> {
	/** What a row is recognised by, however its place and its values change. */
	readonly keyOf: (row: Row) => string;
	/** What a filter looks in, and what rows go by that are otherwise equal. */
	readonly nameOf: (row: Row) => string;
	/** What a column sorts by; undefined when it cannot be sorted by. */
	readonly sortKeyOf: (column: string) => ((row: Row) => SortKey) | undefined;
}

export type SortKey = number | string;

/** The column that rows are sorted by. */
export interface Sort {
	readonly column: string;
	readonly descending: boolean;
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
	/** Words that must all be in a row's name; empty lets all through. */
	readonly filter: string;
	/** The key of the row under the cursor: polling, sorting and filtering never move it off its row. */
	readonly cursor: string | undefined;
	/** Its place in the view; -1 when the view is empty. */
	readonly cursorAt: number;
	/** Keys of the marked rows; some may have gone since. */
	readonly marks: ReadonlySet<string>;
}

export const noRows: Rows<never> = {
	list: [],
	ordered: [],
	view: [],
	sort: undefined,
	filter: '',
	cursor: undefined,
	cursorAt: -1,
	marks: new Set(),
};
