/** What a cell says beyond its text. Colour follows it, meaning never rests on colour alone. */
export type Tone = 'normal' | 'faint' | 'good' | 'busy' | 'warning' | 'bad';

/** One column of a list of rows, for the cockpit and for the tables of the commands. */
export interface Column<Row> {
	readonly id: string;
	readonly title: string;
	/** What it shows, in a few words; left out where the title says it. */
	readonly about?: string;
	/** Cells wide; the one that grows has what is left, and at least this. */
	readonly width: number;
	/** Cells wide where there is room to spare; `width` when left out. */
	readonly roomy?: number;
	readonly grows?: boolean;
	/** Did the user choose the width? Then no room to spare widens it, but what is left still goes to the one that grows. */
	readonly sized?: boolean;
	readonly align: 'left' | 'right';
	/** Order in which columns leave when room is short: the highest first; 0 stays to the last. */
	readonly leaves: number;
	/** The text for a cell of `width` cells, of any length. Sanitised. */
	readonly value: (row: Row, width: number) => string;
	readonly tone?: (row: Row) => Tone;
	/** What rows are sorted by when they are sorted by this column; without it they cannot be. */
	readonly sortKey?: (row: Row) => number | string;
	/** Does sorting begin with the greatest? So it should be where the greatest is what people look for. */
	readonly greatestFirst?: boolean;
}
