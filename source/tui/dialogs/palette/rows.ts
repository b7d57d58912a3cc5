const MAX_ROWS = 14;

/** Commands that a screen of so many rows shows at once: beside the border, the line that is typed, and the reason. */
export function paletteRowsOf(screenRows: number): number {
	return Math.max(1, Math.min(MAX_ROWS, screenRows - 5));
}
