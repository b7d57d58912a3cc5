import { lowerBound } from '../../../../../basics/sorted.ts';
import { lineTimeAt, passes, type Severity, severityAt } from '../../../../../format/log-line.ts';

/** Some lines of a log. Lines are parts of one text, because a million strings need several times the memory. */
export interface LogChunk {
	/** The lines, with a line feed between them. */
	readonly text: string;
	/** Index in the text at which each line starts. */
	readonly starts: Uint32Array;
	/** Severity of each line. A line without one has that of the line before. */
	readonly severities: Uint8Array;
	/** Number of lines by severity. */
	readonly counts: readonly number[];
	/** Number of its first line. */
	readonly first: number;
}

/** The loaded lines of a log. Their numbers stay the same when lines are added; earlier ones have negative numbers. */
export interface LogLines {
	readonly chunks: readonly LogChunk[];
	/** Number of the first line. */
	readonly first: number;
	/** Number after the last line. */
	readonly end: number;
	/** Characters of all lines. */
	readonly length: number;
}

export const noLines: LogLines = { chunks: [], first: 0, end: 0, length: 0 };

/** Maximum number of loaded lines, and of their characters. The first lines are dropped. */
export const MAX_LINES = 1_000_000;
const MAX_LENGTH = 256 * 1024 * 1024;

/** Characters of a chunk, at least. */
const CHUNK_LENGTH = 64 * 1024;

/** Adds lines at the end. `content`: lines, each with its line feed. */
export function appendLines(lines: LogLines, content: string): LogLines {
	if (content === '') return lines;
	const last = lines.chunks.at(-1);
	// A chunk that is not full is replaced.
	const merged = last && last.text.length < CHUNK_LENGTH ? last : undefined;
	const kept = merged ? lines.chunks.slice(0, -1) : lines.chunks;
	const text = merged ? `${merged.text}\n${content}` : content;
	const before = kept.at(-1)?.severities.at(-1) ?? 0;
	const chunks = [...kept, ...chunksOf(text, merged?.first ?? lines.end, before)];
	return withoutOldest(linesOf(chunks));
}

/** Adds lines before the first one. */
export function prependLines(lines: LogLines, content: string): LogLines {
	if (content === '') return lines;
	const chunks = chunksOf(content, 0, 0);
	const count = endOf(chunks.at(-1));
	const moved = chunks.map((chunk) => ({ ...chunk, first: chunk.first + lines.first - count }));
	return linesOf([...moved, ...lines.chunks]);
}

/** Whether no earlier lines can be added. */
export function isFull({ first, end, length }: LogLines): boolean {
	return end - first >= MAX_LINES || length >= MAX_LENGTH;
}

function linesOf(chunks: readonly LogChunk[]): LogLines {
	const length = chunks.reduce((sum, { text }) => sum + text.length, 0);
	return { chunks, first: chunks[0]?.first ?? 0, end: endOf(chunks.at(-1)), length };
}

function endOf(chunk: LogChunk | undefined): number {
	return chunk ? chunk.first + chunk.starts.length : 0;
}

function withoutOldest(lines: LogLines): LogLines {
	let [dropped, length] = [0, lines.length];
	for (const chunk of lines.chunks.slice(0, -1)) {
		if (lines.end - chunk.first <= MAX_LINES && length <= MAX_LENGTH) break;
		dropped += 1;
		length -= chunk.text.length;
	}
	return dropped === 0 ? lines : linesOf(lines.chunks.slice(dropped));
}

function chunksOf(content: string, first: number, before: number): LogChunk[] {
	const chunks: LogChunk[] = [];
	const length = content.endsWith('\n') ? content.length - 1 : content.length;
	let [line, severity] = [first, before];
	for (let from = 0; from <= length; ) {
		const feed = content.indexOf('\n', from + CHUNK_LENGTH);
		const end = feed < 0 ? length : Math.min(feed, length);
		const chunk = chunkOf(compact(content.slice(from, end)), line, severity);
		chunks.push(chunk);
		line += chunk.starts.length;
		severity = chunk.severities.at(-1) ?? 0;
		from = end + 1;
	}
	return chunks;
}

