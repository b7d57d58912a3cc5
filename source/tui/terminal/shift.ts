import { plain } from './attributes.ts';
import { blankGlyph, isSurelyNarrow } from './glyphs.ts';
import type { Grid } from './grid.ts';

/** Cells of a row from column x on move right by so many columns, or left when it is negative. */
export interface Shift {
	readonly x: number;
	readonly by: number;
}

const farthest = 8;
/** So many cells have to be right by it that were not before. */
const worth = 12;

/**
 * Finds the shift that makes most cells of a row of `before` what they are in `after`: a word among others became
 * longer or shorter. Only where all glyphs that move are narrow, since terminals disagree about the others.
 */
export function findShift(before: Grid, after: Grid, y: number): Shift | undefined {
	const { columns } = after;
	const start = y * columns;
	const equal = (from: number, to: number) =>
		before.glyphs[start + from] === after.glyphs[start + to] &&
		before.attributes[start + from] === after.attributes[start + to];
	let best: Shift | undefined;
	let bestGain = worth;
	for (let step = 1; step <= farthest; step++) {
		for (const by of [step, -step]) {
			let gain = 0;
			// From the right: what is gained when all from x on comes from `by` columns beside.
			for (let x = columns - 1; x >= Math.max(0, by); x--) {
				if (!isSurelyNarrow(before.glyphs[start + Math.min(x, x - by)] ?? -1)) break;
				gain += (x - by < columns && equal(x - by, x) ? 1 : 0) - (equal(x, x) ? 1 : 0);
				if (gain <= bestGain) continue;
				best = { x: by > 0 ? x - by : x, by };
				bestGain = gain;
			}
		}
	}
	return best;
}

/** Does to a grid what the terminal does when it inserts or deletes cells. */
export function applyShift(grid: Grid, y: number, { x, by }: Shift): void {
	const start = y * grid.columns + x;
	const end = (y + 1) * grid.columns;
	const blanks = by > 0 ? [start, start + by] : [end + by, end];
	for (const [cells, blank] of [[grid.glyphs, blankGlyph] as const, [grid.attributes, plain] as const]) {
		if (by > 0) cells.copyWithin(start + by, start, end - by);
		else cells.copyWithin(start, start - by, end);
		cells.fill(blank, blanks[0], blanks[1]);
	}
}
