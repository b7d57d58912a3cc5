/** A part of the screen, cells. */
export interface Part {
	readonly width: number;
	readonly height: number;
}

/** The place of a row's details: beside the list, below it, or instead of it. */
export interface PaneLayout {
	readonly arrangement: 'list' | 'beside' | 'below' | 'instead' | 'full';
	readonly list: Part;
	/** Includes its line of tabs. Excludes its border towards the list beside it: three columns, two of them blank. */
	readonly details: Part;
}

export const HEADER_HEIGHT = 2;
export const FOOTER_HEIGHT = 2;
/** The line with the sections of a pane. */
export const SECTION_LINE_HEIGHT = 1;

/** The smallest readable screen. */
export const smallestScreen = { columns: 40, rows: 10 };

/** Whether a screen of this size is too small for anything but that message. */
export function isTooSmall(columns: number, rows: number): boolean {
	return columns < smallestScreen.columns || rows < smallestScreen.rows;
}

/** Minimum columns for a list and details side by side. */
const MIN_WIDE_COLUMNS = 140;
/** Minimum rows of a pane for them one below the other. */
const MIN_TALL_ROWS = 18;

const nothing: Part = { width: 0, height: 0 };

/** Divides a pane of this size between a list of so many rows and, if they are shown, details. */
export function layOutPane(
	width: number,
	height: number,
	details: 'not' | 'split' | 'full',
	rows = Number.POSITIVE_INFINITY,
): PaneLayout {
	if (details === 'full') return { arrangement: 'full', list: nothing, details: { width, height } };
	if (details === 'not') return { arrangement: 'list', list: { width, height }, details: nothing };
	if (width >= MIN_WIDE_COLUMNS) {
		const list = Math.floor(width * 0.6);
		return {
			arrangement: 'beside',
			list: { width: list, height },
			details: { width: width - list - 3, height },
		};
	}
	if (height >= MIN_TALL_ROWS) {
		// A list that needs less than half of the rows leaves the rest to the details.
		const list = Math.min(Math.floor(height / 2), rows + 1);
		return {
			arrangement: 'below',
			list: { width, height: list },
			details: { width, height: height - list },
		};
	}
	return { arrangement: 'instead', list: { width, height: 2 }, details: { width, height: height - 2 } };
}
