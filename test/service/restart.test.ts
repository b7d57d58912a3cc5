import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { controllerText } from '../../source/service/downloads/engine-controller.ts';
import { supervisorText } from '../../source/service/downloads/engine-supervisor.ts';
import { atEnd } from '../fixtures/cleanup.ts';
import { makeFolder } from '../fixtures/folder.ts';
import {
	runService,
	runServiceProcess,
	type TestService,
	type TestServiceProcess,
} from '../fixtures/service.ts';
import { makeSparse } from '../fixtures/sparse-download.ts';
import { children, engineOf } from '../programs/children.ts';
import { ANY, containing } from '../programs/message-pattern.ts';
import { startSeeder, startTracker } from '../programs/seeder.ts';
import { digests, type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

const MiB = 1024 * 1024;

/** Files of torrents that a slow peer has. */
const offered = {
	killed: { 'one.bin': 2 * MiB, 'deep/er/two.bin': MiB, 'three.bin': 1000 },
	orphaned: { 'a.bin': 2 * MiB },
	orders: { 'a.bin': 2 * MiB },
};

/** Bytes of a complete download. */
const COMPLETE_BYTES = 64 * MiB;

/** Folder of the peer's data. */
let data: string;
let torrents: Readonly<Record<string, MadeTorrent>>;
let complete: string;
let service: TestServiceProcess;

beforeAll(async () => {
	data = await makeFolder();
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

async function download(infohash: string, of: Pick<TestService, 'client'> = service) {
	const { downloads } = await of.client().listDownloads();
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
	await until(async () => (await download(torrent.infohash)).status === 'SEEDING');
	expect(await digests(service.downloadFolder, torrent.files)).toEqual(await digests(data, torrent.files));
});

test('a complete and clean download is not hashed again after a kill', async () => {
	await until(async () => (await download(complete)).status === 'SEEDING');
	expect(bytesRead(children(service.child.pid ?? 0))).toBeLessThan(COMPLETE_BYTES / 4);
	expect((await download(complete)).progress).toBe(1);
});

test('an engine that crashes, and dies at its start repeatedly, is replaced, and its downloads continue', async () => {
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
		return killed.size === 3;
	});
	await until(() => containing(supervisorText.notRestarted(ANY)).test(service.output()));
	await until(async () => (await download(torrent.infohash)).status === 'SEEDING');
	expect(await digests(service.downloadFolder, torrent.files)).toEqual(await digests(data, torrent.files));
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

describe('a service with a hung engine', () => {
	let hung: string;
	let again: TestService;

	beforeAll(async () => {
		hung = (await seed('hung')).infohash;
		const [engine = 0] = children(service.child.pid ?? 0);
		process.kill(engine, 'SIGSTOP');
		await service.client().changeDownload({ params: { infohash: hung }, body: { state: 'stop' } });
		await service.end();
		const folder = await makeFolder();
		await mkdir(join(folder, 'state'));
		await copyFile(join(service.stateFolder, 'seedtop.db'), join(folder, 'state', 'seedtop.db'));
		again = await runService({ folder });
	});

	test('stops, and applies the requested changes later', async () => {
		expect(service.child.exitCode).toBe(0);
		expect((await download(hung, again)).status).toBe('STOPPED');
	});

	test('leaves all records in the database file alone, and a complete download is not hashed again', async () => {
		const infohashes = [complete, hung, ...Object.values(torrents).map(({ infohash }) => infohash)];
		const { downloads } = await again.client().listDownloads();
		expect(downloads.map(({ infohash }) => infohash).sort()).toEqual(infohashes.sort());
		await until(async () => (await download(complete, again)).status === 'SEEDING');
		expect(bytesRead([engineOf(again)])).toBeLessThan(COMPLETE_BYTES / 4);
	});
});

/** Returns the bytes that the first of these engines has read since its start. */
function bytesRead([engine = 0]: readonly number[]): number {
	return Number(/^rchar: (\d+)/m.exec(readFileSync(`/proc/${engine}/io`, 'utf8'))?.[1]);
}
