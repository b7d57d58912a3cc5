import { applySgr, PLAIN } from './attributes.ts';
import { glyphText } from './glyphs.ts';
import { parseLine } from './line.ts';
import { scanText } from './scan.ts';
import { sgrSteps } from './sgr.ts';

/** Handling of text that is wider than its place; 'end' and 'middle' leave it as it is, as in Ink. */
export type TextWrap =
	| 'wrap'
	| 'end'
	| 'middle'
	| 'truncate'
	| 'truncate-start'
	| 'truncate-middle'
	| 'truncate-end';

interface StyledGlyph {
	readonly glyph: number;
	readonly width: number;
	readonly look: number;
}

const SPACE = 0x20;
const ELLIPSIS = 0x2026;

/** Returns the lines of a text in a place of this many columns, SGR sequences kept. Every line starts plain. */
export function flowText(text: string, columns: number, wrap: TextWrap): string[] {
	const lines = text.split('\n');
	if (wrap === 'end' || wrap === 'middle') return lines;
	if (lines.every((line) => lineWidth(line) <= columns)) return lines;
	if (columns < 1) return lines.map(() => '');
	const styled = readStyled(wrap === 'wrap' ? text.normalize() : text);
	if (wrap === 'wrap') return styled.flatMap((line) => wrapLine(line, columns)).map(writeStyled);
	return styled.map((line) => writeStyled(truncateLine(line, columns, wrap)));
}

/** Returns the columns of a line. */
export function lineWidth(line: string): number {
	return parseLine(line).width;
}

function readStyled(text: string): StyledGlyph[][] {
	let line: StyledGlyph[] = [];
	const lines = [line];
	let look = PLAIN;
	scanText(text, {
		glyph(glyph, width) {
			line.push({ glyph, width, look });
		},
		sgr(parameters) {
			look = applySgr(look, parameters);
		},
		newline() {
			line = [];
			look = PLAIN;
			lines.push(line);
		},
	});
	return lines;
}

function writeStyled(line: StyledGlyph[]): string {
	let text = '';
	let look = PLAIN;
	const turnTo = (next: number) => {
		// One sequence per parameter: the code that wraps this text in a look searches for its own closing codes.
		for (const step of sgrSteps(look, next)) text += `\x1b[${step}m`;
		look = next;
	};
	for (const glyph of line) {
		turnTo(glyph.look);
		text += glyphText(glyph.glyph);
	}
	turnTo(PLAIN);
	return text;
}

/** Breaks a line at spaces, and longer words anywhere; spaces are kept. */
function wrapLine(line: StyledGlyph[], columns: number): StyledGlyph[][] {
	let row: StyledGlyph[] = [];
	let width = 0;
	const rows = [row];
	const breakLine = () => {
		row = [];
		width = 0;
		rows.push(row);
	};
	const append = (glyph: StyledGlyph) => {
		row.push(glyph);
		width += glyph.width;
	};
	for (const { before, glyphs } of words(line)) {
		if (before) {
			if (width >= columns) breakLine();
			append(before);
		}
		const length = widthOf(glyphs);
		if (length > columns) {
			const here = 1 + Math.floor((length - (columns - width) - 1) / columns);
			const below = Math.floor((length - 1) / columns);
			if (below < here) breakLine();
			for (const [index, glyph] of glyphs.entries()) {
				if (width > 0 && width + glyph.width > columns) breakLine();
				append(glyph);
				if (width >= columns && index < glyphs.length - 1) breakLine();
			}
			continue;
		}
		if (width > 0 && length > 0 && width + length > columns) breakLine();
		for (const glyph of glyphs) append(glyph);
	}
	return rows;
}

/** Returns the words of a line, each with the space before it. */
function words(line: StyledGlyph[]): { before?: StyledGlyph; glyphs: StyledGlyph[] }[] {
	let word: { before?: StyledGlyph; glyphs: StyledGlyph[] } = { glyphs: [] };
	const found = [word];
	for (const glyph of line) {
		if (glyph.glyph === SPACE) {
			word = { before: glyph, glyphs: [] };
			found.push(word);
		} else word.glyphs.push(glyph);
	}
	return found;
}

/** Replaces omitted glyphs by an ellipsis. At an end it has the look of its neighbour. */
function truncateLine(line: StyledGlyph[], columns: number, wrap: TextWrap): StyledGlyph[] {
	const total = widthOf(line);
	if (total <= columns) return line;
	const mark = (neighbour?: StyledGlyph) => ({ glyph: ELLIPSIS, width: 1, look: neighbour?.look ?? PLAIN });
	if (wrap === 'truncate-start') {
		const rest = slice(line, total - columns + 1, total);
		return [mark(rest[0]), ...rest];
	}
	if (wrap === 'truncate-middle') {
		const half = Math.floor(columns / 2);
		return [...slice(line, 0, half), mark(), ...slice(line, total - (columns - half) + 1, total)];
	}
	const start = slice(line, 0, columns - 1);
	return [...start, mark(start.at(-1))];
}

/** Returns the glyphs that lie completely within some columns. */
function slice(line: StyledGlyph[], from: number, to: number): StyledGlyph[] {
	let x = 0;
	return line.filter(({ width }) => {
		const start = x;
		x += width;
		return start >= from && x <= to;
	});
}

function widthOf(line: StyledGlyph[]): number {
	return line.reduce((sum, { width }) => sum + width, 0);
}
