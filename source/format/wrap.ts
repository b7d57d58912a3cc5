import { truncate, width } from './cells.ts';

/** Wraps sanitized text to lines of at most `columns` cells between words; longer words are cut. */
export function wrap(text: string, columns: number): string[] {
	const lines: string[] = [];
	let line = '';
	for (const word of text.split(' ')) {
		const longer = line === '' ? word : `${line} ${word}`;
		if (width(longer) <= columns) {
			line = longer;
			continue;
		}
		if (line !== '') lines.push(line);
		line = truncate(word, columns);
	}
	return [...lines, line];
}
