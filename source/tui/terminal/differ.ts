import type { ColorDepth } from './color-depth.ts';
import { Grid } from './grid.ts';
import { RowWriter } from './row-writer.ts';
import { applyMove, findMove } from './scroll.ts';

/**
 * Shifts within a row are searched only up to this number of changed rows. With more rows the search costs more than it
 * saves.
 */
const MAX_SHIFT_ROWS = 8;

/**
 * Encodes grids as bytes that turn the terminal from the previous grid into the next one.
 *
 * Invariant: after every frame `#shown` equals the terminal's content once it has read all frames so far. An encoded
 * frame must therefore be written, or `forget` called.
 */
export class Differ {
	readonly #shown: Grid;
	readonly #writer: RowWriter;
	#known = false;
	/** The grid that was shown last. Only its painted rows can differ at the next frame. */
	#last: Grid | undefined;

	constructor(columns: number, rows: number, depth: ColorDepth = 24) {
		this.#shown = new Grid(columns, rows);
		this.#writer = new RowWriter(this.#shown, depth);
		this.forget();
	}

	/** Forgets the content of the terminal: the next frame writes every cell, without clearing. */
	forget(): void {
		this.#shown.forget();
		this.#known = false;
	}

	/** Returns the bytes that turn the terminal into `next`, a grid of the same size; '' when nothing changed. */
	encode(next: Grid): string {
		let changed = this.#changedRows(next, this.#known && next === this.#last);
		if (!this.#known) this.#writer.begin();
		else if (this.#scroll(next, changed)) changed = this.#changedRows(next, false);
		this.#known = true;
		this.#last = next;
		next.touched.fill(0);
		for (const y of changed) this.#writer.row(next, y, changed.length <= MAX_SHIFT_ROWS);
		return this.#writer.take();
	}

	/** Returns rows that may differ from those on the terminal. */
	#changedRows(next: Grid, isTouched: boolean): readonly number[] {
		const rows: number[] = [];
		for (let y = 0; y < next.rows; y++) if (!isTouched || next.touched[y] === 1) rows.push(y);
		// A few rows are only compared when they are written.
		return isTouched && rows.length <= MAX_SHIFT_ROWS
			? rows
			: rows.filter((y) => !next.sameRow(this.#shown, y));
	}

	/** Scrolls rows if that saves bytes. Returns whether it did. */
	#scroll(next: Grid, changed: readonly number[]): boolean {
		const move = findMove(this.#shown, next, changed);
		if (!move) return false;
		const count = Math.abs(move.distance);
		this.#writer.plainly(
			`\x1b[${move.top + 1};${move.bottom + 1}r\x1b[${count === 1 ? '' : count}${move.distance > 0 ? 'S' : 'T'}\x1b[r`,
		);
		this.#writer.cursor.home();
		applyMove(this.#shown, move);
		return true;
	}
}
