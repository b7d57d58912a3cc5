import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, type TestContext, test } from 'vitest';
import type { Download } from '../../source/protocol/resources/download.ts';
import { atEnd } from '../fixtures/cleanup.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runService, type TestService } from '../fixtures/service.ts';
import { startSeeder, startTracker } from '../programs/seeder.ts';
import { digests, type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { boundByPermissions } from './engine/bound-by-permissions.ts';
import { differing, folder, lab, sample, seeder, tracker } from './engine/lab.ts';

/** Mounts a separate file system in memory until the end of the test. Skips the test where that is impossible. */
function mountedFolder(path: string, megabytes: number, { skip }: TestContext) {
	mkdirSync(path, { recursive: true });
	const mount = (...words: string[]) => spawnSync('mount', words, { encoding: 'utf8' });
	if (mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path).status !== 0)
		skip('a file system of its own takes the right to mount one');
	onTestFinished(() => {
		spawnSync('umount', ['--lazy', path]);
	});
	return {
		path,
		remount: (options: string) => {
			const done = mount('-o', `remount,${options}`, path);
			expect(done.stderr).toBe('');
		},
	};
}

/** Upload limit of the peer for slow torrents, bytes per second. */
const SLOW = 500_000;

let service: TestService;
let root: string;
/** Folder of the peer's data. */
let data: string;
/** Torrents that the peer has, by name. */
let torrents: ReadonlyMap<string, MadeTorrent>;

beforeAll(async () => {
	root = await makeFolder();
	const announce = await startTracker();
	atEnd(() => announce.close());
	data = join(root, 'data');
	const names = ['full', 'beside full', 'read-only', 'beside read-only'];
	const made = await Promise.all(
		names.map((name) =>
			makeTorrent(data, name, { 'x.bin': 2_000_000 }, { trackers: [announce.url], pieceLength: 65_536 }),
		),
	);
	torrents = new Map(made.map((torrent, at) => [names[at] ?? '', torrent]));
	const peer = await startSeeder(
		made.map(({ infohash, bytes }) => ({ infohash, bytes, folder: data })),
		0,
	);
	atEnd(() => peer.close());
	for (const name of ['read-only', 'beside read-only']) await peer.limit(torrentOf(name).infohash, 0, SLOW);
	service = await runService({ folder: root, flags: ['--peer-host', '127.0.0.1'] });
});

function torrentOf(name: string): MadeTorrent {
	const found = torrents.get(name);
	if (!found) throw new Error(`there is no torrent ${name}`);
	return found;
}

async function find({ infohash }: MadeTorrent): Promise<Download | undefined> {
	return (await service.client().listDownloads()).downloads.find((each) => each.infohash === infohash);
}

function reach(torrent: MadeTorrent, status: string): Promise<Download> {
	return until(async () => {
		const found = await find(torrent);
		return found?.status === status && found;
	});
}

function order({ infohash }: MadeTorrent, state: 'stop' | 'resume'): Promise<unknown> {
	return service.client().changeDownload({ params: { infohash }, body: { state } });
}

test('a full disk stops one download while another continues; with free space the first is completed', async (context) => {
	const [bad, good] = [torrentOf('full'), torrentOf('beside full')];
	const small = mountedFolder(join(root, 'small'), 1, context);
	await service.client().addDownload({ body: { uri: bad.path, destination: small.path } });
	await service.client().addDownload({ body: { uri: good.path } });
	expect((await reach(bad, 'STOPPED_ON_ERROR')).error).toBe(
		`cannot write ${join(small.path, 'full', 'x.bin')}: no space is left on the disk`,
	);
	await reach(good, 'SEEDING');
	small.remount('size=20m');
	await order(bad, 'resume');
	expect(await reach(bad, 'SEEDING')).toMatchObject({ error: '', progress: 1 });
	expect(await digests(small.path, bad.files)).toEqual(await digests(data, bad.files));
});

test('a folder that became read-only stops a download until it is writable again', async (context) => {
	const [bad, good] = [torrentOf('read-only'), torrentOf('beside read-only')];
	const other = mountedFolder(join(root, 'other'), 20, context);
	await service.client().addDownload({ body: { uri: bad.path, destination: other.path } });
	await until(
		async () => ((await find(bad))?.progress ?? 0) > 0.05 && (await find(bad))?.status === 'DOWNLOADING',
	);
	await order(bad, 'stop');
	await until(() => spawnSync('mount', ['-o', 'remount,ro', other.path]).status === 0);
	await service.client().addDownload({ body: { uri: good.path } });
	await order(bad, 'resume');
	expect((await reach(bad, 'STOPPED_ON_ERROR')).error).toBe(
		`cannot write ${join(other.path, 'read-only', 'x.bin')}: the file system is read-only`,
	);
	expect(await find(good)).toMatchObject({ error: '' });
	other.remount('rw');
	await order(bad, 'resume');
	await reach(bad, 'SEEDING');
	expect(await digests(other.path, bad.files)).toEqual(await digests(data, bad.files));
});

test('a permission lost during a download stops it, and it resumes when the permission is back', async (context) => {
	const torrent = await sample({ 'a.bin': 1_500_000, 'b/c.bin': 100_000 }, { trackers: [await tracker()] });
	const { infohash } = torrent.metainfo;
	const destination = folder();
	const [source, target] = await Promise.all([seeder(torrent), lab(boundByPermissions(context))]);
	await source.engine.limit(infohash, 0, 500_000);
	await target.engine.add(torrent.download(destination));
	await target.until('data', () => (target.status(infohash)?.downloaded ?? 0) > 100_000);
	chmodSync(join(destination, 'sample'), 0);
	const { reason } = await target.until('failed', () => target.of('failed', infohash)[0]);
	expect(reason).toMatch(/^cannot (read|write) .*sample\/.*: permission is denied$/);
	await source.engine.limit(infohash, 0, 0);
	chmodSync(join(destination, 'sample'), 0o755);
	await target.engine.add(torrent.download(destination));
	await target.until('finished', () => target.of('finished', infohash)[0]);
	expect(differing(torrent, destination)).toEqual([]);
});
