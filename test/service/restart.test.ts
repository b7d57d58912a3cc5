import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { controllerText } from '../../source/service/downloads/engine-controller.ts';
import { supervisorText } from '../../source/service/downloads/engine-supervisor.ts';
import { makeSparse } from '../fixtures/sparse-download.ts';
import { children } from '../programs/children.ts';
import { ANY, containing } from '../programs/message-pattern.ts';
import { startSeeder, startTracker, type Tracker } from '../programs/seeder.ts';
import { type RunningService, startService } from '../programs/service-process.ts';
import { type TemporaryFolder, temporaryFolder } from '../programs/temporary-folder.ts';
import { digests, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

const MiB = 1024 * 1024;

let folder: TemporaryFolder;
let tracker: Tracker;
let service: RunningService;

beforeAll(async () => {
	folder = await temporaryFolder();
	tracker = await startTracker();
	service = await startService(folder.path);
});

afterAll(async () => {
	await service?.end();
	await tracker?.close();
	await folder?.remove();
});

async function download(infohash: string) {
	const { downloads } = await service.client().listDownloads();
	const found = downloads.find((each) => each.infohash === infohash);
	if (!found) throw new Error(`the service has no download ${infohash}`);
	return found;
}

test('a service killed during a download completes it after a restart, with the right data', async () => {
	const data = join(folder.path, 'source');
	const files = { 'one.bin': 5 * MiB, 'deep/er/two.bin': 3 * MiB, 'three.bin': 1000 };
	const torrent = await makeTorrent(data, 'killed', files, { trackers: [tracker.url], pieceLength: 65_536 });
	const seeder = await startSeeder(
		[{ infohash: torrent.infohash, bytes: torrent.bytes, folder: data }],
		2 * MiB,
	);
	try {
		await service.client().addDownload({ body: { uri: torrent.path } });
		await until(async () => ((await download(torrent.infohash)).progress ?? 0) > 0.4);
		await service.end('SIGKILL');
		service = await startService(folder.path);
		const resumed = await until(async () => {
			const found = await download(torrent.infohash);
			return found.status === 'DOWNLOADING' && found;
		});
		expect(resumed.progress).toBeGreaterThan(0.05);
		expect(resumed.progress).toBeLessThan(1);
		await until(async () => (await download(torrent.infohash)).status === 'SEEDING');
		expect(await digests(service.downloadFolder, torrent.files)).toEqual(await digests(data, torrent.files));
	} finally {
		await seeder.close();
	}
});

test('a complete and clean download is not hashed again after a restart', async () => {
	const data = join(folder.path, 'complete');
	const size = 64 * MiB;
	const torrent = await makeSparse(data, 'complete', size);
	await service.client().addDownload({ body: { uri: torrent.path, destination: data } });
	await until(async () => (await download(torrent.infohash)).status === 'SEEDING');
	for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
		// The bitfield of the first check is on the disk, because it is reported after a restart.
		await service.end(signal);
		service = await startService(folder.path);
		await until(async () => (await download(torrent.infohash)).status === 'SEEDING');
		expect(bytesRead(service.child.pid ?? 0)).toBeLessThan(size / 4);
		expect((await download(torrent.infohash)).progress).toBe(1);
	}
});

test('the database file alone holds all records after the service has ended', async () => {
	const data = join(folder.path, 'copied');
	const torrent = await makeTorrent(data, 'copied', { 'a.bin': 50_000 });
	await service.client().addDownload({ body: { uri: torrent.path, destination: data } });
	await until(async () => (await download(torrent.infohash)).status === 'SEEDING');
	await service.end();
	const elsewhere = join(folder.path, 'elsewhere');
	await mkdir(join(elsewhere, 'state'), { recursive: true });
	await copyFile(join(service.stateFolder, 'seedtop.db'), join(elsewhere, 'state', 'seedtop.db'));
	const copy = await startService(elsewhere);
	try {
		expect((await copy.client().listDownloads()).downloads.map(({ infohash }) => infohash)).toContain(
			torrent.infohash,
		);
	} finally {
		await copy.end();
		service = await startService(folder.path);
	}
});

test('a crashed engine is replaced, and its downloads continue', async () => {
	const data = join(folder.path, 'orphaned');
	const torrent = await makeTorrent(
		data,
		'orphaned',
		{ 'a.bin': 6 * MiB },
		{ trackers: [tracker.url], pieceLength: 65_536 },
	);
	const seeder = await startSeeder(
		[{ infohash: torrent.infohash, bytes: torrent.bytes, folder: data }],
		2 * MiB,
	);
	try {
		await service.client().addDownload({ body: { uri: torrent.path } });
		await until(async () => ((await download(torrent.infohash)).progress ?? 0) > 0.2);
		const [engine = 0] = children(service.child.pid ?? 0);
		process.kill(engine, 'SIGKILL');
		await until(() => containing(controllerText.ended(ANY)).test(service.output()));
		// The service answers all the time.
		expect((await download(torrent.infohash)).error).toBe('');
		await until(async () => (await download(torrent.infohash)).status === 'SEEDING');
		expect(await digests(service.downloadFolder, torrent.files)).toEqual(await digests(data, torrent.files));
	} finally {
		await seeder.close();
	}
});

