import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { controllerText } from '../../source/service/downloads/engine-controller.ts';
import { supervisorText } from '../../source/service/downloads/engine-supervisor.ts';
import { atEnd } from '../fixtures/cleanup.ts';
import { makeSparse } from '../fixtures/sparse-download.ts';
import { children } from '../programs/children.ts';
import { ANY, containing } from '../programs/message-pattern.ts';
import { startSeeder, startTracker } from '../programs/seeder.ts';
import { serveHere } from '../programs/service-here.ts';
import { type RunningService, startService } from '../programs/service-process.ts';
import { type TemporaryFolder, temporaryFolder } from '../programs/temporary-folder.ts';
import { digests, type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

const MiB = 1024 * 1024;

/** Files of torrents that a slow peer has. */
const offered = {
	killed: { 'one.bin': 2 * MiB, 'deep/er/two.bin': MiB, 'three.bin': 1000 },
	orphaned: { 'a.bin': 2 * MiB },
	orders: { 'a.bin': 2 * MiB },
};

let folder: TemporaryFolder;
let data: string;
let torrents: Readonly<Record<string, MadeTorrent>>;
let service: RunningService;

beforeAll(async () => {
	folder = await temporaryFolder();
	atEnd(() => folder.remove());
	data = join(folder.path, 'source');
	const tracker = await startTracker();
	atEnd(() => tracker.close());
	const options = { trackers: [tracker.url], pieceLength: 65_536 };
	const made = Object.entries(offered).map(
		async ([name, files]) => [name, await makeTorrent(data, name, files, options)] as const,
	);
	torrents = Object.fromEntries(await Promise.all(made));
	const seeder = await startSeeder(
		Object.values(torrents).map((torrent) => ({ ...torrent, folder: data })),
		MiB,
	);
	atEnd(() => seeder.close());
	service = await startService(folder.path);
	atEnd(() => service.end());
});

/** Returns a torrent of the peer. */
function torrentOf(name: keyof typeof offered): MadeTorrent {
	const found = torrents[name];
	if (!found) throw new Error(`there is no torrent ${name}`);
	return found;
}

async function download(infohash: string) {
	const { downloads } = await service.client().listDownloads();
	const found = downloads.find((each) => each.infohash === infohash);
	if (!found) throw new Error(`the service has no download ${infohash}`);
	return found;
}

test('a service killed during a download completes it after a restart, with the right data', async () => {
	const torrent = torrentOf('killed');
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
});

test('a complete and clean download is not hashed again after a restart', async () => {
	const data = join(folder.path, 'complete');
	const size = 32 * MiB;
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
	const copy = await serveHere(elsewhere);
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
	const torrent = torrentOf('orphaned');
	await service.client().addDownload({ body: { uri: torrent.path } });
	await until(async () => ((await download(torrent.infohash)).progress ?? 0) > 0.2);
	const [engine = 0] = children(service.child.pid ?? 0);
	process.kill(engine, 'SIGKILL');
	await until(() => containing(controllerText.ended(ANY)).test(service.output()));
	// The service answers all the time.
	expect((await download(torrent.infohash)).error).toBe('');
	await until(async () => (await download(torrent.infohash)).status === 'SEEDING');
	expect(await digests(service.downloadFolder, torrent.files)).toEqual(await digests(data, torrent.files));
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
	const torrent = torrentOf('orders');
	const client = service.client();
	const order = (state: 'stop' | 'resume' | 'recheck') =>
		client.changeDownload({ params: { infohash: torrent.infohash }, body: { state } });
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
	const file = await open(join(service.downloadFolder, torrent.files[0] ?? ''), 'r+');
	await file.write(Buffer.alloc(10), 0, 10, MiB);
	await file.close();
	await order('recheck');
	// Found damaged, downloaded again, complete again.
	await until(async () => (await download(torrent.infohash)).status !== 'SEEDING');
	await until(async () => (await download(torrent.infohash)).status === 'SEEDING');
	expect(await digests(service.downloadFolder, torrent.files)).toEqual(await digests(data, torrent.files));
});

/** Returns the bytes that the engine of a service has read since its start. */
function bytesRead(service: number): number {
	const [engine = 0] = children(service);
	return Number(/^rchar: (\d+)/m.exec(readFileSync(`/proc/${engine}/io`, 'utf8'))?.[1]);
}
