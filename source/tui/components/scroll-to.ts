/** The first row in view: as it was, moved no further than the cursor demands. */
export function scrollTo(top: number, cursor: number, count: number, visible: number): number {
	let first = top;
	if (cursor >= 0 && cursor < first) first = cursor;
	if (cursor >= first + visible) first = cursor - visible + 1;
	return Math.max(0, Math.min(first, count - visible));
}
