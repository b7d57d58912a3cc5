import { width } from './cells.ts';
import { graphemes } from './graphemes.ts';
import { sanitize } from './sanitize.ts';

/** Maximum characters of a text. A traceback has some thousand. */
const MAX_TEXT_LENGTH = 64 * 1024;
/** Maximum lines before wrapping. */
const MAX_LINES = 1_000;

/**
 * Wraps untrusted text to lines of at most `columns` cells, sanitized and complete. Keeps its line breaks and
 * indentations; breaks between words, and within words longer than a line.
 */
export function paragraphs(text: string, columns: number): string[] {
	const room = Math.max(1, columns);
	return text
		.slice(0, MAX_TEXT_LENGTH)
		.trimEnd()
		.split(/\r\n|[\n\r\u2028\u2029]/)
		.slice(0, MAX_LINES)
		.flatMap((line) => wrapLine(sanitize(line.trimEnd(), MAX_TEXT_LENGTH), room));
}

function wrapLine(line: string, columns: number): string[] {
	const lines: string[] = [];
	let current = '';
	for (const [index, word] of line.split(' ').entries()) {
		const longer = index === 0 ? word : `${current} ${word}`;
		if (width(longer) <= columns) {
			current = longer;
			continue;
		}
		if (current.trim() !== '') lines.push(current);
		const pieces = width(word) <= columns ? [word] : splitWord(word, columns);
		lines.push(...pieces.slice(0, -1));
		current = pieces.at(-1) ?? '';
	}
	return [...lines, current];
}

function splitWord(word: string, columns: number): string[] {
	const pieces: string[] = [];
	let piece = '';
	let cells = 0;
	for (const cluster of graphemes(word)) {
		const more = width(cluster);
		if (cells + more > columns && piece !== '') {
			pieces.push(piece);
			piece = '';
			cells = 0;
		}
		piece += cluster;
		cells += more;
	}
	return [...pieces, piece];
}
