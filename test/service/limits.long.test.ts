import { expect, test } from 'vitest';
import { differing, folder, lab, sample, seeder, tracker } from './engine/lab.ts';

test('limits change during a download without ending a connection', async () => {
	const torrent = await sample({ 'a.bin': 3_000_000 }, { trackers: [await tracker()] });
	const { infohash } = torrent.metainfo;
	const [source, target] = await Promise.all([seeder(torrent), lab()]);
	const destination = folder();
	await target.engine.add(torrent.download(destination, { maxDownloadSpeed: 1_000_000 }));
	const received = (more: number) => {
		const from = target.status(infohash)?.downloaded ?? 0;
		return target.until('data', () => (target.status(infohash)?.downloaded ?? 0) >= from + more);
	};
	await received(250_000);
	// An incoming connection has a port of its own.
	const connections = async () => (await source.engine.peers(infohash)).map(({ port }) => port);
	const before = await connections();
	expect(before).toHaveLength(1);
	await target.engine.limit(infohash, 60_000, 0);
	await target.until('slow', () => (target.status(infohash)?.speedDown ?? 0) < 400_000);
	await received(20_000);
	await source.engine.limit(infohash, 0, 500_000);
	await target.engine.limit(infohash, 0, 0);
	await received(200_000);
	expect(await connections()).toEqual(before);
	await source.engine.limit(infohash, 0, 0);
	await target.until('finished', () => target.of('finished', infohash)[0]);
	expect(differing(torrent, destination)).toEqual([]);
});
