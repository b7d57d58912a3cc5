import { expect, test } from 'vitest';
import { torrentFromInfo } from '../../../source/metainfo/torrent-file.ts';
import { type FileRequest, serveFiles } from '../http-client/file-server.ts';
import { httpServer } from '../http-client/servers.ts';
import { folder, lab, sample } from './lab.ts';
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

const sequential = { sequential: true, priorities: new Map() };

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

test('a sequential download requests ranges of a web seed in their order, the end of a file early', async () => {
	const torrent = await sample({ a: 150 * PIECE_BYTES, b: 20 * PIECE_BYTES }, { pieceLength: PIECE_BYTES });
	const requests: FileRequest[] = [];
	const url = await httpServer(serveFiles(torrent.seedFolder, requests));
	const target = await lab();
	const source = { torrent: torrentFromInfo(torrent.metainfo.info, [], [`${url}/`]) };
	await target.engine.add(
		torrent.download(folder(), { source, maxDownloadSpeed: 2_000_000, order: sequential }),
	);
	await target.until('finished', () => target.of('finished', torrent.metainfo.infohash)[0]);
	const starts = requests
		.filter(({ path }) => path === '/sample/a')
		.map(({ range }) => Math.floor(Number(/bytes=(\d+)-/.exec(range ?? '')?.[1]) / PIECE_BYTES));
	const end = starts.indexOf(149);
	expect(starts[0]).toBe(0);
	// Requests run in parallel.
	expect(end).toBeGreaterThan(-1);
	expect(end).toBeLessThan(4);
	const others = starts.filter((_, place) => place !== end);
	expect(others).toEqual(others.toSorted((one, other) => one - other));
	expect(requests.findLastIndex(({ path }) => path === '/sample/a')).toBeLessThan(requests.length - 1);
});
