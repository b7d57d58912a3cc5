import { width } from '../../../source/format/cells.ts';

/** A piece of a line and its SGR parameters ('1;36'), '' for plain. */
export type Span = readonly [text: string, style: string];

/** A line as cells: the glyph of each ('' after a wide one), and its style. */
export interface Cells {
	readonly glyphs: readonly string[];
	readonly styles: readonly string[];
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Text in which each code unit is a glyph of one cell. Other text must be segmented. */
const simple = /^[\x20-\x7e–…\u2190-\u21ff\u2500-\u25ff]*/;

/** Returns the cells of a line of exactly `columns`, padded with blanks. */
export function cellsOf(spans: readonly Span[], columns: number): Cells {
	const glyphs: string[] = [];
	const styles: string[] = [];
	for (const [text, style] of spans) {
		const [start = ''] = simple.exec(text) ?? [];
		for (const glyph of start) glyphs.push(glyph);
		for (const { segment } of graphemes.segment(text.slice(start.length))) {
			glyphs.push(segment);
			for (let cell = width(segment); cell > 1; cell--) glyphs.push('');
		}
		while (styles.length < glyphs.length) styles.push(style);
	}
	while (glyphs.length < columns) {
		glyphs.push(' ');
		styles.push('');
	}
	glyphs.length = columns;
	styles.length = columns;
	return { glyphs, styles };
}

/** An empty line. */
export function blankCells(columns: number): Cells {
	return cellsOf([], columns);
}
