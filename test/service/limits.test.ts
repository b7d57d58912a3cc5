import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSeeder, startTracker } from '../programs/seeder.ts';
import { type ServiceHere, serveHere } from '../programs/service-here.ts';
import { temporaryFolder } from '../programs/temporary-folder.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { folder } from './engine/lab.ts';

test('limits, totals and the share ratio of the service survive a restart', async () => {
	const place = await temporaryFolder();
	onTestFinished(place.remove);
	const announce = await startTracker();
	onTestFinished(announce.close);
	const data = join(place.path, 'data');
	const torrent = await makeTorrent(data, 'shared', { 'x.bin': 1_000_000 }, { trackers: [announce.url] });
	const { infohash, bytes } = torrent;
	const params = { infohash };
	const peer = await startSeeder([{ infohash, bytes, folder: data }], 0);
	let service: ServiceHere = await serveHere(place.path, ['--peer-host', '127.0.0.1']);
	onTestFinished(() => service.end());
	const reach = (status: string) =>
		until(async () => {
			const [download] = (await service.client().listDownloads()).downloads;
			return download?.status === status && download;
		});

	await service.client().addDownload({ body: { uri: torrent.path } });
	const down = await reach('SEEDING');
	expect(down.total_down).toBeGreaterThanOrEqual(1_000_000);
	expect(down).toMatchObject({ total_up: 0, ratio: 0, max_download_speed: 0, max_upload_speed: 0 });
	await peer.close();
	const limit = (body: object) =>
		fetch(`${service.url}/downloads/${infohash}`, {
			method: 'PATCH',
			headers: { 'content-type': 'application/json', 'X-Api-Key': service.key },
			body: JSON.stringify(body),
		});
	// Under the names of 8.4 and under those of the list.
	expect((await limit({ download_limit: 123_456, upload_limit: -1 })).status).toBe(200);
	await service.client().changeDownload({ params, body: { max_upload_speed: 5_000_000 } });
	expect((await limit({ max_upload_speed: 'fast' })).status).toBe(400);
	expect((await limit({ max_upload_speed: -2 })).status).toBe(400);
	const leecher = await startSeeder([{ infohash, bytes, folder: folder() }], 0);
	onTestFinished(() => leecher.close());
	const up = await until(async () => {
		const found = await reach('SEEDING');
		return (found.total_up ?? 0) >= 1_000_000 && found;
	});
	const received = down.total_down ?? 0;
	expect(up.ratio).toBeCloseTo((up.total_up ?? 0) / received, 5);
	await leecher.close();
	await service.end();
	service = await serveHere(place.path, ['--peer-host', '127.0.0.1']);
	const after = await reach('SEEDING');
	expect(after).toMatchObject({
		max_download_speed: 123_456,
		max_upload_speed: 5_000_000,
		total_down: down.total_down,
		all_time_download: down.total_down,
	});
	expect(after.total_up).toBeGreaterThanOrEqual(up.total_up ?? Number.NaN);
	expect(after.all_time_ratio).toBeCloseTo((after.total_up ?? 0) / received, 5);
	await service.client().changeDownload({ params, body: { max_download_speed: 0, max_upload_speed: 0 } });
	expect(await reach('SEEDING')).toMatchObject({ max_download_speed: 0, max_upload_speed: 0 });
});
