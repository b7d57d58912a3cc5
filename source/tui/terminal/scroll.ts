import { PLAIN } from './attributes.ts';
import { BLANK_GLYPH } from './glyphs.ts';
import type { Grid } from './grid.ts';

/** Rows `top` to `bottom` (inclusive) move up by `distance` rows, or down when it is negative. */
interface Move {
	readonly top: number;
	readonly bottom: number;
	readonly distance: number;
}

/** Rows, the last one included. */
interface Range {
	readonly first: number;
	readonly last: number;
}

/** Longer moves keep too little of a screen to be useful. */
const MAX_DISTANCE = 20;
/** With fewer changed rows, the change was not a scroll but e.g. a cursor or a clock. */
const MIN_CHANGED_ROWS = 5;
/** Fewer bytes, such as those of a second's rates, are not worth a search. */
const MIN_SEARCHED_BYTES = 500;
/** Columns that are sampled to find how far rows moved, and columns of one group. */
const SAMPLE_COLUMNS = 24;
const GROUP_COLUMNS = 6;
/** Number of likely distances that are examined closely. */
const MAX_TRIED = 3;

/** Bytes of a move. */
const MOVE_BYTES = 16;
/** Approximate bytes of a step to another part of a row, and of a change of style. */
const STEP_BYTES = 5;
const STYLE_BYTES = 4;
/** Cells that are written again rather than stepped over. */
const SHORT_GAP = 4;

/**
 * Returns the move of whole rows that saves most of the bytes from `before` to `after`, if one saves any. Cells beside
 * the scrolled list (a side pane, a border) count against it. `changed`: the rows that differ.
 */
export function findMove(before: Grid, after: Grid, changed: readonly number[]): Move | undefined {
	if (changed.length < MIN_CHANGED_ROWS) return undefined;
	// Unchanged rows gain nothing from a move, so the best one starts and ends at changed rows.
	const within = { first: changed[0] ?? 0, last: changed.at(-1) ?? 0 };
	const costs = new Int32Array(after.rows);
	const changes = new Int32Array(after.columns);
	let bytes = 0;
	for (const y of changed) bytes += costs[y] = costOf(after, y, before, y, changes);
	const moveBy = (distance: number): Move | undefined => {
		const found = bestRange(
			after.rows,
			within,
			distance,
			(from, to) => (costs[to] ?? 0) - costOf(after, to, before, from),
			(y) => (costs[y] ?? 0) - costOf(after, y, undefined, 0),
		);
		return found.gain > MOVE_BYTES ? found.move : undefined;
	};
	const painted = after.moved === 0 ? undefined : moveBy(after.moved);
	if (painted || bytes < MIN_SEARCHED_BYTES) return painted;
	const distance = likeliestDistance(before, after, changed, within, busiestColumns(changes));
	return distance === undefined ? undefined : moveBy(distance);
}

/**
 * Returns about how many bytes it takes to turn a row of `before`, or a blank one, into that of `after`. Counts its
 * changed cells by column.
 */
function costOf(
	after: Grid,
	y: number,
	before: Grid | undefined,
	from: number,
	changes?: Int32Array,
): number {
	const { columns } = after;
	const target = y * columns;
	const source = from * columns;
	let cost = 0;
	let style = PLAIN;
	let written = Number.NEGATIVE_INFINITY;
	for (let x = 0; x < columns; x++) {
		const glyph = after.glyphs[target + x];
		const attributes = after.attributes[target + x] ?? PLAIN;
		const same = before
			? glyph === before.glyphs[source + x] && attributes === before.attributes[source + x]
			: glyph === BLANK_GLYPH && attributes === PLAIN;
		if (same) continue;
		if (changes) changes[x] = (changes[x] ?? 0) + 1;
		const gap = x - written - 1;
		cost += 1 + (gap <= SHORT_GAP ? gap : STEP_BYTES) + (attributes === style ? 0 : STYLE_BYTES);
		style = attributes;
		written = x;
	}
	return cost;
}

/** Returns how far most rows moved, judged by some columns. */
function likeliestDistance(
	before: Grid,
	after: Grid,
	changed: readonly number[],
	within: Range,
	columns: readonly number[],
): number | undefined {
	const { rows } = after;
	const [old, wanted] = [sampleOf(before, columns), sampleOf(after, columns)];
	const count = columns.length;
	const equalCells = (from: number, to: number) => {
		const [source, target] = [from * count, to * count];
		let equal = 0;
		for (let index = 0; index < count; index++) if (old[source + index] === wanted[target + index]) equal++;
		return equal;
	};
	let best: number | undefined;
	let bestGain = 0;
	for (const distance of likelyDistances(old, wanted, count, changed)) {
		const { gain } = bestRange(
			rows,
			within,
			distance,
			(from, to) => equalCells(from, to) - equalCells(to, to),
			(y) => -equalCells(y, y),
		);
		if (gain <= bestGain) continue;
		best = distance;
		bestGain = gain;
	}
	return best;
}

