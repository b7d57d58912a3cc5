import { width } from '../../../source/format/cells.ts';

/** A piece of a line and its SGR parameters ('1;36'), '' for plain. */
export type Span = readonly [text: string, look: string];

/** A line by its cells: the glyph of each ('' behind a wide one), and its look. */
export interface Cells {
	readonly glyphs: readonly string[];
	readonly looks: readonly string[];
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Each unit of such text is a glyph of one cell; of the rest what is a glyph has to be found out. */
const simple = /^[\x20-\x7e–…\u2190-\u21ff\u2500-\u25ff]*/;

/** The cells of a line of exactly `columns`; what is missing is blank. */
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

/** A line without anything. */
export function blankCells(columns: number): Cells {
	return cellsOf([], columns);
}
