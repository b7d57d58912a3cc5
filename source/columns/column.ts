/** Meaning of a cell beyond its text, shown by colour. No meaning depends on colour alone. */
export type Tone = 'normal' | 'faint' | 'good' | 'busy' | 'warning' | 'bad';

/** One column of a list of rows, for the cockpit and for the tables of the commands. */
export interface Column<Row> {
	readonly id: string;
	readonly title: string;
	/** Description in a few words; omitted if the title suffices. */
	readonly about?: string;
	/** Width in cells; minimum width of the growing column. */
	readonly width: number;
	/** Cells wide where there is room to spare; `width` when left out. */
	readonly roomy?: number;
	readonly grows?: boolean;
	/** Whether the user chose the width. Then spare room does not widen it, except in the growing column. */
	readonly sized?: boolean;
	readonly align: 'left' | 'right';
	/** Order in which columns leave when room is short: the highest first; 0 stays to the last. */
	readonly leaves: number;
	/** The text for a cell of `width` cells, of any length. Sanitised. */
	readonly value: (row: Row, width: number) => string;
	/** The cell in words, if its text has signs or repeats another column; '' for nothing. Sanitised. */
	readonly spoken?: (row: Row) => string;
	/** Whether a change of it is spoken while the cursor stays on the row. */
	readonly isStatus?: boolean;
	readonly tone?: (row: Row) => Tone;
	/** Returns the sort key of a row; omitted if the column cannot be sorted by. */
	readonly sortKey?: (row: Row) => number | string;
	/** Whether sorting starts with the greatest, for columns where that is of interest. */
	readonly greatestFirst?: boolean;
}
