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
	let best: Move | undefined;
	// A move costs some bytes, and the rows that it leaves blank.
	let bestGain = columns;
	if (different <= bestGain) return undefined;
	for (let step = 1; step <= farthest; step++) {
		for (const distance of [step, -step]) {
			const found = bestRange(before, after, same, distance);
			if (found.gain <= bestGain) continue;
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

/** The rows that gain most when they are taken from `distance` rows further down: a stretch of greatest sum. */
function bestRange(
	before: Grid,
	after: Grid,
	same: Int32Array,
	distance: number,
): { move: Move; gain: number } {
	const { rows } = after;
	let best = { first: 0, last: 0, gain: 0 };
	let first = 0;
	let sum = 0;
	for (let y = Math.max(0, -distance); y < rows - Math.max(0, distance); y++) {
		if (sum <= 0) {
			first = y;
			sum = 0;
		}
		sum += equalCells(before, after, y + distance, y) - (same[y] ?? 0);
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
