import { width } from '../../../source/format/cells.ts';

/** A piece of a line and its SGR parameters ('1;36'), '' for plain. */
export type Span = readonly [text: string, look: string];

/** A line as cells: the glyph of each ('' after a wide one), and its look. */
export interface Cells {
	readonly glyphs: readonly string[];
	readonly looks: readonly string[];
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Text in which each code unit is a glyph of one cell. Other text must be segmented. */
const simple = /^[\x20-\x7e–…\u2190-\u21ff\u2500-\u25ff]*/;

/** Returns the cells of a line of exactly `columns`, padded with blanks. */
export function cellsOf(spans: readonly Span[], columns: number): Cells {
	const glyphs: string[] = [];
	const looks: string[] = [];
	for (const [text, look] of spans) {
		const [start = ''] = simple.exec(text) ?? [];
		for (const glyph of start) glyphs.push(glyph);
		for (const { segment } of graphemes.segment(text.slice(start.length))) {
			glyphs.push(segment);
			for (let cell = width(segment); cell > 1; cell--) glyphs.push('');
		}
		while (looks.length < glyphs.length) looks.push(look);
	}
	while (glyphs.length < columns) {
		glyphs.push(' ');
		looks.push('');
	}
	glyphs.length = columns;
	looks.length = columns;
	return { glyphs, looks };
}

/** An empty line. */
export function blankCells(columns: number): Cells {
	return cellsOf([], columns);
}
