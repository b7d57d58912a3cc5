import { plain, showsOnBlank } from './attributes.ts';
import type { ColourDepth } from './colour-depth.ts';
import { Cursor } from './cursor.ts';
import {
	blankGlyph,
	continuationGlyph,
	glyphText,
	glyphWidth,
	isSurelyNarrow,
	isSurelyWide,
} from './glyphs.ts';
import { Grid } from './grid.ts';
import { applyMove, findMove } from './scroll.ts';
import { SgrWriter } from './sgr.ts';

/** Unchanged plain cells up to this many are written again when that costs no more than stepping over them. */
const shortGap = 3;
/** Erasing to the end of the line takes three bytes and perhaps a change of look. */
const worthErasing = 4;

/**
 * Turns grids into bytes: what has to be written so that a terminal that shows the grid before shows this one.
 *
 * Invariant: after every frame `#shown` is what the terminal shows once it has read all frames so far. So a
 * frame that was encoded must be written (or `forget` called).
 */
export class Differ {
	readonly #shown: Grid;
	readonly #sgr: SgrWriter;
	readonly #cursor = new Cursor();
	#look = plain;
	#known = false;
	#out = '';

	constructor(columns: number, rows: number, depth: ColourDepth = 24) {
		this.#shown = new Grid(columns, rows);
		this.#sgr = new SgrWriter(depth);
		this.forget();
	}

	/** What the terminal shows is not known any more: the next frame writes every cell, without clearing. */
	forget(): void {
		this.#shown.forget();
		this.#cursor.forget();
		this.#known = false;
	}

	/** The bytes that turn the terminal into `next`, a grid of the same size; '' when it shows that already. */
	encode(next: Grid): string {
		this.#out = '';
		if (!this.#known) {
			this.#out = '\x1b[m';
			this.#look = plain;
			this.#known = true;
		} else {
			this.#scroll(next);
		}
		for (let y = 0; y < next.rows; y++) this.#row(next, y);
		return this.#out;
	}

	#scroll(next: Grid): void {
		const move = findMove(this.#shown, next);
		if (!move) return;
		const count = Math.abs(move.distance);
		this.#setLook(plain);
		this.#out += `\x1b[${move.top + 1};${move.bottom + 1}r`;
		this.#out += `\x1b[${count === 1 ? '' : count}${move.distance > 0 ? 'S' : 'T'}\x1b[r`;
		this.#cursor.home();
		applyMove(this.#shown, move);
	}

	#row(next: Grid, y: number): void {
		const { columns } = next;
		const start = y * columns;
		let x = 0;
		while (x < columns && this.#same(next, start + x)) x++;
		if (x === columns) return;
		const end = contentEnd(next, start);
		const erase = contentEnd(this.#shown, start) - end > worthErasing;
		const limit = erase ? end : columns;
		while (x < limit) {
			if (this.#same(next, start + x)) {
				x++;
				continue;
			}
			this.#moveTo(next, x, y);
			x = this.#run(next, x, y, limit);
		}
		if (erase) {
			this.#moveTo(next, end, y);
			if (showsOnBlank(this.#look)) this.#setLook(plain);
			this.#out += '\x1b[K';
		}
		this.#shown.glyphs.set(next.glyphs.subarray(start, start + columns), start);
		this.#shown.attributes.set(next.attributes.subarray(start, start + columns), start);
	}

	/** Writes cells from x on until one is the same; gives the column behind them. */
	#run(next: Grid, from: number, y: number, limit: number): number {
		const start = y * next.columns;
		let x = from;
		let forced = false;
		while (x < limit && (forced || !this.#same(next, start + x))) {
			if (this.#cursor.x < 0) this.#out += this.#cursor.moveTo(x, y);
			const glyph = next.glyphs[start + x] ?? blankGlyph;
			const look = next.attributes[start + x] ?? plain;
			if (glyph !== blankGlyph || showsOnBlank(look) || showsOnBlank(this.#look)) this.#setLook(look);
			const width = isSurelyNarrow(glyph) ? 1 : Math.max(1, glyphWidth(glyph));
			// A terminal that takes fewer columns for the glyph would leave old cells beside it.
			const doubtful = !isSurelyNarrow(glyph) && !isSurelyWide(glyph);
			if (doubtful && width > 1) this.#out += `\x1b[${width}X`;
			this.#out += glyphText(glyph);
			x += width;
			this.#cursor.x = isSurelyNarrow(glyph) && x < next.columns ? x : -1;
			// A terminal that takes more columns for it has written over the next cell.
			forced = doubtful;
		}
		return x;
	}

	/** Moves the cursor, over a short stretch of the same row by writing it again. */
	#moveTo(next: Grid, x: number, y: number): void {
		const cursor = this.#cursor;
		const gap = x - cursor.x;
		if (cursor.y === y && cursor.x >= 0 && gap > 0 && gap <= shortGap) {
			const text = this.#plainText(next, y * next.columns + cursor.x, gap);
			if (text !== undefined) {
				this.#out += text;
				cursor.x = x;
				return;
			}
		}
		this.#out += cursor.moveTo(x, y);
	}

	#plainText(next: Grid, from: number, count: number): string | undefined {
		let text = '';
		for (let index = from; index < from + count; index++) {
			const glyph = next.glyphs[index] ?? blankGlyph;
			if (glyph < 0x20 || glyph > 0x7e || next.attributes[index] !== this.#look) return undefined;
			text += String.fromCharCode(glyph);
		}
		return text;
	}

	#setLook(look: number): void {
		this.#out += this.#sgr.transition(this.#look, look);
		this.#look = look;
	}

	#same(next: Grid, index: number): boolean {
		const shown = this.#shown;
		const glyph = next.glyphs[index];
		if (shown.glyphs[index] !== glyph) return false;
		const before = shown.attributes[index] ?? plain;
		const after = next.attributes[index] ?? plain;
		return before === after || (glyph === blankGlyph && !showsOnBlank(before) && !showsOnBlank(after));
	}
}

/** The column behind the last cell of a row that does not look erased. */
function contentEnd(grid: Grid, start: number): number {
	let end = grid.columns;
	while (end > 0) {
		const index = start + end - 1;
		const glyph = grid.glyphs[index] ?? continuationGlyph;
		if (glyph !== blankGlyph || showsOnBlank(grid.attributes[index] ?? plain)) break;
		end--;
	}
	return end;
}
