/** Returns how many rows of a folder a screen of so many rows shows. */
export function browseRowsOf(screenRows: number): number {
	return Math.max(1, Math.min(24, screenRows - 6));
}
