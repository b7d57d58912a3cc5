import { applySgr, PLAIN } from './attributes.ts';
import { BoundedMemo } from './bounded-memo.ts';
import { CONTINUATION_GLYPH } from './glyphs.ts';
import { scanText } from './scan.ts';

/** One line as cells. A glyph of n columns is followed by n - 1 continuation cells of the same look. */
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

function parse(text: string): Line {
	const glyphs: number[] = [];
	const attributes: number[] = [];
	let look = PLAIN;
	scanText(text, {
		glyph(glyph, width) {
			for (let cell = 0; cell < width; cell++) {
				glyphs.push(cell === 0 ? glyph : CONTINUATION_GLYPH);
				attributes.push(look);
			}
		},
		sgr(parameters) {
			look = applySgr(look, parameters);
		},
		newline() {},
	});
	return { glyphs: Int32Array.from(glyphs), attributes: Int32Array.from(attributes), width: glyphs.length };
}
