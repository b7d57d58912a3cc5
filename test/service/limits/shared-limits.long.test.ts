import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runService, runServiceProcess, type TestService } from '../../fixtures/service.ts';
import { startSeeder } from '../../programs/seeder.ts';
import { makeTorrent } from '../../programs/torrents.ts';
import { until } from '../../programs/until.ts';
import { engineLimits } from './engine-limits.ts';

const LIMIT = 400_000;

/** Starts a seed of so many torrents, and a service that downloads them from it. */
async function downloading(count: number, bytes: number): Promise<TestService> {
	const service = await runService({ flags: ['--peer-host', '127.0.0.1'] });
	const data = join(service.folder, 'data');
	const torrents = await Promise.all(
		Array.from({ length: count }, (_, at) => makeTorrent(data, `torrent-${at}`, { 'x.bin': bytes })),
	);
	const seed = await startSeeder(
		torrents.map((torrent) => ({ ...torrent, folder: data })),
		0,
	);
	onTestFinished(() => seed.close());
	for (const { path } of torrents) await service.client().addDownload({ body: { uri: path } });
	const [, port] = /on port (\d+)/.exec(service.output()) ?? [];
	const peers = [`127.0.0.1:${port}`];
	for (const { infohash } of torrents) await seed.addSources(infohash, { trackers: [], webSeeds: [], peers });
	return service;
}

/** Returns the downloaded bytes of all downloads. */
async function received(service: TestService): Promise<number> {
	const { downloads } = await service.client().listDownloads();
	return downloads.reduce((sum, { total_down }) => sum + (total_down ?? 0), 0);
}

/** Returns the mean rate of all downloads over some seconds, bytes per second. */
async function rate(service: TestService, seconds: number): Promise<number> {
	const start = performance.now();
	const before = await received(service);
	await until(() => performance.now() >= start + seconds * 1_000, { awaited: `${seconds} s` });
	const after = await received(service);
	return ((after - before) * 1_000) / (performance.now() - start);
}

test('service limits all downloads together, from the request on', async () => {
	const service = await downloading(4, 1_000_000);
	const answer = await service.client().changeServiceSettings({ body: { limits: { download: LIMIT } } });
	expect(answer.active_limits).toEqual({ set: 'normal', download: LIMIT, upload: 0 });
	expect(await engineLimits(service)).toEqual([LIMIT, 0]);
	// Reports of the engine are a second apart.
	await until(async () => (await received(service)) > 0);
	const measured = await rate(service, 4);
	expect(Math.abs(measured / LIMIT - 1), `${measured} B/s`).toBeLessThan(0.2);
	const off = await service.client().changeServiceSettings({ body: { limits: { download: 0 } } });
	expect(off.active_limits.download).toBe(0);
	await until(async () => (await received(service)) >= 4_000_000, { awaited: 'all data' });
});

test('limits apply again after the service was killed', async () => {
	const service = await runServiceProcess();
	const limits = { download: 1, upload: 2, alternative: { download: 3, upload: 4, mode: 'on' as const } };
	await service.client().changeServiceSettings({ body: { limits } });
	expect(await engineLimits(service)).toEqual([3, 4]);
	await service.client().changeServiceSettings({ body: { limits: { alternative: { mode: 'off' } } } });
	await service.end('SIGKILL');
	const again = await runService({ folder: service.folder });
	expect((await again.client().getServiceSettings()).active_limits).toEqual({
		set: 'normal',
		download: 1,
		upload: 2,
	});
	expect(await engineLimits(again)).toEqual([1, 2]);
});
