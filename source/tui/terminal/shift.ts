import { PLAIN } from './attributes.ts';
import { BLANK_GLYPH, isSurelyNarrow } from './glyphs.ts';
import type { Grid } from './grid.ts';

/** Cells of a row from column x on move right by `by` columns, or left when it is negative. */
interface Shift {
	readonly x: number;
	readonly by: number;
}

const MAX_SHIFT = 8;
/** Minimum of cells that a shift must correct. */
const MIN_GAIN = 12;

/**
 * Returns the shift that makes most cells of a row of `before` equal to `after`, e.g. after a word changed its length.
 * All moved glyphs must be narrow, since terminals disagree about the others.
 */
export function findShift(before: Grid, after: Grid, y: number): Shift | undefined {
	const { columns } = after;
	const start = y * columns;
	const end = start + columns;
	const [oldGlyphs, oldStyles] = [before.glyphs, before.attributes];
	const [glyphs, styles] = [after.glyphs, after.attributes];
	let changed = 0;
	for (let to = start; to < end; to++)
		if (oldGlyphs[to] !== glyphs[to] || oldStyles[to] !== styles[to]) changed++;
	let best: Shift | undefined;
	let bestGain = MIN_GAIN;
	for (let step = 1; step <= MAX_SHIFT; step++) {
		for (const by of [step, -step]) {
			let gain = 0;
			// The gain cannot exceed the number of wrong cells further left.
			let wrong = changed;
			// From the right: the gain when all cells from here on come from `by` columns beside.
			for (let to = end - 1; to >= start + Math.max(0, by) && gain + wrong > bestGain; to--) {
				const from = to - by;
				if (!isSurelyNarrow(oldGlyphs[by > 0 ? from : to] ?? -1)) break;
				const isRight = oldGlyphs[to] === glyphs[to] && oldStyles[to] === styles[to];
				const willBeRight = from < end && oldGlyphs[from] === glyphs[to] && oldStyles[from] === styles[to];
				if (!isRight) wrong--;
				if (isRight === willBeRight) continue;
				gain += willBeRight ? 1 : -1;
				if (gain <= bestGain) continue;
				best = { x: Math.min(from, to) - start, by };
				bestGain = gain;
			}
		}
	}
	return best;
}

/** Applies the terminal's insertion or deletion of cells to a grid. */
export function applyShift(grid: Grid, y: number, { x, by }: Shift): void {
	const start = y * grid.columns + x;
	const end = (y + 1) * grid.columns;
	const blanks = by > 0 ? [start, start + by] : [end + by, end];
	for (const [cells, blank] of [[grid.glyphs, BLANK_GLYPH] as const, [grid.attributes, PLAIN] as const]) {
		if (by > 0) cells.copyWithin(start + by, start, end - by);
		else cells.copyWithin(start, start - by, end);
		cells.fill(blank, blanks[0], blanks[1]);
	}
}
