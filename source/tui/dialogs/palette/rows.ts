const MAX_ROWS = 14;

/** Returns how many commands a screen of so many rows shows, without the border, the text field, and the reason. */
export function paletteRowsOf(screenRows: number): number {
	return Math.max(1, Math.min(MAX_ROWS, screenRows - 5));
}
