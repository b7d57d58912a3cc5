/** Rows of a folder that a screen of so many rows shows at once. */
export function browseRowsOf(screenRows: number): number {
	return Math.max(1, Math.min(24, screenRows - 6));
}