/**
 * Returns the columns in which most cells changed, in screen order: numbers that changed meanwhile spoil only their own
 * group and leave names alone.
 */
function busiestColumns(changes: Int32Array): number[] {
	const least = changes.toSorted().at(-SAMPLE_COLUMNS) ?? 0;
	let ties = SAMPLE_COLUMNS - changes.filter((count) => count > least).length;
	return [...changes.keys()].filter((x) => {
		const count = changes[x] ?? 0;
		return count > least || (count === least && ties-- > 0);
	});
}

/**
 * Returns the likely distances that rows moved, those that explain most rows first. Each group of columns votes
 * separately, because one of them may hold numbers that changed meanwhile.
 */
function likelyDistances(
	old: Int32Array,
	wanted: Int32Array,
	count: number,
	changed: readonly number[],
): number[] {
	const votes = new Map<number, number>();
	for (let first = 0; first < count; first += GROUP_COLUMNS) {
		const last = Math.min(count, first + GROUP_COLUMNS);
		const rowsOf = new Map<number, number[]>();
		for (let y = 0; y * count < old.length; y++) {
			const part = partOf(old, y * count + first, y * count + last);
			const same = rowsOf.get(part);
			if (same) same.push(y);
			else rowsOf.set(part, [y]);
		}
		for (const y of changed) {
			const part = partOf(wanted, y * count + first, y * count + last);
			const sources = rowsOf.get(part) ?? [];
			// A row that is right already supports no move.
			if (sources.includes(y)) continue;
			for (const from of sources) {
				const distance = from - y;
				if (Math.abs(distance) <= MAX_DISTANCE) votes.set(distance, (votes.get(distance) ?? 0) + 1);
			}
		}
	}
	const order = [...votes].sort(
		([one, many], [other, more]) => more - many || Math.abs(one) - Math.abs(other),
	);
	return order.slice(0, MAX_TRIED).map(([distance]) => distance);
}

/** Returns some cells of a sample as one number. Collisions are rare. */
function partOf(sample: Int32Array, from: number, to: number): number {
	let part = 0;
	for (let index = from; index < to; index++) part = Math.imul(part ^ (sample[index] ?? 0), 0x01000193);
	return part;
}

/** Returns the cells of some columns, row by row, each as one number. Equal cells have equal numbers. */
function sampleOf(
	{ glyphs, attributes, columns: width, rows }: Grid,
	columns: readonly number[],
): Int32Array {
	const sample = new Int32Array(rows * columns.length);
	let at = 0;
	for (let y = 0; y < rows; y++) {
		for (const x of columns) {
			const index = y * width + x;
			// Collisions are rare. They cost a worse guess, not a wrong frame.
			sample[at++] = Math.imul(glyphs[index] ?? 0, 0x9e3779b1) ^ (attributes[index] ?? PLAIN);
		}
	}
	return sample;
}

/** Applies the terminal's scrolling to a grid. */
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
	glyphs.fill(BLANK_GLYPH, vacated[0], vacated[1]);
	attributes.fill(PLAIN, vacated[0], vacated[1]);
}

/**
 * Returns the range of rows that gains most when taken from `distance` rows further down (maximum sum of a range).
 * `moved` returns the gain of a row that becomes another one first, `vacated` that of one that is blanked first. Gains
 * are mostly negative.
 */
function bestRange(
	rows: number,
	{ first: from, last: to }: Range,
	distance: number,
	moved: (from: number, to: number) => number,
	vacated: (y: number) => number,
): { move: Move; gain: number } {
	let best = { first: 0, last: 0, gain: 0 };
	let first = 0;
	let sum = 0;
	const end = Math.min(to + 1, rows - Math.max(0, distance));
	for (let y = Math.max(from, -distance); y < end; y++) {
		if (sum <= 0) {
			first = y;
			sum = 0;
		}
		sum += moved(y + distance, y);
		if (sum > best.gain) best = { first, last: y, gain: sum };
	}
	if (best.gain === 0) return { move: { top: 0, bottom: 0, distance }, gain: 0 };
	const top = Math.min(best.first, best.first + distance);
	const bottom = Math.max(best.last, best.last + distance);
	let { gain } = best;
	for (let y = top; y < best.first; y++) gain += vacated(y);
	for (let y = best.last + 1; y <= bottom; y++) gain += vacated(y);
	return { move: { top, bottom, distance }, gain };
}
