import { expect, test } from 'vitest';
import { hasPiece } from '../../../source/metainfo/layout.ts';
import { folder, type Lab, lab, type Sample, sample, seeder, tracker } from './lab.ts';

const PIECE_BYTES = 16_384;

/** Pieces in the order in which they arrived, several at a time. */
function arrivals({ of }: Pick<Lab, 'of'>, { metainfo }: Sample): number[][] {
	const seen = new Set<number>();
	return of('bitfield', metainfo.infohash).map(({ bitfield }) => {
		const more: number[] = [];
		for (let index = 0; index < metainfo.pieceCount; index++) {
			if (!hasPiece(bitfield, index) || seen.has(index)) continue;
			seen.add(index);
			more.push(index);
		}
		return more;
	});
}

/** Largest number of pieces that arrive before an earlier one, because requests overlap. */
const MAX_AHEAD = 40;

async function downloaded(
	files: Record<string, number>,
	start: (target: Lab, torrent: Sample) => Promise<void>,
): Promise<number[]> {
	const torrent = await sample(files, { trackers: [await tracker()], pieceLength: PIECE_BYTES });
	const [, target] = await Promise.all([seeder(torrent), lab()]);
	await start(target, torrent);
	await target.until('finished', () => target.of('finished', torrent.metainfo.infohash)[0]);
	return arrivals({ of: (type, infohash) => target.of(type, infohash) }, torrent).flat();
}

test('a sequential download gets its pieces in their order', async () => {
	const order = await downloaded({ a: 3_000_000 }, (target, torrent) =>
		target.engine.add(
			torrent.download(folder(), {
				maxDownloadSpeed: 600_000,
				order: { sequential: true, priorities: new Map() },
			}),
		),
	);
	expect(order).toHaveLength(184);
	for (const [place, index] of order.entries()) expect(Math.abs(place - index)).toBeLessThan(MAX_AHEAD);
});

test('pieces of files with a high priority arrive first, and those with a low one last', async () => {
	const files = { a: 60, b: 60, c: 60, d: 60 };
	const sized = Object.fromEntries(
		Object.entries(files).map(([name, pieces]) => [name, pieces * PIECE_BYTES]),
	);
	const order = await downloaded(sized, async (target, torrent) => {
		await target.engine.add(torrent.download(folder(), { maxDownloadSpeed: 600_000 }));
		// While the download starts or runs.
		await target.engine.setOrder(torrent.metainfo.infohash, {
			sequential: false,
			priorities: new Map([
				[0, 'low'],
				[2, 'high'],
			]),
		});
	});
	expect(order).toHaveLength(240);
	const mean = (file: number) => {
		const places = order.flatMap((index, place) => (Math.floor(index / 60) === file ? [place] : []));
		return places.reduce((sum, place) => sum + place, 0) / places.length;
	};
	// Requests that were open before the change are not repeated.
	expect(mean(2)).toBeLessThan(mean(1));
	expect(mean(2)).toBeLessThan(mean(3));
	expect(mean(0)).toBeGreaterThan(mean(1));
	expect(mean(0)).toBeGreaterThan(mean(3));
	expect(order.slice(0, 40).filter((index) => index >= 120 && index < 180).length).toBeGreaterThan(25);
});