/** Returns a copy that does not keep the response, with one byte per character if possible. */
function compact(text: string): string {
	const encoding = /^[\x00-\xff]*$/.test(text) ? 'latin1' : 'utf16le';
	return Buffer.from(text, encoding).toString(encoding);
}

function chunkOf(text: string, first: number, before: number): LogChunk {
	const starts = [0];
	for (let feed = text.indexOf('\n'); feed >= 0; feed = text.indexOf('\n', feed + 1)) starts.push(feed + 1);
	const severities = new Uint8Array(starts.length);
	const counts = [0, 0, 0, 0, 0];
	let severity = before;
	for (let index = 0; index < starts.length; index++) {
		severity = severityAt(text, starts[index] ?? 0) || severity;
		severities[index] = severity;
		counts[severity] = (counts[severity] ?? 0) + 1;
	}
	return { text, starts: Uint32Array.from(starts), severities, counts, first };
}

/** Returns the line of this number. Untrusted. */
export function lineText(lines: LogLines, line: number): string {
	const chunk = chunkAt(lines, line);
	return chunk ? textIn(chunk, line - chunk.first) : '';
}

/** Returns the line of this index in a chunk. */
export function textIn({ text, starts }: LogChunk, index: number): string {
	const next = starts[index + 1];
	const line = text.slice(starts[index], next === undefined ? undefined : next - 1);
	return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** Returns the severity of a line. */
export function severityOf(lines: LogLines, line: number): Severity {
	const chunk = chunkAt(lines, line);
	return (chunk?.severities[line - chunk.first] ?? 0) as Severity;
}

/** Returns the time of a line, as `lineTimeAt`. */
export function timeIn({ text, starts }: LogChunk, index: number): number | undefined {
	return lineTimeAt(text, starts[index] ?? 0);
}

/** Returns the index of the chunk with this line; -1 if there is none. */
export function chunkIndexOf({ chunks }: LogLines, line: number): number {
	const index = lowerBound(chunks, (chunk) => (endOf(chunk) <= line ? -1 : 0));
	return (chunks[index]?.first ?? Number.POSITIVE_INFINITY) <= line ? index : -1;
}

function chunkAt(lines: LogLines, line: number): LogChunk | undefined {
	return lines.chunks[chunkIndexOf(lines, line)];
}

/** Returns the number of lines of a chunk that pass a filter. */
function passingIn({ counts }: LogChunk, least: Severity): number {
	return counts.reduce((sum, count, severity) => (passes(severity, least) ? sum + count : sum), 0);
}

/** Returns the number of lines that pass a filter. */
export function countLines({ chunks, first, end }: LogLines, least: Severity): number {
	if (least === 0) return end - first;
	return chunks.reduce((sum, chunk) => sum + passingIn(chunk, least), 0);
}

/** Returns the number of lines before a line that pass a filter. */
export function positionOf(lines: LogLines, line: number, least: Severity): number {
	if (least === 0) return Math.max(0, Math.min(line, lines.end) - lines.first);
	let position = 0;
	for (const chunk of lines.chunks) {
		if (endOf(chunk) <= line) position += passingIn(chunk, least);
		else {
			const own = chunk.severities.subarray(0, Math.max(0, line - chunk.first));
			for (const severity of own) if (passes(severity, least)) position += 1;
			break;
		}
	}
	return position;
}

/** Returns the number of the line at a position among those that pass a filter; undefined if there is none. */
export function lineAt(lines: LogLines, position: number, least: Severity): number | undefined {
	if (position < 0) return undefined;
	if (least === 0) return position < lines.end - lines.first ? lines.first + position : undefined;
	let rest = position;
	for (const chunk of lines.chunks) {
		const count = passingIn(chunk, least);
		if (rest >= count) {
			rest -= count;
			continue;
		}
		for (let index = 0; index < chunk.severities.length; index++) {
			if (!passes(chunk.severities[index] ?? 0, least)) continue;
			if (rest === 0) return chunk.first + index;
			rest -= 1;
		}
	}
	return undefined;
}
