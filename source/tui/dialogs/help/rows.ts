/** Lines of help that a screen of so many rows shows at once. */
export function helpRowsOf(screenRows: number): number {
	return Math.max(1, screenRows - 4);
}
