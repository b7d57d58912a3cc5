import { cursorOf } from './cursor.ts';
import { appendLines, noLines, prependLines } from './lines.ts';
import { matchEnd } from './match-end.ts';
import { isWaiting } from './seek.ts';
import { hasEarlier, type LogSlice } from './slice.ts';

/** Lines of the first request. */
const FIRST_LINES = 2_000;
/** Maximum number of new lines of a request. */
const NEW_LINES = 20_000;
/** Lines of a request for earlier ones. */
const EARLIER_LINES = 10_000;
/** Lines of a repeated request to a service without positions, which returns the same lines again. */
const REPEATED_LINES = 1_000;
/** Maximum lines of a request to such a service. */
const MAX_REPEATED_LINES = 50_000;
/** Number of visible lines before the cursor below which earlier ones are loaded. */
const MIN_LINES_BEFORE = 500;

/** A response of the service. */
interface LogAnswer {
	readonly content: string;
	readonly max_lines?: number;
	readonly position?: string;
	readonly start?: string;
}

/** Returns the query for new lines. */
export function newLinesQuery({ process, position, at }: LogSlice) {
	if (position !== undefined) return { process, max_lines: NEW_LINES, after: position };
	return { process, max_lines: at === undefined ? FIRST_LINES : REPEATED_LINES };
}

/** Returns the query for earlier lines. */
export function earlierLinesQuery({ process, start, lines }: LogSlice) {
	if (start !== undefined) return { process, max_lines: EARLIER_LINES, before: start };
	const count = Math.max(FIRST_LINES, (lines.end - lines.first) * 4);
	return { process, max_lines: Math.min(MAX_REPEATED_LINES, count) };
}

/** Whether earlier lines are needed: for a search, or because the cursor is near the first line. */
export function needsEarlier(slice: LogSlice): boolean {
	if (!hasEarlier(slice)) return false;
	return cursorOf(slice) < MIN_LINES_BEFORE || isWaiting(slice);
}

/** Returns the log after new lines. */
export function takeNewLines(slice: LogSlice, answer: LogAnswer, at: number): LogSlice {
	const { content, position, start = slice.position } = answer;
	const sampled = { ...slice, at, failure: undefined };
	if (position === undefined) return takeRepeated(sampled, content, slice.at === undefined);
	// Lines are missing: the log has started again, or has many new lines.
	if (slice.position === undefined || start !== slice.position)
		return restart(sampled, content, position, answer.start);
	return { ...sampled, lines: appendLines(slice.lines, content), position };
}

/** Returns the log after earlier lines. */
export function takeEarlierLines(slice: LogSlice, answer: LogAnswer): LogSlice {
	const { content, position, start, max_lines = 0 } = answer;
	const sampled = { ...slice, failure: undefined };
	if (position === undefined) {
		const count = content === '' ? 0 : content.split('\n').length - (content.endsWith('\n') ? 1 : 0);
		const taken = takeRepeated(sampled, content, false);
		return { ...taken, isWhole: count < max_lines || max_lines >= MAX_REPEATED_LINES };
	}
	// The log has started again since the request.
	if (position !== slice.start) return slice;
	if (content === '') return { ...sampled, isWhole: true };
	return { ...sampled, lines: prependLines(slice.lines, content), start, isWhole: start === undefined };
}

/** Returns the log with only these lines. */
function restart(slice: LogSlice, content: string, position?: string, start?: string): LogSlice {
	const lines = appendLines(noLines, content);
	const hasNone = content === '';
	return {
		...slice,
		lines,
		position,
		start,
		isWhole: hasNone,
		cursor: undefined,
		seek: undefined,
	};
}

/** Takes the end of the log from a service without positions. */
function takeRepeated(slice: LogSlice, content: string, isFirst: boolean): LogSlice {
	const found = isFirst ? undefined : matchEnd(slice.lines, content);
	if (!found) return restart(slice, content);
	const lines = appendLines(prependLines(slice.lines, found.earlier), found.later);
	return { ...slice, lines };
}
