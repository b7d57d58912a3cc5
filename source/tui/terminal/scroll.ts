import { plain } from './attributes.ts';
import { blankGlyph } from './glyphs.ts';
import type { Grid } from './grid.ts';

/** Rows `top` to `bottom` (inclusive) move up by `distance` rows, or down when it is negative. */
export interface Move {
	readonly top: number;
	readonly bottom: number;
	readonly distance: number;
}

const farthest = 8;

/**
 * Finds the move of whole rows that makes most cells of `before` what they are in `after`, if one is worth
 * its bytes. Cells beside the scrolled list (a side pane, a border) count against it.
 */
export function findMove(before: Grid, after: Grid): Move | undefined {
	const { columns, rows } = after;
	const same = new Int32Array(rows);
	let different = 0;
	for (let y = 0; y < rows; y++) {
		same[y] = equalCells(before, after, y, y);
		different += columns - (same[y] ?? 0);
	}
	if (different < columns * 4) return undefined;
	let best: Move | undefined;
	let bestGain = columns * 3;
	for (let step = 1; step <= farthest; step++) {
		for (const distance of [step, -step]) {
			const found = tryMove(before, after, same, distance);
			if (found.gain <= bestGain || found.move.bottom - found.move.top < step) continue;
			best = found.move;
			bestGain = found.gain;
		}
		if (bestGain > different * 0.8) break;
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

function tryMove(
	before: Grid,
	after: Grid,
	same: Int32Array,
	distance: number,
): { move: Move; gain: number } {
	const { columns, rows } = after;
	let first = -1;
	let last = -1;
	let gain = 0;
	for (let y = Math.max(0, -distance); y < rows - Math.max(0, distance); y++) {
		const already = same[y] ?? 0;
		if (already === columns) continue;
		const gained = equalCells(before, after, y + distance, y) - already;
		if (gained <= columns / 4) continue;
		if (first < 0) first = y;
		last = y;
		gain += gained;
	}
	// Rows `first` to `last` of the new screen come from `distance` rows further down in the old one.
	const top = Math.min(first, first + distance);
	const bottom = Math.max(last, last + distance);
	// Rows between that were right already move as well: what they lose counts.
	for (let y = top; first >= 0 && y <= bottom; y++) {
		const source = y + distance;
		const inside = source >= top && source <= bottom;
		const moved = inside ? equalCells(before, after, source, y) : 0;
		const kept = same[y] ?? 0;
		if (moved < kept) gain -= kept - moved;
	}
	return { move: { top, bottom, distance }, gain: first < 0 ? 0 : gain };
}

function equalCells(before: Grid, after: Grid, from: number, to: number): number {
	const { columns } = after;
	const source = from * columns;
	const target = to * columns;
	let count = 0;
	for (let x = 0; x < columns; x++) {
		if (
			before.glyphs[source + x] === after.glyphs[target + x] &&
			before.attributes[source + x] === after.attributes[target + x]
		) {
			count++;
		}
	}
	return count;
}
