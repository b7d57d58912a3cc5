import { lowerBound } from '../../../../../basics/sorted.ts';
import { passes } from '../../../../../format/log-line.ts';
import { chunkIndexOf, type LogChunk, lineAt, positionOf, textIn, timeIn } from './lines.ts';
import { hasEarlier, type LogSlice, type Seek } from './slice.ts';

export const logText = { noEarlier: 'no earlier match', noLater: 'no later match' } as const;

/** Characters that a step searches. It takes about 3 ms. */
const STEP_LENGTH = 1024 * 1024;
/** Number of lines of a chunk that are examined for a time. */
const MAX_TIME_LINES = 200;

/** Whether a search needs earlier lines before it can continue. */
export function isWaiting(slice: LogSlice): boolean {
	const { seek, lines } = slice;
	if (!seek || !hasEarlier(slice)) return false;
	switch (seek.kind) {
		case 'text':
			return seek.direction < 0 && seek.next < lines.first;
		case 'time':
			return !((firstTime(lines.chunks[0]) ?? Number.POSITIVE_INFINITY) < seek.time);
		case 'first':
			return true;
	}
}

/** Whether the next step can run. */
export function canContinue(slice: LogSlice): boolean {
	return slice.seek !== undefined && slice.at !== undefined && !isWaiting(slice);
}

/** Returns the log after the next step of its search. */
export function continueSeek(slice: LogSlice): LogSlice {
	const { seek, lines } = slice;
	if (!seek || !canContinue(slice)) return slice;
	switch (seek.kind) {
		case 'text':
			return searchText(slice, seek);
		case 'time':
			return found(slice, lineOfTime(slice, seek.time));
		case 'first':
			return found(slice, lines.first);
	}
}

function found(slice: LogSlice, line: number): LogSlice {
	const { lines, least } = slice;
	const shown = lineAt(lines, positionOf(lines, line, least), least);
	return { ...slice, cursor: shown, seek: undefined, note: '' };
}

function searchText(slice: LogSlice, seek: Extract<Seek, { kind: 'text' }>): LogSlice {
	const { lines, search, least } = slice;
	const { direction } = seek;
	let { next } = seek;
	for (let rest = STEP_LENGTH; rest > 0; ) {
		const chunk = lines.chunks[chunkIndexOf(lines, next)];
		if (!chunk) {
			if (direction < 0 && hasEarlier(slice)) break;
			return { ...slice, seek: undefined, note: direction < 0 ? logText.noEarlier : logText.noLater };
		}
		const index = findIn(chunk, search.toLowerCase(), next - chunk.first, direction, (at) =>
			passes(chunk.severities[at] ?? 0, least),
		);
		if (index !== undefined) return { ...slice, cursor: chunk.first + index, seek: undefined, note: '' };
		next = direction < 0 ? chunk.first - 1 : chunk.first + chunk.starts.length;
		rest -= chunk.text.length;
	}
	return { ...slice, seek: { ...seek, next } };
}

/** Returns the index of the next line with a text, in lower case; undefined if the chunk has none. */
function findIn(
	chunk: LogChunk,
	text: string,
	from: number,
	direction: 1 | -1,
	isShown: (index: number) => boolean,
): number | undefined {
	const { starts } = chunk;
	const lower = chunk.text.toLowerCase();
	// In some scripts case mapping changes the length of the text, so indexes do not match.
	if (lower.length !== chunk.text.length) {
		for (let index = from; index >= 0 && index < starts.length; index += direction)
			if (isShown(index) && textIn(chunk, index).toLowerCase().includes(text)) return index;
		return undefined;
	}
	let place = direction < 0 ? (starts[from + 1] ?? lower.length + 1) - 1 : (starts[from] ?? lower.length);
	for (;;) {
		if (place < 0) return undefined;
		const at = direction < 0 ? lower.lastIndexOf(text, place) : lower.indexOf(text, place);
		if (at < 0) return undefined;
		const index = lineOf(starts, at);
		if (isShown(index)) return index;
		place = direction < 0 ? (starts[index] ?? 0) - 1 : (starts[index + 1] ?? lower.length);
		if (direction > 0 && index + 1 >= starts.length) return undefined;
	}
}

/** Returns the index of the line with a character. */
function lineOf(starts: Uint32Array, at: number): number {
	return Math.max(0, lowerBound(starts, (start) => (start <= at ? -1 : 0)) - 1);
}

function firstTime(chunk: LogChunk | undefined): number | undefined {
	const count = Math.min(MAX_TIME_LINES, chunk?.starts.length ?? 0);
	for (let index = 0; chunk && index < count; index++) {
		const time = timeIn(chunk, index);
		if (time !== undefined) return time;
	}
	return undefined;
}

/** Returns the number of the first line at a time or later; that of the last line if there is none. */
function lineOfTime({ lines }: LogSlice, time: number): number {
	for (let at = lines.chunks.length - 1; at >= 0; at--) {
		const chunk = lines.chunks[at];
		const first = firstTime(chunk);
		if (!chunk || first === undefined || first >= time) continue;
		for (let index = 0; index < chunk.starts.length; index++)
			if ((timeIn(chunk, index) ?? Number.NEGATIVE_INFINITY) >= time) return chunk.first + index;
		return Math.min(lines.end - 1, chunk.first + chunk.starts.length);
	}
	return lines.first;
}

/** Returns the newest time of a log; undefined if its last lines have none. */
export function newestTime({ lines }: LogSlice): number | undefined {
	for (const chunk of lines.chunks.slice(-2).reverse()) {
		const end = chunk.starts.length;
		for (let index = end - 1; index >= Math.max(0, end - MAX_TIME_LINES); index--) {
			const time = timeIn(chunk, index);
			if (time !== undefined) return time;
		}
	}
	return undefined;
}

/** Returns the log that searches its text from this line. */
export function seekText(slice: LogSlice, direction: 1 | -1, next: number): LogSlice {
	return { ...slice, note: '', seek: { kind: 'text', direction, next } };
}
