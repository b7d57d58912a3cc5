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

/** Bytes that a move takes. */
const moveBytes = 16;
/** Bytes that it takes to step to another stretch of a row, and to turn to another look; about. */
const stepBytes = 5;
const turnBytes = 4;
/** Cells that are rather written again than stepped over. */
const shortGap = 4;

/**
 * Finds the move of whole rows that saves most of the bytes that turn `before` into `after`, if one saves any. Cells
 * beside the scrolled list (a side pane, a border) count against it.
 */
export function findMove(before: Grid, after: Grid): Move | undefined {
	const { columns, rows } = after;
	const changed: number[] = [];
	for (let y = 0; y < rows; y++) if (!before.sameRow(after, y)) changed.push(y);
	if (changed.length < fewestRows) return undefined;
	const changes = new Int32Array(columns);
	const costs = new Int32Array(rows);
	let cost = 0;
	for (const y of changed) {
		countChanges(before, after, y, changes);
		cost += costs[y] = costOf(after, y, before, y);
	}
	if (cost <= moveBytes) return undefined;
	const busiest = [...changes.keys()].sort((one, other) => (changes[other] ?? 0) - (changes[one] ?? 0));
	const distance = likeliestDistance(before, after, Int32Array.from(busiest.slice(0, sampled)));
	if (distance === undefined) return undefined;
	const found = bestRange(
		rows,
		distance,
		(from, to) => (costs[to] ?? 0) - costOf(after, to, before, from),
		(y) => (costs[y] ?? 0) - costOf(after, y, undefined, 0),
	);
	return found.gain > moveBytes ? found.move : undefined;
}

/** About how many bytes it takes to make a row what it is in `after`, from one of `before`, or from a blank one. */
function costOf(after: Grid, y: number, before: Grid | undefined, from: number): number {
	const { columns } = after;
	const target = y * columns;
	const source = from * columns;
	let cost = 0;
	let look = plain;
	let written = Number.NEGATIVE_INFINITY;
	for (let x = 0; x < columns; x++) {
		const glyph = after.glyphs[target + x];
		const attributes = after.attributes[target + x] ?? plain;
		const same = before
			? glyph === before.glyphs[source + x] && attributes === before.attributes[source + x]
			: glyph === blankGlyph && attributes === plain;
		if (same) continue;
		const gap = x - written - 1;
		cost += 1 + (gap <= shortGap ? gap : stepBytes) + (attributes === look ? 0 : turnBytes);
		look = attributes;
		written = x;
	}
	return cost;
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
			const { gain } = bestRange(
				rows,
				distance,
				(from, to) => equalCells(before, after, from, to, columns) - (same[to] ?? 0),
				(y) => -(same[y] ?? 0),
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
 * The rows that gain most when they are taken from `distance` rows further down: a stretch of greatest sum. `moved` says
 * what a row gains when it is another one first, `vacated` what it gains when it is blank first; mostly less than 0.
 */
function bestRange(
	rows: number,
	distance: number,
	moved: (from: number, to: number) => number,
	vacated: (y: number) => number,
): { move: Move; gain: number } {
	let best = { first: 0, last: 0, gain: 0 };
	let first = 0;
	let sum = 0;
	for (let y = Math.max(0, -distance); y < rows - Math.max(0, distance); y++) {
		if (sum <= 0) {
			first = y;
			sum = 0;
		}
		sum += moved(y + distance, y);
		if (sum > best.gain) best = { first, last: y, gain: sum };
	}
	const top = Math.min(best.first, best.first + distance);
	const bottom = Math.max(best.last, best.last + distance);
	let { gain } = best;
	for (let y = top; y < best.first; y++) gain += vacated(y);
	for (let y = best.last + 1; y <= bottom; y++) gain += vacated(y);
	return { move: { top, bottom, distance }, gain };
}

/** Counts the cells of a row that are not the same, by their columns. */
function countChanges(before: Grid, after: Grid, y: number, changes: Int32Array): void {
	const { columns } = after;
	const start = y * columns;
	for (let x = 0; x < columns; x++) {
		const index = start + x;
		const same =
			before.glyphs[index] === after.glyphs[index] && before.attributes[index] === after.attributes[index];
		if (!same) changes[x] = (changes[x] ?? 0) + 1;
	}
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
