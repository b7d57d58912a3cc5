import type { ColourDepth } from './colour-depth.ts';
import { Grid } from './grid.ts';
import { RowWriter } from './row-writer.ts';
import { applyMove, findMove } from './scroll.ts';

/** When more rows changed, what moved within one is not looked for: it would take longer than it is worth. */
const fewRows = 8;

/**
 * Turns grids into bytes: what has to be written so that a terminal that shows the grid before shows this one.
 *
 * Invariant: after every frame `#shown` is what the terminal shows once it has read all frames so far. So a
 * frame that was encoded must be written (or `forget` called).
 */
export class Differ {
	readonly #shown: Grid;
	readonly #writer: RowWriter;
	#known = false;

	constructor(columns: number, rows: number, depth: ColourDepth = 24) {
		this.#shown = new Grid(columns, rows);
		this.#writer = new RowWriter(this.#shown, depth);
		this.forget();
	}

	/** What the terminal shows is not known any more: the next frame writes every cell, without clearing. */
	forget(): void {
		this.#shown.forget();
		this.#known = false;
	}

	/** The bytes that turn the terminal into `next`, a grid of the same size; '' when it shows that already. */
	encode(next: Grid): string {
		let changed = this.#changedRows(next);
		if (!this.#known) this.#writer.begin();
		else if (this.#scroll(next, changed)) changed = this.#changedRows(next);
		this.#known = true;
		for (const y of changed) this.#writer.row(next, y, changed.length <= fewRows);
		return this.#writer.take();
	}

	#changedRows(next: Grid): readonly number[] {
		const changed: number[] = [];
		for (let y = 0; y < next.rows; y++) if (!next.sameRow(this.#shown, y)) changed.push(y);
		return changed;
	}

	/** Scrolls rows if that saves bytes; says whether it did. */
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
