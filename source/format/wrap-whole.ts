import { truncate, width } from './cells.ts';
import { graphemes } from './graphemes.ts';

/**
 * Wraps sanitized text to lines of at most `columns` cells, between words, and within words longer than a line. Omits
 * only the blanks at breaks.
 */
export function wrapWhole(text: string, columns: number): string[] {
	const room = Math.max(2, columns);
	const lines: string[] = [];
	let line: string | undefined;
	for (const word of text.split(' ')) {
		const longer = line === undefined ? word : `${line} ${word}`;
		if (width(longer) <= room) {
			line = longer;
			continue;
		}
		if (line !== undefined && line.trim() !== '') lines.push(line);
		const parts = splitWord(word, room);
		lines.push(...parts.slice(0, -1));
		line = parts.at(-1);
	}
	return [...lines, line ?? ''];
}

function splitWord(word: string, columns: number): string[] {
	if (truncate(word, columns) === word) return [word];
	const parts: string[] = [];
	let part = '';
	let cells = 0;
	for (const cluster of graphemes(word)) {
		const wide = width(cluster);
		if (cells + wide > columns && part !== '') {
			parts.push(part);
			part = '';
			cells = 0;
		}
		part += cluster;
		cells += wide;
	}
	return [...parts, part];
}
