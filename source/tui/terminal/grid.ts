import { type Area, intersect } from './area.ts';
import { PLAIN } from './attributes.ts';
import { BLANK_GLYPH, CONTINUATION_GLYPH, glyphText, UNKNOWN_GLYPH } from './glyphs.ts';
import type { Line } from './line.ts';
import { PaintedTargets } from './targets.ts';

/**
 * A screen of cells.
 * Invariant: a glyph of n columns has n cells of one row and one style. The first holds the glyph, the others
 * `CONTINUATION_GLYPH`. Painting over a part of it blanks the rest.
 */
export class Grid {
	readonly columns: number;
	readonly rows: number;
	readonly glyphs: Int32Array;
	readonly attributes: Int32Array;
	/** For each row, whether it was painted since the flag was reset: 1 or 0. */
	readonly touched: Uint8Array;
	/** Its targets for the mouse. */
	readonly targets = new PaintedTargets();
	/** Number of rows by which a list moved up in the last painting, or down if it is negative; 0 if unknown. */
	moved = 0;
	/** The same memory as bytes, because comparing them is native. */
	readonly #bytes: readonly [glyphs: Buffer, attributes: Buffer];

	constructor(columns: number, rows: number) {
		this.columns = columns;
		this.rows = rows;
		this.glyphs = new Int32Array(columns * rows).fill(BLANK_GLYPH);
		this.attributes = new Int32Array(columns * rows);
		this.touched = new Uint8Array(rows).fill(1);
		this.#bytes = [Buffer.from(this.glyphs.buffer), Buffer.from(this.attributes.buffer)];
	}

	/** Whether a row holds the same glyphs and styles as that of a grid of the same width. */
	sameRow(other: Grid, y: number, otherY = y): boolean {
		const length = this.columns * 4;
		const [start, otherStart] = [y * length, otherY * length];
		const areSame = (bytes: Buffer, others: Buffer) =>
			bytes.compare(others, otherStart, otherStart + length, start, start + length) === 0;
		const [glyphs, attributes] = this.#bytes;
		const [otherGlyphs, otherAttributes] = other.#bytes;
		return areSame(glyphs, otherGlyphs) && areSame(attributes, otherAttributes);
	}

	/** The whole screen. */
	get area(): Area {
		return { left: 0, top: 0, right: this.columns, bottom: this.rows };
	}

	clear(): void {
		this.glyphs.fill(BLANK_GLYPH);
		this.attributes.fill(PLAIN);
		this.touched.fill(1);
		this.targets.set([]);
	}

	/** Makes every cell differ from every painted one. */
	forget(): void {
		this.glyphs.fill(UNKNOWN_GLYPH);
		this.attributes.fill(PLAIN);
	}

	/** Blanks the part of an area that is on the screen. */
	fill(area: Area): void {
		const { left, top, right, bottom } = intersect(area, this.area);
		if (left >= right) return;
		for (let y = top; y < bottom; y++) {
			this.touched[y] = 1;
			this.#split(y, left);
			this.#split(y, right);
			const start = y * this.columns;
			this.glyphs.fill(BLANK_GLYPH, start + left, start + right);
			this.attributes.fill(PLAIN, start + left, start + right);
		}
	}

	/** Paints a line from (x, y) on, clipped to `clip` and the screen. */
	blit(line: Line, x: number, y: number, clip: Area): void {
		if (y < Math.max(0, clip.top) || y >= Math.min(this.rows, clip.bottom)) return;
		const from = Math.max(0, clip.left - x, -x);
		const to = Math.min(line.width, clip.right - x, this.columns - x);
		if (from >= to) return;
		this.touched[y] = 1;
		this.#split(y, x + from);
		this.#split(y, x + to);
		const start = y * this.columns + x;
		const whole = from === 0 && to === line.width;
		this.glyphs.set(whole ? line.glyphs : line.glyphs.subarray(from, to), start + from);
		this.attributes.set(whole ? line.attributes : line.attributes.subarray(from, to), start + from);
		if (line.glyphs[from] === CONTINUATION_GLYPH) this.#blankCutHead(start + from, start + to);
		if (to < line.width && line.glyphs[to] === CONTINUATION_GLYPH)
			this.#blankCutTail(start + to, start + from);
	}

	/** Returns the text of a row, without styles. */
	text(y: number): string {
		let text = '';
		for (let index = y * this.columns; index < (y + 1) * this.columns; index++) {
			const glyph = this.glyphs[index] ?? BLANK_GLYPH;
			if (glyph > 0) text += glyphText(glyph);
		}
		return text;
	}

	/** Blanks a glyph that crosses the edge before column x. */
	#split(y: number, x: number): void {
		if (x <= 0 || x >= this.columns) return;
		const { glyphs } = this;
		const start = y * this.columns;
		if (glyphs[start + x] !== CONTINUATION_GLYPH) return;
		let first = start + x;
		while (first > start && glyphs[first] === CONTINUATION_GLYPH) glyphs[first--] = BLANK_GLYPH;
		glyphs[first] = BLANK_GLYPH;
		for (
			let next = start + x + 1;
			next < start + this.columns && glyphs[next] === CONTINUATION_GLYPH;
			next++
		) {
			glyphs[next] = BLANK_GLYPH;
		}
	}

	#blankCutHead(from: number, to: number): void {
		for (let index = from; index < to && this.glyphs[index] === CONTINUATION_GLYPH; index++) {
			this.glyphs[index] = BLANK_GLYPH;
		}
	}

	#blankCutTail(to: number, from: number): void {
		let index = to - 1;
		while (index > from && this.glyphs[index] === CONTINUATION_GLYPH) this.glyphs[index--] = BLANK_GLYPH;
		this.glyphs[index] = BLANK_GLYPH;
	}
}
