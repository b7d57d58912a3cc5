/** Returns the first visible row. It changes only as far as the cursor requires. */
export function scrollTo(top: number, cursor: number, count: number, visible: number): number {
	let first = top;
	if (cursor >= 0 && cursor < first) first = cursor;
	if (cursor >= first + visible) first = cursor - visible + 1;
	return Math.max(0, Math.min(first, count - visible));
}
