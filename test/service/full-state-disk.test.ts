import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import type { RunningService } from '../programs/service-process.ts';
import { startService, temporaryFolder } from '../programs/service-process.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

/** A state folder on a small disk of its own in memory. */
function smallStateDisk(path: string, { skip }: TestContext) {
	mkdirSync(path);
	if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path]).status !== 0)
		skip('a small disk takes the right to mount one');
	onTestFinished(() => void spawnSync('umount', ['--lazy', path]));
	const filler = join(path, 'filler');
	return {
		fill: () => {
			const { bavail, bsize } = statfsSync(path);
			writeFileSync(filler, Buffer.alloc(bavail * bsize), { flag: 'a' });
			expect(statfsSync(path).bavail).toBe(0);
		},
		free: () => rmSync(filler),
	};
}

const full = /^The downloads cannot be saved: .*(full|no space left).* Free space/;

async function scene(context: TestContext) {
	const place = await temporaryFolder();
	onTestFinished(() => place.remove());
	const disk = smallStateDisk(join(place.path, 'state'), context);
	const data = join(place.path, 'data');
	const torrents = {
		first: await makeTorrent(data, 'first', { 'a.bin': 50_000 }),
		second: await makeTorrent(data, 'second', { 'a.bin': 60_000 }),
	};
	const start = async (): Promise<RunningService> => {
		const service = await startService(place.path);
		onTestFinished(() => service.end());
		return service;
	};
	return { disk, torrents, start, data };
}

const add = (service: RunningService, uri: string, destination: string) =>
	service.client().addDownload({ body: { uri, destination } });
const reach = (service: RunningService, infohash: string, status: string) =>
	until(async () => {
		const { downloads } = await service.client().listDownloads({ query: { infohash } });
		return downloads[0]?.status === status;
	});
const state = (service: RunningService) => service.client().getState();

test('a request that a full state disk refuses makes the state EXCEPTION until there is space', async (context) => {
	const { disk, torrents, start, data } = await scene(context);
	const service = await start();
	expect(await state(service)).toMatchObject({ state: 'STARTED', last_exception: null });
	disk.fill();
	await expect(add(service, torrents.first.path, data)).rejects.toThrow(/database cannot be written/);
	expect(await state(service)).toMatchObject({
		state: 'EXCEPTION',
		last_exception: expect.stringMatching(full),
	});
	disk.free();
	await until(async () => (await state(service)).state === 'STARTED');
	await add(service, torrents.first.path, data);
	await reach(service, torrents.first.infohash, 'SEEDING');
});

test.for(['SIGTERM', 'SIGKILL'] as const)(
	'a service with a full state disk starts after %s, seeds, and reports the reason',
	async (signal, context) => {
		const { disk, torrents, start, data } = await scene(context);
		const before = await start();
		await add(before, torrents.first.path, data);
		await reach(before, torrents.first.infohash, 'SEEDING');
		disk.fill();
		await before.end(signal);
		// The end of a service may give some space back.
		disk.fill();
		const service = await start();
		await reach(service, torrents.first.infohash, 'SEEDING');
		await until(async () => (await state(service)).state === 'EXCEPTION');
		expect((await state(service)).last_exception).toMatch(full);
		await expect(add(service, torrents.second.path, data)).rejects.toThrow(/database cannot be written/);
		disk.free();
		await until(async () => (await state(service)).state === 'STARTED');
		await add(service, torrents.second.path, data);
		await reach(service, torrents.second.infohash, 'SEEDING');
		// Other programs find it again.
		const announced = () => JSON.parse(readFileSync(join(service.stateFolder, 'service.json'), 'utf8'));
		expect(announced()).toMatchObject({ url: service.url });
	},
);
