import { countLines, lineAt, positionOf } from './lines.ts';
import { hasEarlier, type LogSlice } from './slice.ts';

/** Returns the position of the cursor among the visible lines; -1 if there are none. */
export function cursorOf({ lines, cursor, least }: LogSlice): number {
	const last = countLines(lines, least) - 1;
	return cursor === undefined ? last : Math.min(last, positionOf(lines, cursor, least));
}

/** Moves the cursor by visible lines. At the last line, it follows the newest one. */
export function moveCursor(slice: LogSlice, by: number): LogSlice {
	const { lines, least } = slice;
	const last = countLines(lines, least) - 1;
	const position = Math.max(0, cursorOf(slice) + by);
	const stopped = { ...slice, seek: undefined, note: '' };
	if (position >= last) return { ...stopped, cursor: undefined };
	const moved = { ...stopped, cursor: lineAt(lines, position, least) };
	// The start of the log may not be loaded yet.
	return by === Number.NEGATIVE_INFINITY && hasEarlier(slice) ? { ...moved, seek: { kind: 'first' } } : moved;
}
