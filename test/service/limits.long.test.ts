import { expect, test } from 'vitest';
import { until } from '../programs/until.ts';
import { differing, folder, lab, sample, seeder, tracker } from './engine/lab.ts';
import { BYTES, limitsScene } from './limits-scene.ts';

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

test('the uploaded total and the share ratio of the service survive a restart', async () => {
	const { service, seeding, down, startLeecher } = await limitsScene();
	const received = down.total_down ?? 0;
	const leecher = await startLeecher();
	const up = await until(async () => {
		const found = await seeding();
		return (found.total_up ?? 0) >= BYTES && found;
	});
	expect(up.ratio).toBeCloseTo((up.total_up ?? 0) / received, 5);
	await leecher.close();
	await service.end();
	await service.restart();
	const after = await seeding();
	expect(after.total_down).toBe(received);
	expect(after.total_up).toBeGreaterThanOrEqual(up.total_up ?? Number.NaN);
	expect(after.all_time_ratio).toBeCloseTo((after.total_up ?? 0) / received, 5);
});
