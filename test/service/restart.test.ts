import { readdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { controllerText } from '../../source/service/downloads/engine-controller.ts';
import { supervisorText } from '../../source/service/downloads/engine-supervisor.ts';
import type { EngineProcess } from '../../source/service/engine/process.ts';
import { atEnd } from '../fixtures/cleanup.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runServiceProcess, type TestServiceProcess } from '../fixtures/service.ts';
import { makeSparse } from '../fixtures/sparse-download.ts';
import { children } from '../programs/children.ts';
import { ANY, containing } from '../programs/message-pattern.ts';
import { startSeeder, startTracker } from '../programs/seeder.ts';
import { digests, type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

const MiB = 1024 * 1024;

/** Files of torrents that a peer has. Its uploads are slow until a test needs the rest. */
const offered = {
	killed: { 'one.bin': MiB / 2, 'deep/er/two.bin': MiB / 4, 'three.bin': 1000 },
	orphaned: { 'a.bin': MiB / 2 },
	orders: { 'a.bin': MiB / 2 },
};

/** Bytes of a complete download. */
const COMPLETE_BYTES = 64 * MiB;

/** Folder of the peer's data. */
let data: string;
let torrents: Readonly<Record<string, MadeTorrent>>;
let complete: string;
let service: TestServiceProcess;
let seeder: EngineProcess;

beforeAll(async () => {
	data = await makeFolder();
	const tracker = await startTracker();
	atEnd(() => tracker.close());
	const options = { trackers: [tracker.url], pieceLength: 16_384 };
	const made = Object.entries(offered).map(
		async ([name, files]) => [name, await makeTorrent(data, name, files, options)] as const,
	);
	torrents = Object.fromEntries(await Promise.all(made));
	seeder = await startSeeder(
		Object.values(torrents).map((torrent) => ({ ...torrent, folder: data })),
		MiB / 4,
	);
	atEnd(() => seeder.close());
	service = await runServiceProcess();
	const sparse = await makeSparse(service.downloadFolder, 'complete', COMPLETE_BYTES);
	complete = sparse.infohash;
	for (const { path } of [sparse, torrentOf('killed')])
		await service.client().addDownload({ body: { uri: path } });
	await until(async () => (await download(complete)).status === 'SEEDING');
	await untilTransferred(torrentOf('killed'), 0.4);
	// The bitfield of the first check is on the disk, because it is reported after a restart.
	await service.end('SIGKILL');
	await service.restart();
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

/** Waits until a share of a download has arrived. Before its transfer, its progress is that of its check. */
async function untilTransferred({ infohash }: MadeTorrent, share: number): Promise<void> {
	await until(async () => {
		const { status, progress = 0 } = await download(infohash);
		return status === 'DOWNLOADING' && progress > share;
	});
}

/** Lets the rest of a download arrive at once. Resolves when it is complete, with the right data. */
async function expectCompleted(torrent: MadeTorrent): Promise<void> {
	await seeder.limit(torrent.infohash, 0, 0);
	await until(async () => (await download(torrent.infohash)).status === 'SEEDING');
	expect(await digests(service.downloadFolder, torrent.files)).toEqual(await digests(data, torrent.files));
}

/** Makes a torrent with its data, and lets the service seed it. Returns the infohash and the folder of the data. */
async function seed(name: string): Promise<{ infohash: string; folder: string }> {
	const folder = join(service.folder, name);
	const { path, infohash } = await makeTorrent(folder, name, { 'a.bin': 50_000 });
	await service.client().addDownload({ body: { uri: path, destination: folder } });
	await until(async () => (await download(infohash)).status === 'SEEDING');
	return { infohash, folder };
}

test('a service killed during a download completes it after a restart, with the right data', async () => {
	const torrent = torrentOf('killed');
	const resumed = await until(async () => {
		const found = await download(torrent.infohash);
		return found.status === 'DOWNLOADING' && found;
	});
	expect(resumed.progress).toBeGreaterThan(0.05);
	expect(resumed.progress).toBeLessThan(1);
	await expectCompleted(torrent);
});

test('a complete and clean download is not hashed again after a kill', async () => {
	await until(async () => (await download(complete)).status === 'SEEDING');
	expect(bytesRead(children(service.child.pid ?? 0))).toBeLessThan(COMPLETE_BYTES / 4);
	expect((await download(complete)).progress).toBe(1);
});

test('an engine that crashes, and dies at its start, is replaced, and its downloads continue', async () => {
	const torrent = torrentOf('orphaned');
	await service.client().addDownload({ body: { uri: torrent.path } });
	await untilTransferred(torrent, 0.2);
	const killed = new Set<number>();
	await until(async () => {
		const [engine] = children(service.child.pid ?? 0);
		if (engine === undefined || killed.has(engine)) return false;
		killed.add(engine);
		process.kill(engine, 'SIGKILL');
		if (killed.size === 1) {
			await until(() => containing(controllerText.ended(ANY)).test(service.output()));
			// The service answers all the time.
			expect((await download(torrent.infohash)).error).toBe('');
		}
		return killed.size === 2;
	});
	await until(() => containing(supervisorText.notRestarted(ANY)).test(service.output()));
	await expectCompleted(torrent);
	expect((await service.client().getState()).state).toBe('STARTED');
});

test('a removal continues although the engine dies meanwhile', async () => {
	const { infohash, folder } = await seed('bereft');
	const [engine = 0] = children(service.child.pid ?? 0);
	process.kill(engine, 'SIGSTOP');
	const removal = service.client().removeDownload({ params: { infohash }, body: { remove_data: true } });
	// The engine, which is stopped, has received the request to stop it.
	await until(async () => (await download(infohash)).status === 'STOPPED');
	process.kill(engine, 'SIGKILL');
	expect(await removal).toEqual({ removed: true, infohash });
	expect(readdirSync(folder)).toEqual(['bereft.torrent']);
});

test('a stop ends the transfer, a resume continues it, a recheck finds damaged data', async () => {
	const torrent = torrentOf('orders');
	const client = service.client();
	const order = (state: 'stop' | 'resume' | 'recheck') =>
		client.changeDownload({ params: { infohash: torrent.infohash }, body: { state } });
	await client.addDownload({ body: { uri: torrent.path } });
	await untilTransferred(torrent, 0.2);
	await order('stop');
	const stopped = await until(async () => {
		const found = await download(torrent.infohash);
		return found.status === 'STOPPED' && found;
	});
	expect(stopped.progress).toBeGreaterThan(0.2);
	expect(stopped.progress).toBeLessThan(1);
	await order('resume');
	await expectCompleted(torrent);
	const file = await open(join(service.downloadFolder, torrent.files[0] ?? ''), 'r+');
	await file.write(Buffer.alloc(10), 0, 10, MiB / 4);
	await file.close();
	await order('recheck');
	// Found damaged, downloaded again, complete again.
	await until(async () => (await download(torrent.infohash)).status !== 'SEEDING');
	await expectCompleted(torrent);
});

/** Returns the bytes that the first of these engines has read since its start. */
function bytesRead([engine = 0]: readonly number[]): number {
	return Number(/^rchar: (\d+)/m.exec(readFileSync(`/proc/${engine}/io`, 'utf8'))?.[1]);
}
