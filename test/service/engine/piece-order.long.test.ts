import { expect, test } from 'vitest';
import { folder } from './lab.ts';
import { downloaded, PIECE_BYTES } from './piece-order-scene.ts';

/** Largest number of pieces that arrive before an earlier one, because requests overlap. */
const MAX_AHEAD = 40;

/** Returns the pieces of files of `sizes` pieces in the sequence of a player: first, last, then those between. */
function sequenceOf(sizes: readonly number[]): number[] {
	let first = 0;
	return sizes.flatMap((size) => {
		const pieces = Array.from({ length: size }, (_, index) => first + index);
		first += size;
		const last = pieces.pop() ?? 0;
		return pieces.toSpliced(1, 0, last);
	});
}

/** Expects pieces in a sequence, except those whose requests overlap. The order within a report is unknown. */
function expectNear(reports: readonly (readonly number[])[], expected: readonly number[]): void {
	expect(reports.flat()).toHaveLength(expected.length);
	const places = new Map(expected.map((index, place) => [index, place]));
	let arrived = 0;
	for (const report of reports) {
		const ranks = report.map((index) => places.get(index) ?? Number.NaN);
		expect(Math.min(arrived, ...ranks)).toBeGreaterThan(arrived - MAX_AHEAD);
		arrived += report.length;
		expect(Math.max(...ranks)).toBeLessThan(arrived + MAX_AHEAD);
	}
}

test('a sequential download gets files of a high priority first, each from its first and last piece on', async () => {
	const files = { a: 80 * PIECE_BYTES, b: 80 * PIECE_BYTES, c: 40 * PIECE_BYTES };
	const priorities = new Map([[1, 'high']] as const);
	const order = await downloaded(files, (target, torrent) =>
		target.engine.add(
			torrent.download(folder(), { maxDownloadSpeed: 600_000, order: { sequential: true, priorities } }),
		),
	);
	const sequence = sequenceOf([80, 80, 40]);
	expectNear(order, [...sequence.slice(80, 160), ...sequence.slice(0, 80), ...sequence.slice(160)]);
});
