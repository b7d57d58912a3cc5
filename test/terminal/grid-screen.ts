import { toAscii } from '../../source/tui/terminal/ascii.ts';
import { type CellStyle, styleOf } from '../../source/tui/terminal/attributes.ts';
import { BLANK_GLYPH, CONTINUATION_GLYPH, glyphText } from '../../source/tui/terminal/glyphs.ts';
import { Grid } from '../../source/tui/terminal/grid.ts';
import type { Target } from '../../source/tui/terminal/targets.ts';
import type { ScreenSize } from '../screens/pressing.ts';
import { paletteColor, type ShownCell, ShownScreen } from './shown-screen.ts';

/** The cells of a painted grid, as an emulator shows them. */
export class GridScreen extends ShownScreen {
	readonly grid: Grid;
	readonly size: ScreenSize;
	#targets: readonly (readonly (Target | undefined)[])[] | undefined;

	constructor(grid: Grid) {
		super();
		this.grid = grid;
		this.size = { columns: grid.columns, rows: grid.rows };
	}

	/** Returns the same screen in printable ASCII. */
	inAscii(): GridScreen {
		const copy = copyOf(this.grid);
		toAscii(copy);
		return new GridScreen(copy);
	}

	part(y: number, left: number, right: number): string {
		const { glyphs, columns } = this.grid;
		let text = '';
		for (let x = left; x < Math.min(right, columns); x++) {
			const glyph = glyphs[y * columns + x] ?? BLANK_GLYPH;
			if (glyph !== CONTINUATION_GLYPH) text += glyphText(glyph);
			else if (x === left) text += ' ';
		}
		return text;
	}

	cell(x: number, y: number): ShownCell {
		const index = y * this.grid.columns + x;
		const glyph = this.grid.glyphs[index] ?? BLANK_GLYPH;
		return { text: glyph === CONTINUATION_GLYPH ? '' : glyphText(glyph), style: this.#style(index) };
	}

	/** Returns the styles of the cells of a row, as one text. */
	stylesOf(y: number): string {
		const { columns } = this.size;
		return Array.from({ length: columns }, (_, x) => this.#style(y * columns + x)).join();
	}

	/** Returns the different styles of the screen. */
	styles(): string[] {
		return [...new Set(Array.from(this.grid.glyphs, (_, index) => this.#style(index)))];
	}

	/** Returns the mouse target of each cell, row by row. */
	get targets(): readonly (readonly (Target | undefined)[])[] {
		const { columns, rows, targets } = this.grid;
		this.#targets ??= Array.from({ length: rows }, (_, y) =>
			Array.from({ length: columns }, (_, x) => targets.at(x, y)),
		);
		return this.#targets;
	}

	#style(index: number): string {
		return wordsOfStyle(this.grid.attributes[index] ?? 0, this.grid.glyphs[index] === BLANK_GLYPH);
	}
}

/** Returns a grid with the same cells. */
export function copyOf(grid: Grid): Grid {
	const copy = new Grid(grid.columns, grid.rows);
	copy.glyphs.set(grid.glyphs);
	copy.attributes.set(grid.attributes);
	return copy;
}

const flagWords = ['bold', 'dim', 'italic', 'underline', 'inverse', 'strikethrough'];
const styles: [text: string[], blank: string[]] = [[], []];

/** Returns the words of a style. A blank has no words for what it does not show. */
function wordsOfStyle(id: number, isBlank: boolean): string {
	const known = styles[isBlank ? 1 : 0];
	known[id] ??= wordsOf(styleOf(id), isBlank);
	return known[id];
}

function wordsOf({ flags, foreground, background }: CellStyle, isBlank: boolean): string {
	const set = flagWords.filter((_, bit) => (flags & (1 << bit)) !== 0);
	const isBare = isBlank && !set.includes('inverse');
	const seen = isBare ? set.filter((word) => word === 'underline' || word === 'strikethrough') : set;
	const words = [...seen];
	if (foreground !== '' && (!isBare || seen.length > 0)) words.push(colorOf(foreground, 30));
	if (background !== '') words.push('on', colorOf(background, 40));
	return words.join(' ');
}

/** Returns the word for a color in SGR parameters. `base`: that of the first of the eight colors. */
function colorOf(parameters: string, base: 30 | 40): string {
	const [code = 0, kind, ...rest] = parameters.split(';').map(Number);
	if (kind === 2) return `#${rest.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
	return paletteColor(kind === 5 ? (rest[0] ?? 0) : code < 90 ? code - base : code - base - 60 + 8);
}
