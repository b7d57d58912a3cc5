/** The first of the rows that show, so that the chosen one stands in the middle as far as the ends allow. */
export function firstShown(chosen: number, count: number, room: number): number {
	return Math.max(0, Math.min(chosen - Math.floor(room / 2), count - room));
}