test('an engine that repeatedly dies at its start is replaced in the end', async () => {
	const data = join(folder.path, 'stubborn');
	const torrent = await makeTorrent(data, 'stubborn', { 'a.bin': 50_000 });
	await service.client().addDownload({ body: { uri: torrent.path, destination: data } });
	await until(async () => (await download(torrent.infohash)).status === 'SEEDING');
	const killed = new Set<number>();
	await until(() => {
		const [engine] = children(service.child.pid ?? 0);
		if (engine === undefined || killed.has(engine)) return false;
		killed.add(engine);
		process.kill(engine, 'SIGKILL');
		return killed.size === 3;
	});
	expect(service.output()).toMatch(containing(supervisorText.notRestarted(ANY)));
	await until(async () => (await download(torrent.infohash)).status === 'SEEDING');
	expect((await service.client().getState()).state).toBe('STARTED');
});

test('a removal continues although the engine dies meanwhile', async () => {
	const data = join(folder.path, 'bereft');
	const torrent = await makeTorrent(data, 'bereft', { 'a.bin': 50_000 });
	await service.client().addDownload({ body: { uri: torrent.path, destination: data } });
	await until(async () => (await download(torrent.infohash)).status === 'SEEDING');
	const [engine = 0] = children(service.child.pid ?? 0);
	process.kill(engine, 'SIGSTOP');
	const removal = service
		.client()
		.removeDownload({ params: { infohash: torrent.infohash }, body: { remove_data: true } });
	// The engine, which is stopped, has received the request to stop it.
	await until(async () => (await download(torrent.infohash)).status === 'STOPPED');
	process.kill(engine, 'SIGKILL');
	expect(await removal).toEqual({ removed: true, infohash: torrent.infohash });
	expect(readdirSync(data)).toEqual(['bereft.torrent']);
});

test('a service with a hung engine stops, and applies the requested changes later', async () => {
	const data = join(folder.path, 'hung');
	const torrent = await makeTorrent(data, 'hung', { 'a.bin': 50_000 });
	await service.client().addDownload({ body: { uri: torrent.path, destination: data } });
	await until(async () => (await download(torrent.infohash)).status === 'SEEDING');
	const [engine = 0] = children(service.child.pid ?? 0);
	process.kill(engine, 'SIGSTOP');
	await service.client().changeDownload({ params: { infohash: torrent.infohash }, body: { state: 'stop' } });
	await service.end();
	expect(service.child.exitCode).toBe(0);
	service = await startService(folder.path);
	expect((await download(torrent.infohash)).status).toBe('STOPPED');
});

test('a stop ends the transfer, a resume continues it, a recheck finds damaged data', async () => {
	const data = join(folder.path, 'orders');
	const torrent = await makeTorrent(
		data,
		'orders',
		{ 'a.bin': 6 * MiB },
		{ trackers: [tracker.url], pieceLength: 65_536 },
	);
	const seeder = await startSeeder(
		[{ infohash: torrent.infohash, bytes: torrent.bytes, folder: data }],
		2 * MiB,
	);
	const client = service.client();
	const order = (state: 'stop' | 'resume' | 'recheck') =>
		client.changeDownload({ params: { infohash: torrent.infohash }, body: { state } });
	try {
		await client.addDownload({ body: { uri: torrent.path } });
		await until(async () => ((await download(torrent.infohash)).progress ?? 0) > 0.2);
		await order('stop');
		const stopped = await until(async () => {
			const found = await download(torrent.infohash);
			return found.status === 'STOPPED' && found;
		});
		expect(stopped.progress).toBeGreaterThan(0.2);
		expect(stopped.progress).toBeLessThan(1);
		await order('resume');
		await until(async () => (await download(torrent.infohash)).status === 'SEEDING');
		const { open } = await import('node:fs/promises');
		const file = await open(join(service.downloadFolder, torrent.files[0] ?? ''), 'r+');
		await file.write(Buffer.alloc(10), 0, 10, 3 * MiB);
		await file.close();
		await order('recheck');
		// Found damaged, downloaded again, complete again.
		await until(async () => (await download(torrent.infohash)).status !== 'SEEDING');
		await until(async () => (await download(torrent.infohash)).status === 'SEEDING');
		expect(await digests(service.downloadFolder, torrent.files)).toEqual(await digests(data, torrent.files));
	} finally {
		await seeder.close();
	}
});

/** Returns the bytes that the engine of a service has read since its start. */
function bytesRead(service: number): number {
	const [engine = 0] = children(service);
	return Number(/^rchar: (\d+)/m.exec(readFileSync(`/proc/${engine}/io`, 'utf8'))?.[1]);
}
