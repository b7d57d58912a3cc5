/** Returns the first visible row, so that the chosen one is in the middle as far as the ends allow. */
export function firstShown(chosen: number, count: number, room: number): number {
	return Math.max(0, Math.min(chosen - Math.floor(room / 2), count - room));
}
