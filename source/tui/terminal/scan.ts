import { graphemes } from '../../format/graphemes.ts';
import { glyphOf, glyphWidth, isSurelyNarrow } from './glyphs.ts';

/** Receives the parts of a text that matter for a screen. */
interface TextSink {
	/** Receives a visible glyph: `width` is at least 1. */
	glyph(glyph: number, width: number): void;
	/** Receives the parameters of an SGR sequence. */
	sgr(parameters: string): void;
	newline(): void;
}

const sgrParameters = /^[\d;:]*$/;

/**
 * Reads text with SGR sequences.
 *
 * Invariant: every other escape sequence and every control character is dropped. So untrusted text cannot move the
 * cursor, set a title or make the terminal reply.
 */
export function scanText(text: string, sink: TextSink): void {
	const { length } = text;
	let index = 0;
	while (index < length) {
		const code = text.charCodeAt(index);
		if (isSurelyNarrow(code) && endsCluster(text.charCodeAt(index + 1))) {
			sink.glyph(code, 1);
			index++;
		} else if (code === 0x0a) {
			sink.newline();
			index++;
		} else if (isControl(code)) {
			const end = endOfControl(text, index);
			const parameters = sgrOf(text, index, end);
			if (parameters !== undefined) sink.sgr(parameters);
			index = end;
		} else {
			const end = endOfRun(text, index);
			for (const cluster of graphemes(text.slice(index, end))) {
				const glyph = glyphOf(cluster);
				const width = glyphWidth(glyph);
				if (width > 0) sink.glyph(glyph, width);
			}
			index = end;
		}
	}
}

/** Whether the text before certainly does not join with this character; true at the end of the text (NaN). */
function endsCluster(next: number): boolean {
	return !(next >= 0x300) || isSurelyNarrow(next);
}

function isControl(code: number): boolean {
	return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

/** Returns the end of a run that needs segmenting: the next control character or two narrow ones in a row. */
function endOfRun(text: string, start: number): number {
	let end = start + 1;
	while (end < text.length) {
		const code = text.charCodeAt(end);
		if (isControl(code)) break;
		if (isSurelyNarrow(code) && isSurelyNarrow(text.charCodeAt(end - 1))) return end - 1;
		end++;
	}
	return end;
}

/** Returns the index after the control character or escape sequence at `start`. */
function endOfControl(text: string, start: number): number {
	const code = text.charCodeAt(start);
	if (code === 0x9b) return endOfCsi(text, start + 1);
	if (code === 0x90 || code === 0x98 || code === 0x9d || code === 0x9e || code === 0x9f) {
		return endOfString(text, start + 1);
	}
	if (code !== 0x1b) return start + 1;
	let next = start + 1;
	const kind = text[next];
	if (kind === '[') return endOfCsi(text, next + 1);
	if (kind !== undefined && 'PX]^_'.includes(kind)) return endOfString(text, next + 1);
	while (text.charCodeAt(next) >= 0x20 && text.charCodeAt(next) < 0x30) next++;
	const final = text.charCodeAt(next);
	return final >= 0x30 && final < 0x7f ? next + 1 : next;
}

function endOfCsi(text: string, start: number): number {
	let end = start;
	while (text.charCodeAt(end) >= 0x20 && text.charCodeAt(end) < 0x40) end++;
	const final = text.charCodeAt(end);
	return final >= 0x40 && final < 0x7f ? end + 1 : end;
}

/** Strings (titles, clipboards, links) end at BEL or ST; an unfinished one ends with its line. */
function endOfString(text: string, start: number): number {
	for (let end = start; end < text.length; end++) {
		const code = text.charCodeAt(end);
		if (code === 0x07 || code === 0x9c) return end + 1;
		if (code === 0x1b) return text[end + 1] === '\\' ? end + 2 : end;
		if (code === 0x0a) return end;
	}
	return text.length;
}

function sgrOf(text: string, start: number, end: number): string | undefined {
	if (text[end - 1] !== 'm' || end - start < 2) return undefined;
	const first = text.charCodeAt(start);
	const from = first === 0x9b ? start + 1 : first === 0x1b && text[start + 1] === '[' ? start + 2 : -1;
	if (from < 0) return undefined;
	const parameters = text.slice(from, end - 1);
	return sgrParameters.test(parameters) ? parameters : undefined;
}
