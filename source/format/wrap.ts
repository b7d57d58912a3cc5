import { truncate, width } from './cells.ts';

/** A text in lines of at most `columns` cells, broken between words; a word that is longer is cut. Sanitised text. */
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
