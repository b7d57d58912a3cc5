import type { Column } from '../../columns/column.ts';
import type { Facts } from '../../columns/facts.ts';
import type { State } from '../../state/core/state.ts';
import type { Sort } from '../../state/list/rows.ts';
import type { SelectionStep } from '../../state/list/selection.ts';
import type { LineEdit } from '../../state/surfaces/line-edit.ts';
import type { Token } from '../theme/theme.ts';

/** Text about a surface, drawn in it, and spoken when `id` changes. */
export interface SurfaceText {
	/** Identifies the text without its changing numbers: 'loading'. */
	readonly id: string;
	/** Sanitized. */
	readonly lines: readonly string[];
}

/** A sign or a color of a surface, with its meaning. Help shows it. */
export interface LegendEntry {
	/** The sign, or the name of the color. */
	readonly sign: string;
	readonly token?: Token;
	readonly meaning: string;
}

/** The id of a text about a failed connection. The screen reader interface speaks that by itself. */
export const DISCONNECTED = 'disconnected';

/** The content of a pane or a tab. It is drawn, and the screen reader interface derives its text from it. */
export interface SurfaceContent {
	readonly title: string;
	/** Shown instead of the content while there is none. The first line states the condition, the others the next step. */
	readonly message?: (state: State) => SurfaceText | undefined;
	/** Text that the component draws beside its rows. */
	readonly text?: (state: State) => SurfaceText;
	/** Names with values that the component draws. */
	readonly facts?: (state: State) => Facts;
	/** Its signs and colors. They are not spoken: the spoken text has words. */
	readonly legend?: readonly LegendEntry[];
	/** Its rows, or its text if that scrolls; absent if nothing in it moves. */
	readonly list?: SurfaceList;
}

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
	/** Changes the selection of rows, if it has one. */
	readonly select?: (state: State, step: SelectionStep) => State;
	/** Its filter, if it is typed in the footer. */
	readonly filter?: SurfaceFilter;
	/** Returns its columns, if it has any. */
	readonly columns?: (state: State) => readonly Pick<Column<never>, 'id' | 'align'>[];
	/** Returns the place of the cursor, short: '3 of 40'; empty without rows. */
	readonly place?: (state: State) => string;
	/** Returns what its panel's footer shows. */
	readonly summary?: (state: State) => ListSummary;
	/** Describes its rows in words; `tableList` derives it from their table. */
	readonly describe?: (state: State) => ListDescription;
}

/** A list that is spoken, as `tableList` makes it. */
export type DescribedList = SurfaceList & Required<Pick<SurfaceList, 'place' | 'summary' | 'describe'>>;

/** How rows are shown, for the footer of a panel. */
export interface ListSummary {
	/** As typed; empty for none. Untrusted. */
	readonly filter: string;
	/** Numbers of rows that pass the filter, and of all. */
	readonly found: number;
	readonly total: number;
	/** The sort order, the first column first: '↓RATE'. */
	readonly orders: readonly string[];
	readonly selected: number;
	/** Whether the selection follows the cursor until its key ends it. */
	readonly isSelecting: boolean;
}

/** The summary of a surface without rows. */
export const noSummary: ListSummary = {
	filter: '',
	found: 0,
	total: 0,
	orders: [],
	selected: 0,
	isSelecting: false,
};

/** A list in words. It is made for every frame, so each part is made only when it is read. */
export interface ListDescription {
	/** Number of rows, as a sentence; '' if they are not counted. */
	readonly counts: () => string;
	readonly view: () => SpokenView;
	/** The row under the cursor. */
	readonly row: () => SpokenRow | undefined;
	/** Error of that row; may be untrusted. */
	readonly error: () => string;
	/** All rows, if they are the result of a command. */
	readonly result: () => readonly string[];
}

/** How rows are shown (order, filter, selection): spoken when it changes. The id '' means the default. */
export type SpokenView = Readonly<Record<string, Spoken>>;

interface SurfaceSort {
	/** Returns the next sort order after a click on a title; undefined if the column cannot be sorted. */
	readonly next: (state: State, column: string) => Sort | undefined;
	/** Without `sort`, in the order of the service. */
	readonly set: (state: State, sort: Sort | undefined) => State;
}

/** A filter of rows that applies while it is typed. */
interface SurfaceFilter {
	/** As typed; empty for none. */
	readonly of: (state: State) => string;
	readonly set: (state: State, filter: string) => State;
}

/** Text input of a surface. */
export interface SurfaceField {
	/** Applies an edit to the focused line. Returns the same state if the field rejects the text. */
	readonly edit: (state: State, edit: (line: LineEdit) => LineEdit) => State;
	/** Reason why the field rejects every text at the moment. */
	readonly refusal?: string | undefined;
}

/** Text that may be spoken; spoken again when `id` changes. */
export interface Spoken {
	readonly id: string;
	/** Sanitized. Empty lines are not spoken. */
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
