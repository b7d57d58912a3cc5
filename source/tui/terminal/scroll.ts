import { plain } from './attributes.ts';
import { blankGlyph } from './glyphs.ts';
import type { Grid } from './grid.ts';

/** Rows `top` to `bottom` (inclusive) move up by `distance` rows, or down when it is negative. */
export interface Move {
	readonly top: number;
	readonly bottom: number;
	readonly distance: number;
}

/** More rows at once leave too little of a screen to be worth a move. */
const farthest = 20;
/** When fewer rows changed, it was something else: a cursor that moved, a clock. */
const fewestRows = 5;
/** Of what a move can make right, this part is enough not to look for a better one. */
const goodEnough = 0.8;
/** Columns that are looked at to find out how far rows moved. */
const sampled = 24;

/**
 * Finds the move of whole rows that makes most cells of `before` what they are in `after`, if one is worth
 * its bytes. Cells beside the scrolled list (a side pane, a border) count against it.
 */
export function findMove(before: Grid, after: Grid): Move | undefined {
	const { columns, rows } = after;
	const changed: number[] = [];
	for (let y = 0; y < rows; y++) if (!before.sameRow(after, y)) changed.push(y);
	if (changed.length < fewestRows) return undefined;
	const changes = new Int32Array(columns);
	const same = new Int32Array(rows).fill(columns);
	let different = 0;
	for (const y of changed) {
		const count = countSame(before, after, y, changes);
		same[y] = count;
		different += columns - count;
	}
	// A move costs some bytes, and the rows that it leaves blank.
	if (different <= columns) return undefined;
	const busiest = [...changes.keys()].sort((one, other) => (changes[other] ?? 0) - (changes[one] ?? 0));
	const distance = likeliestDistance(before, after, Int32Array.from(busiest.slice(0, sampled)));
	if (distance === undefined) return undefined;
	const all = Int32Array.from(changes.keys());
	const found = bestRange(rows, distance, same, (from, to) => equalCells(before, after, from, to, all));
	return found.gain > columns ? found.move : undefined;
}

/** How far most rows moved, by some of their columns. */
function likeliestDistance(before: Grid, after: Grid, columns: Int32Array): number | undefined {
	const { rows } = after;
	const same = Int32Array.from({ length: rows }, (_, y) => equalCells(before, after, y, y, columns));
	const different = same.reduce((sum, count) => sum + columns.length - count, 0);
	let best: number | undefined;
	let bestGain = 0;
	for (let step = 1; step <= Math.min(farthest, rows - 1); step++) {
		for (const distance of [step, -step]) {
			const { gain } = bestRange(rows, distance, same, (from, to) =>
				equalCells(before, after, from, to, columns),
			);
			if (gain <= bestGain) continue;
			best = distance;
			bestGain = gain;
		}
		if (bestGain > different * goodEnough) break;
	}
	return best;
}

/** Does to a grid what the terminal does when it scrolls. */
export function applyMove(grid: Grid, { top, bottom, distance }: Move): void {
	const { columns, glyphs, attributes } = grid;
	const count = Math.abs(distance);
	const start = top * columns;
	const end = (bottom + 1) * columns;
	const shift = count * columns;
	const vacated = distance > 0 ? [end - shift, end] : [start, start + shift];
	for (const cells of [glyphs, attributes]) {
		if (distance > 0) cells.copyWithin(start, start + shift, end);
		else cells.copyWithin(start + shift, start, end - shift);
	}
	glyphs.fill(blankGlyph, vacated[0], vacated[1]);
	attributes.fill(plain, vacated[0], vacated[1]);
}

/**
 * The rows that gain most when they are taken from `distance` rows further down: a stretch of greatest sum. `same`
 * says how many cells of each row are right without a move, `moved` how many are when it is another one.
 */
function bestRange(
	rows: number,
	distance: number,
	same: Int32Array,
	moved: (from: number, to: number) => number,
): { move: Move; gain: number } {
	let best = { first: 0, last: 0, gain: 0 };
	let first = 0;
	let sum = 0;
	for (let y = Math.max(0, -distance); y < rows - Math.max(0, distance); y++) {
		if (sum <= 0) {
			first = y;
			sum = 0;
		}
		sum += moved(y + distance, y) - (same[y] ?? 0);
		if (sum > best.gain) best = { first, last: y, gain: sum };
	}
	const top = Math.min(best.first, best.first + distance);
	const bottom = Math.max(best.last, best.last + distance);
	let { gain } = best;
	// The rows left blank lose what was right in them.
	for (let y = top; y < best.first; y++) gain -= same[y] ?? 0;
	for (let y = best.last + 1; y <= bottom; y++) gain -= same[y] ?? 0;
	return { move: { top, bottom, distance }, gain };
}

/** How many cells of a row are the same; those that are not are counted by their columns. */
function countSame(before: Grid, after: Grid, y: number, changes: Int32Array): number {
	const { columns } = after;
	const start = y * columns;
	let count = 0;
	for (let x = 0; x < columns; x++) {
		const index = start + x;
		if (
			before.glyphs[index] === after.glyphs[index] &&
			before.attributes[index] === after.attributes[index]
		) {
			count++;
		} else changes[x] = (changes[x] ?? 0) + 1;
	}
	return count;
}

/** How many cells of some columns are the same in a row before and another one after. */
function equalCells(before: Grid, after: Grid, from: number, to: number, columns: Int32Array): number {
	const source = from * after.columns;
	const target = to * after.columns;
	let count = 0;
	for (let index = 0; index < columns.length; index++) {
		const x = columns[index] ?? 0;
		if (
			before.glyphs[source + x] === after.glyphs[target + x] &&
			before.attributes[source + x] === after.attributes[target + x]
		) {
			count++;
		}
	}
	return count;
}
