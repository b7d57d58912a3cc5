import { blankGlyph, continuationGlyph } from './glyphs.ts';
import type { Grid } from './grid.ts';

/** What ASCII has for the signs of our own: the sign, and what it stands for. */
const nearest: Readonly<Record<string, string>> = {
	'-': '─━┄┅┈┉╌╍═╴╶╸╺╼╾▎▏▃▄‐‑‒–—―−∞',
	'|': '│┃┆┇┊┋╎╏║╵╷╹╻╽╿↕▕',
	'/': '╱',
	'\\': '╲',
	'#': '█▉▊▇▮■▪',
	'%': '▓',
	'=': '▋▌▍▅▆▒▐',
	_: '▁▂',
	' ': '░\u00a0\u2800',
	'^': '↑↖↗▲△▴',
	v: '↓↘↙▼▽▾',
	'<': '←◀◁◂‹«⟨',
	'>': '→▶▷▸›»⟩',
	'*': '●•◉◆★∗⁎',
	o: '○◦◯◇□▫☆°',
	'+': '✓✔±',
	x: '✗✘✖×╳',
	'~': '…≈',
	'.': '·∙⋅',
	"'": '‘’‚′',
	'"': '“”„″',
	u: 'µμ',
};

const other = '?'.charCodeAt(0);
const crossing = '+'.charCodeAt(0);

const table = new Map(
	Object.entries(nearest).flatMap(([ascii, signs]) =>
		[...signs].map((sign): [number, number] => [sign.codePointAt(0) ?? 0, ascii.charCodeAt(0)]),
	),
);

/**
 * Makes every glyph of a grid one of printable ASCII: signs of our own the nearest there is, all else a question
 * mark. Every glyph keeps its columns; of a wide one the others are blank.
 */
export function toAscii(grid: Grid): void {
	const { glyphs } = grid;
	for (let index = 0; index < glyphs.length; index++) {
		const glyph = glyphs[index] ?? blankGlyph;
		if (glyph < 0x20 || glyph > 0x7e) glyphs[index] = asciiOf(glyph);
	}
}

function asciiOf(glyph: number): number {
	if (glyph === continuationGlyph) return blankGlyph;
	const known = table.get(glyph);
	if (known !== undefined) return known;
	// Corners and crossings of lines; the dots of a spinner.
	if (glyph >= 0x2500 && glyph < 0x2580) return crossing;
	return glyph > 0x2800 && glyph < 0x2900 ? '*'.charCodeAt(0) : other;
}
