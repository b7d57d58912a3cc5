import { expect, test } from 'vitest';
import { torrentFromInfo } from '../../../source/metainfo/torrent-file.ts';
import { type FileRequest, serveFiles } from '../http-client/file-server.ts';
import { httpServer } from '../http-client/servers.ts';
import { folder, lab, sample } from './lab.ts';
import { downloaded, PIECE_BYTES } from './piece-order-scene.ts';

const sequential = { sequential: true, priorities: new Map() };

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

test('pieces of files with a high priority arrive first, and those with a low one last', async () => {
	const files = { a: 60, b: 60, c: 60 };
	const sized = Object.fromEntries(
		Object.entries(files).map(([name, pieces]) => [name, pieces * PIECE_BYTES]),
	);
	const reports = await downloaded(sized, async (target, torrent) => {
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
	const order = reports.flat();
	expect(order).toHaveLength(180);
	const mean = (file: number) => {
		const places = order.flatMap((index, place) => (Math.floor(index / 60) === file ? [place] : []));
		return places.reduce((sum, place) => sum + place, 0) / places.length;
	};
	// Requests that were open before the change are not repeated.
	expect(mean(2)).toBeLessThan(mean(1));
	expect(mean(0)).toBeGreaterThan(mean(1));
	expect(order.slice(0, 40).filter((index) => index >= 120 && index < 180).length).toBeGreaterThan(25);
});
