import type { State } from '../../state/core/state.ts';
import type { LineEdit } from '../../state/dialogs/line-edit.ts';
import type { Sort } from '../../state/list/rows.ts';

/** Size of the area that a list or text is shown in. */
export interface Measure {
	/** Rows of a page. */
	readonly page: number;
	/** All lines, if their number depends on the screen. */
	readonly lines?: number | undefined;
}

/** Rows or lines of text that movement keys, mouse and wheel act on. */
export interface SurfaceList {
	/** Number of cursor positions: rows, or lines at which a scrolled text can start. */
	readonly positions: (state: State, measure: Measure) => number;
	/** Moves the cursor by rows and stops at the ends; ±Infinity moves to an end. */
	readonly move: (state: State, rows: number, measure: Measure) => State;
	/** Moves the cursor to the row with this key. If absent, the row is found by its index. */
	readonly goTo?: (state: State, key: string) => State;
	/** Returns why there are no rows yet; undefined once they have arrived. */
	readonly missing?: (state: State) => string | undefined;
	/** Sorting by a click on a column title. */
	readonly sort?: SurfaceSort;
}

export interface SurfaceSort {
	/** Returns the next sort order after a click on a title; undefined if the column cannot be sorted. */
	readonly next: (state: State, column: string) => Sort | undefined;
	readonly set: (state: State, sort: Sort) => State;
}

/** Text input of a surface. */
export interface SurfaceField {
	/** Applies an edit to the focused line. Returns the same state if the field rejects the text. */
	readonly edit: (state: State, edit: (line: LineEdit) => LineEdit) => State;
	/** Moves the focus to the other field. */
	readonly next?: (state: State) => State;
}

/** Text that may be spoken; spoken again when `id` changes. */
export interface Spoken {
	readonly id: string;
	/** Sanitized. */
	readonly lines: () => readonly string[];
}

/** The row under the cursor, as spoken. */
export interface SpokenRow extends Spoken {
	/** Spoken alone when it changes while the cursor stays on the row; empty for nothing. */
	readonly condition: string;
}

/** Clamps a position between 0 and `last`. */
export function clampPosition(position: number, last: number): number {
	return Math.max(0, Math.min(last, position));
}

/** Returns the number of lines at which a text of so many lines can start on a page. */
export function scrollPositions({ page, lines = 0 }: Measure): number {
	return Math.max(1, lines - page + 1);
}
