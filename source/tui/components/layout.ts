import { GUTTER_CELLS } from './draw-row.ts';
import { type Frame, frameRows, insideOf } from './panel-edge.ts';

/** A part of the screen, cells. */
export interface Part {
	readonly width: number;
	readonly height: number;
}

/** The screen between header and footer, and whether its panels have boxes. */
export interface PaneArea extends Part {
	readonly frame: Frame;
}

/** The place of a row's details: beside the list, below it, or instead of it. */
export interface PaneLayout {
	readonly arrangement: 'list' | 'beside' | 'below' | 'instead' | 'full';
	/** The panel of the list, with its border. */
	readonly list: PaneArea;
	/** The panel of the details, with its border. */
	readonly details: PaneArea;
}

/** Minimum rows of the screen for a header with graphs, and lines of it. */
const MIN_GRAPH_ROWS = 30;
const GRAPH_HEADER_HEIGHT = 4;

/**
 * Returns the lines of the header: one, or a panel with graphs. `isWhole`: whether the details have the whole window,
 * which leaves one line.
 */
export function headerHeight(rows: number, isWhole = false): number {
	return isWhole || rows < MIN_GRAPH_ROWS ? 1 : GRAPH_HEADER_HEIGHT;
}

export const FOOTER_HEIGHT = 2;
/** The line with the sections of a pane. */
export const SECTION_LINE_HEIGHT = 1;

/** The smallest readable screen. */
export const smallestScreen = { columns: 40, rows: 10 };

/** Whether a screen of this size is too small for anything but that message. */
export function isTooSmall(columns: number, rows: number): boolean {
	return columns < smallestScreen.columns || rows < smallestScreen.rows;
}

/** Minimum size of a screen whose panels have boxes. */
const MIN_BOX_COLUMNS = 60;
const MIN_BOX_ROWS = 16;

/** Returns the frame of the panels on a screen of this size. */
export function frameOf(columns: number, rows: number): Frame {
	return columns < MIN_BOX_COLUMNS || rows < MIN_BOX_ROWS ? 'line' : 'box';
}

/** Returns the area between header and footer. */
export function paneArea(columns: number, rows: number, isWhole = false): PaneArea {
	return {
		width: columns,
		height: Math.max(0, rows - headerHeight(rows, isWhole) - FOOTER_HEIGHT),
		frame: frameOf(columns, rows),
	};
}

/** The content of a panel. */
export interface PaneContent extends Part {
	/** Blank cells at its left that a list's gutter can take. */
	readonly gutter: number;
}

/** Blank cells between the border of a panel and its content. */
const PADDING = 1;

/** Returns the area of the content of a panel. */
export function contentOf({ width, height, frame }: PaneArea): PaneContent {
	const inside = insideOf({ width, height, frame, padding: PADDING });
	const gutter = inside.left > 0 ? Math.min(PADDING, GUTTER_CELLS) : 0;
	return { width: inside.width, height: inside.height, gutter };
}

/** Minimum rows of the screen on which the details are open unless the user closed them. */
const MIN_ROWS_FOR_DETAILS = 24;

/** Whether a screen of this size has room for list and details. */
export function hasRoomForDetails(rows: number): boolean {
	return rows >= MIN_ROWS_FOR_DETAILS;
}

/**
 * A pane has list and details side by side only if it is wide and not high enough for both. A list above its details
 * scrolls by moving whole lines of the terminal, which sends a fifth of the bytes.
 */
const MIN_WIDE_COLUMNS = 140;
const MAX_WIDE_ROWS = 28;
const LIST_SHARE = 0.6;
/** Minimum rows of a narrow pane for them one below the other. */
const MIN_TALL_ROWS = 18;
/** Share of the details below a list, and their minimum and maximum lines. */
const DETAILS_SHARE = 0.44;
const MIN_DETAILS_ROWS = 9;
const MAX_DETAILS_ROWS = 18;

/**
 * Divides a pane between a list of so many rows and, if they are shown, details. Details in the whole pane leave one
 * line to the titles of the panes, and have no box.
 */
export function layOutPane(
	area: PaneArea,
	details: 'not' | 'split' | 'full',
	rows = Number.POSITIVE_INFINITY,
): PaneLayout {
	const { width, height, frame } = area;
	if (details === 'not')
		return { arrangement: 'list', list: area, details: { ...area, width: 0, height: 0 } };
	if (details === 'full') {
		const list: PaneArea = { width, height: frameRows('line'), frame: 'line' };
		const details: PaneArea = { width, height: Math.max(0, height - list.height), frame: 'line' };
		return { arrangement: 'full', list, details };
	}
	if (width >= MIN_WIDE_COLUMNS && height <= MAX_WIDE_ROWS) {
		const list = Math.floor(width * LIST_SHARE);
		return {
			arrangement: 'beside',
			list: { ...area, width: list },
			details: { ...area, width: width - list },
		};
	}
	/** The titles of the columns and the border. */
	const around = 1 + frameRows(frame);
	if (height >= MIN_TALL_ROWS) {
		const wanted = Math.floor(height * DETAILS_SHARE);
		const most = height - Math.min(MAX_DETAILS_ROWS, Math.max(MIN_DETAILS_ROWS, wanted));
		// A list that needs fewer rows leaves the rest to the details.
		const list = Math.min(most, Math.max(1, rows) + around);
		return {
			arrangement: 'below',
			list: { ...area, height: list },
			details: { ...area, height: height - list },
		};
	}
	const list = 1 + around;
	return {
		arrangement: 'instead',
		list: { ...area, height: list },
		details: { ...area, height: Math.max(0, height - list) },
	};
}
