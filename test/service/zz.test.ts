import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSeeder, startTracker, type Tracker } from '../programs/seeder.ts';
import {
	type RunningService,
	startService,
	type TemporaryFolder,
	temporaryFolder,
} from '../programs/service-process.ts';
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

test('a service killed in the middle of a download finishes it after a restart, and the data is right', async () => {
	const data = join(folder.path, 'source');
	const files = { 'one.bin': 5 * MiB, 'deep/er/two.bin': 3 * MiB, 'three.bin': 1000 };
	const torrent = await makeTorrent(data, 'killed', files, { trackers: [tracker.url], pieceLength: 65_536 });
	const seeder = await startSeeder(
		[{ infohash: torrent.infohash, bytes: torrent.bytes, folder: data }],
		2 * MiB,
	);
	try {
		await service.client().addDownload({ body: { uri: torrent.path } });
		await until(async () => (await download(torrent.infohash)).progress > 0.4, { say: service.output });
		await service.end('SIGKILL');
		service = await startService(folder.path);
		const resumed = await until(async () => {
			const found = await download(torrent.infohash);
			return found.status === 'DOWNLOADING' && found;
		});
		if (resumed.progress<0.05) { console.log("RES", resumed.progress, resumed.total_pieces); const fs = await import("node:fs"); for (const f of torrent.files) { try { console.log(JSON.stringify(f), fs.statSync(service.downloadFolder + "/killed/" + (f as any).path).size) } catch (e) { console.log(String(e)) } } for (let i=0;i<30;i++){ const d = await download(torrent.infohash); console.log(i, d.status, d.progress); await new Promise(r=>setTimeout(r,60)); } console.log(service.output?.()); }
 expect(resumed.progress).toBeGreaterThan(0.05);
		expect(resumed.progress).toBeLessThan(1);
		await until(async () => (await download(torrent.infohash)).status === 'SEEDING', { say: service.output });
		expect(await digests(service.downloadFolder, torrent.files)).toEqual(await digests(data, torrent.files));
	} finally {
		await seeder.close();
	}
});

test('what was complete and clean is not hashed again after a restart', async () => {
	const data = join(folder.path, 'complete');
	const size = 64 * MiB;
	const torrent = await makeTorrent(data, 'complete', { 'big.bin': size }, { pieceLength: 262_144 });
	await service.client().addDownload({ body: { uri: torrent.path, destination: data } });
	await until(async () => (await download(torrent.infohash)).status === 'SEEDING');
	for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
		// The bitfield of the first check has reached the disk when it is told after a restart.
		await service.end(signal);
		service = await startService(folder.path);
		await until(async () => (await download(torrent.infohash)).status === 'SEEDING');
		expect(bytesRead(service.child.pid ?? 0)).toBeLessThan(size / 4);
		expect((await download(torrent.infohash)).progress).toBe(1);
	}
});

test('an engine that dies is replaced, and its downloads go on', async () => {
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
		await until(async () => (await download(torrent.infohash)).progress > 0.2);
		const [engine = 0] = children(service.child.pid ?? 0);
		process.kill(engine, 'SIGKILL');
		await until(() => service.output().includes('The engine ended'));
		// The service answers all the time.
		expect((await download(torrent.infohash)).error).toBe('');
		await until(async () => (await download(torrent.infohash)).status === 'SEEDING', { say: service.output });
		expect(await digests(service.downloadFolder, torrent.files)).toEqual(await digests(data, torrent.files));
	} finally {
		await seeder.close();
	}
});

test('a stop ends the transfer, a resume goes on from there, a recheck finds what was damaged', async () => {
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
		await until(async () => (await download(torrent.infohash)).progress > 0.2);
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
		// Found damaged, fetched again, whole again.
		await until(async () => (await download(torrent.infohash)).status !== 'SEEDING');
		await until(async () => (await download(torrent.infohash)).status === 'SEEDING', { say: service.output });
		expect(await digests(service.downloadFolder, torrent.files)).toEqual(await digests(data, torrent.files));
	} finally {
		await seeder.close();
	}
});

/** The processes that a process started. */
function children(pid: number): number[] {
	return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
		readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
			.trim()
			.split(/\s+/)
			.filter(Boolean)
			.map(Number),
	);
}

/** Bytes that the engine of a service has read from anything since it started. */
function bytesRead(service: number): number {
	const [engine = 0] = children(service);
	return Number(/^rchar: (\d+)/m.exec(readFileSync(`/proc/${engine}/io`, 'utf8'))?.[1]);
}
