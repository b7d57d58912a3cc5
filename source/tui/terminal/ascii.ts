import { BLANK_GLYPH, CONTINUATION_GLYPH } from './glyphs.ts';
import type { Grid } from './grid.ts';

/**
 * The nearest ASCII character for our own signs: the character, then the signs it replaces. A sign alone is no letter that
 * could be read as a key, except the arrow down beside '^'.
 */
const nearest: Readonly<Record<string, string>> = {
	'-': '─┄┅┈┉╌╍═╴╶╺╼╾▎▏▃▄‐‑‒–—―−∞',
	'|': '‖│┃┆┇┊┋╎╏║╵╷╹╻╽╿↕▕',
	'/': '╱',
	'\\': '╲',
	'#': '█▉▊▇▮■▪',
	'%': '▓',
	'=': '━╸▋▍▅▆▒▐',
	_: '▁▂◌',
	' ': '░\u00a0\u2800',
	'^': '↑↖↗▲△▴',
	v: '↓↘↙▼▽▾',
	'<': '←◀◁◂‹«⟨',
	'>': '▌→▶▷▸›»⟩',
	'*': '●•◉◆★∗⁎✓✔',
	'.': '·∙⋅○◦◯◇□▫☆°',
	'+': '±',
	'!': '✗✘✖',
	x: '×╳',
	'~': '…≈',
	"'": '‘’‚′',
	'"': '“”„″',
	u: 'µμ',
	'@': '⟳',
};

const OTHER = '?'.charCodeAt(0);
const CROSSING = '+'.charCodeAt(0);

const table = new Map(
	Object.entries(nearest).flatMap(([ascii, signs]) =>
		[...signs].map((sign): [number, number] => [sign.codePointAt(0) ?? 0, ascii.charCodeAt(0)]),
	),
);

/**
 * Replaces every glyph of a grid by printable ASCII. Our own signs become the nearest character, all others a question
 * mark. Glyphs keep their columns; the remaining columns of a wide glyph are blank.
 */
export function toAscii(grid: Grid): void {
	const { glyphs } = grid;
	for (let index = 0; index < glyphs.length; index++) {
		const glyph = glyphs[index] ?? BLANK_GLYPH;
		if (glyph < 0x20 || glyph > 0x7e) glyphs[index] = asciiOf(glyph);
	}
}

function asciiOf(glyph: number): number {
	if (glyph === CONTINUATION_GLYPH) return BLANK_GLYPH;
	const known = table.get(glyph);
	if (known !== undefined) return known;
	// Corners and crossings of lines.
	if (glyph >= 0x2500 && glyph < 0x2580) return CROSSING;
	return glyph > 0x2800 && glyph < 0x2900 ? dotsOf(glyph - 0x2800) : OTHER;
}

/** The dots of each row of a braille cell, and the characters for one to four rows with dots. */
const dotRows = [0x09, 0x12, 0x24, 0xc0] as const;
const heights = [...'_-=#'].map((sign) => sign.charCodeAt(0));

/** Returns the height of a column in a graph, whether it stands or hangs. */
function dotsOf(dots: number): number {
	return heights[dotRows.filter((row) => (dots & row) !== 0).length - 1] ?? OTHER;
}
