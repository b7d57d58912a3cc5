import { expect, test } from 'vitest';
import { folder } from './lab.ts';
import { downloaded, PIECE_BYTES } from './piece-order-scene.ts';

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
