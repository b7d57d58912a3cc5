/** Meaning of a cell beyond its text, shown by color. No meaning depends on color alone. */
export type Tone =
	| 'normal'
	| 'faint'
	| 'good'
	| 'busy'
	| 'warning'
	| 'bad'
	/** Received and sent data. */
	| 'down'
	| 'up'
	/** A download without data although it wants some, and one without anything to do. */
	| 'stalled'
	| 'idle'
	/** The empty part of a progress bar. */
	| 'track';

/** A part of a cell with its own tone. */
export interface Piece {
	readonly text: string;
	readonly tone: Tone;
}

/** One column of a list of rows, for the cockpit and for the tables of the commands. */
export interface Column<Row> {
	readonly id: string;
	readonly title: string;
	/** Title above the cells. Default: `title`. */
	readonly heading?: string;
	/** Description in a few words; omitted if the title suffices. */
	readonly about?: string;
	/** Width in cells; minimum width of the growing column. */
	readonly width: number;
	/** Width in cells on a wide line. Default: `width`. */
	readonly wideWidth?: number;
	readonly grows?: boolean;
	/** Returns the minimum width of the growing column on a line of `total` cells, beside other columns. */
	readonly leastWidth?: (total: number) => number;
	/** Whether the column is as wide as its longest text in a plain table. For values that must not be cut. */
	readonly fits?: boolean;
	/** Whether the user set the width. Then spare space widens only the growing column. */
	readonly isWidthSet?: boolean;
	readonly align: 'left' | 'right';
	/** Order in which columns are dropped when space is short: the highest first. 0 is dropped last. */
	readonly dropOrder: number;
	/** Returns the text of a cell that is `width` cells wide. It may be longer. Sanitized. */
	readonly value: (row: Row, width: number) => string;
	/**
	 * Returns the value for programs: an exact number without a unit, or a text. Undefined if it is unknown. Default: the
	 * text of the cell.
	 */
	readonly data?: (row: Row) => string | number | undefined;
	/** Returns the spoken text, if the cell has signs or repeats another column; '' for nothing. Sanitized. */
	readonly spoken?: (row: Row) => string;
	/** Whether its change is spoken while the cursor stays on the row. */
	readonly isStatus?: boolean;
	readonly tone?: (row: Row) => Tone;
	/** Returns the parts of a cell that is `width` cells wide, if they have different tones. Their text is the value. */
	readonly pieces?: (row: Row, width: number) => readonly Piece[];
	/**
	 * Returns a text in place of this cell and of adjacent ones with a reason; undefined for none. It may cover more
	 * cells after them, but none without a reason that could have one.
	 */
	readonly reason?: (row: Row) => Piece | undefined;
	/** Whether the list draws the text of its cells, because it needs more than the row. */
	readonly isLive?: boolean;
	/** Returns the sort key of a row; omitted if the column cannot be sorted by. */
	readonly sortKey?: (row: Row) => number | string;
	/** Whether the first sort order is descending. */
	readonly greatestFirst?: boolean;
}
