/** Rows of the screen besides the results. */
const OTHER_ROWS = 14;
const MAX_ROWS = 12;

/** Returns the number of visible results on a screen of so many rows. */
export function healthRowsOf(screenRows: number): number {
	return Number.isFinite(screenRows) ? Math.max(1, Math.min(MAX_ROWS, screenRows - OTHER_ROWS)) : MAX_ROWS;
}
