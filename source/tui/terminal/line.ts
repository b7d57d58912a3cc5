import { applySgr, PLAIN } from './attributes.ts';
import { BoundedMemo } from './bounded-memo.ts';
import { CONTINUATION_GLYPH } from './glyphs.ts';
import { scanText } from './scan.ts';

/** One line as cells. A glyph of n columns is followed by n - 1 continuation cells of the same style. */
export interface Line {
	readonly glyphs: Int32Array;
	readonly attributes: Int32Array;
	readonly width: number;
}

const memo = new BoundedMemo<string, Line>(4096);

/** Returns the cells of a text without line breaks (a line break is dropped). Equal texts return the same object. */
export function parseLine(text: string): Line {
	return memo.get(text, parse);
}

/** Cells of the line that is being parsed; longer ones replace it. */
let scratch = { glyphs: new Int32Array(1024), attributes: new Int32Array(1024) };

function parse(text: string): Line {
	// A character of two cells has at least one unit.
	const most = 2 * text.length;
	if (most > scratch.glyphs.length)
		scratch = { glyphs: new Int32Array(most), attributes: new Int32Array(most) };
	const { glyphs, attributes } = scratch;
	let length = 0;
	let style = PLAIN;
	scanText(text, {
		glyph(glyph, width) {
			for (let cell = 0; cell < width; cell++) {
				glyphs[length] = cell === 0 ? glyph : CONTINUATION_GLYPH;
				attributes[length] = style;
				length++;
			}
		},
		sgr(parameters) {
			style = applySgr(style, parameters);
		},
		newline() {},
	});
	return { glyphs: glyphs.slice(0, length), attributes: attributes.slice(0, length), width: length };
}
