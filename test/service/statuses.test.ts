import { open, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../source/client/client.ts';
import { readEvents } from '../../source/client/events.ts';
import { downloadStatuses } from '../../source/protocol/download-status.ts';
import type { Download } from '../../source/protocol/resources/download.ts';
import type { EngineProcess } from '../../source/service/engine/process.ts';
import { diskCauses, diskText, missingText } from '../../source/service/engine/webtorrent/disk/disk-error.ts';
import { fileWatchText } from '../../source/service/engine/webtorrent/disk/file-watch.ts';
import { makeSparse } from '../fixtures/sparse-download.ts';
import { ANY, exactly, NUMBER } from '../programs/message-pattern.ts';
import { startSeeder, startTracker, type Tracker } from '../programs/seeder.ts';
import { type ServiceHere, serveHere } from '../programs/service-here.ts';
import { type TemporaryFolder, temporaryFolder } from '../programs/temporary-folder.ts';
import { digests, type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

let folder: TemporaryFolder;
let tracker: Tracker;
/** Seeds torrents. */
let seeder: EngineProcess;
let service: ServiceHere;
let client: Client;
/** Every reported status, by infohash, in order. */
const reportedStatuses = new Map<string, string[]>();
const listening = new AbortController();

beforeAll(async () => {
	folder = await temporaryFolder();
	tracker = await startTracker();
	seeder = await startSeeder([], 0);
	const settings = join(folder.path, 'settings.json');
	// A proxy that is not running.
	await writeFile(settings, JSON.stringify({ proxies: ['socks5://127.0.0.2:9'] }));
	service = await serveHere(folder.path, ['--settings', settings, '--peer-host', '127.0.0.1']);
	client = service.client();
	void (async () => {
		for await (const event of readEvents(client, listening.signal)) {
			if (event.type !== 'torrent_status_changed') continue;
			const { infohash, status } = event.payload;
			reportedStatuses.set(infohash, [...(reportedStatuses.get(infohash) ?? []), status]);
		}
	})().catch(() => {});
});

afterAll(async () => {
	listening.abort();
	await service?.end();
	await seeder?.close();
	await tracker?.close();
	await folder?.remove();
});

/** Returns a torrent, and lets the peer seed it. */
async function seeded(name: string, files: Record<string, number>, uploadSpeed = 0) {
	const torrent = await makeTorrent(join(folder.path, name), name, files, { trackers: [tracker.url] });
	await seeder.add({
		infohash: torrent.infohash,
		source: { torrent: torrent.bytes },
		destination: join(folder.path, name),
		selected: null,
		mode: 'run',
		maxDownloadSpeed: 0,
		maxUploadSpeed: uploadSpeed,
		route: [],
	});
	return torrent;
}

async function find({ infohash }: Pick<MadeTorrent, 'infohash'>): Promise<Download | undefined> {
	return (await client.listDownloads({ query: { infohash } })).downloads[0];
}

function reach(torrent: Pick<MadeTorrent, 'infohash'>, status: string): Promise<Download> {
	return until(
		async () => {
			const download = await find(torrent);
			return download?.status === status && download;
		},
		{ seen: () => reportedStatuses.get(torrent.infohash)?.join() ?? '' },
	);
}

/** Changes one byte of a file in place. */
async function flipByte(path: string, position: number): Promise<void> {
	const file = await open(path, 'r+');
	const byte = Buffer.alloc(1);
	await file.read(byte, 0, 1, position);
	await file.write(Buffer.from([255 - (byte[0] ?? 0)]), 0, 1, position);
	await file.close();
}

const order = (
	torrent: Pick<MadeTorrent, 'infohash'>,
	body: NonNullable<Parameters<Client['changeDownload']>[0]>['body'],
) => client.changeDownload({ params: { infohash: torrent.infohash }, body });

test('a download is allocated, downloads under its limit, stops, and seeds', async () => {
	const torrent = await seeded('whole', { 'a.bin': 3_000_000, 'b/c.bin': 100_000 }, 1_000_000);
	await client.addDownload({ body: { uri: torrent.path } });
	await order(torrent, { max_download_speed: 300_000 });
	const under = await until(async () => {
		const now = await find(torrent);
		// The number of copies is updated occasionally.
		return (
			now?.status === 'DOWNLOADING' && (now.total_down ?? 0) > 100_000 && (now.availability ?? 0) > 1 && now
		);
	});
	expect(under).toMatchObject({ max_download_speed: 300_000, max_upload_speed: 0 });
	expect(under.trackers).toMatchObject([
		{ url: tracker.url, status: 'Working', peers: expect.any(Number), error: '' },
		{ url: '[DHT]', status: 'Disabled', peers: 0 },
		{ url: '[PeX]', status: 'Working' },
		{ url: '[LSD]', status: 'Disabled', peers: 0 },
	]);
	// The file has its full length from the start, because it was allocated.
	expect((await readFile(join(service.downloadFolder, 'whole', 'a.bin'))).length).toBe(3_000_000);

	await order(torrent, { state: 'stop' });
	const stopped = await reach(torrent, 'STOPPED');
	expect(stopped).toMatchObject({
		speed_down: 0,
		num_connected_peers: 0,
		num_connected_seeds: 0,
		trackers: [{ url: tracker.url, status: 'Disabled', peers: 0, error: '' }],
	});
	// Without the peer no data arrives, so the unwritten file stays unchanged.
	await until(async () => (await seeder.peers(torrent.infohash)).length === 0);
	const written = await stat(join(service.downloadFolder, 'whole', 'a.bin'));

	expect((await stat(join(service.downloadFolder, 'whole', 'a.bin'))).mtimeMs).toBe(written.mtimeMs);
	expect((await find(torrent))?.total_down).toBeLessThan(3_000_000);
	await order(torrent, { max_download_speed: 0, state: 'resume' });
	expect(await reach(torrent, 'SEEDING')).toMatchObject({ progress: 1, max_download_speed: 0, eta: 0 });
	expect(await digests(service.downloadFolder, torrent.files)).toEqual(
		await digests(join(folder.path, 'whole'), torrent.files),
	);
	const statuses = reportedStatuses.get(torrent.infohash) ?? [];
	expect(statuses.filter((status) => status === 'ALLOCATING_DISKSPACE')).toHaveLength(1);
	expect(statuses.indexOf('ALLOCATING_DISKSPACE')).toBeLessThan(statuses.indexOf('DOWNLOADING'));
});

test('hash checks run one at a time: one reports progress while the other waits and reads no data', async () => {
	const [one, two] = await Promise.all(
		['first', 'second'].map((name) => makeSparse(join(folder.path, name), name, 192 * 1024 * 1024)),
	);
	if (!one || !two) throw new Error('there are two');
	for (const { path, infohash } of [one, two]) {
		await client.addDownload({
			body: { uri: path, destination: join(folder.path, infohash === one.infohash ? 'first' : 'second') },
		});
	}
	const progresses = new Set<number>();
	const watchUntil = (statuses: readonly string[]) =>
		until(async () => {
			const { downloads } = await client.listDownloads();
			const both = [one, two].map(({ infohash }) => downloads.find((each) => each.infohash === infohash));
			const checking = both.filter((each) => each?.status === 'HASHCHECKING');
			expect(checking.length).toBeLessThanOrEqual(1);
			for (const each of checking) progresses.add(each?.progress ?? 0);
			return both.every((each, at) => each?.status === statuses[at]);
		});
	await watchUntil(['SEEDING', 'SEEDING']);
	const place = join(folder.path, 'second', 'second', 'sparse.bin');
	await order(two, { state: 'stop' });
	await reach(two, 'STOPPED');
	await flipByte(place, 1);
	await Promise.all([one, two].map((torrent) => order(torrent, { state: 'recheck' })));
	await watchUntil(['SEEDING', 'STOPPED']);
	expect(progresses.size).toBeGreaterThan(1);
	expect((await find(two))?.progress).toBeLessThan(1);
	for (const { infohash } of [one, two]) {
		expect(reportedStatuses.get(infohash)).toEqual(
			expect.arrayContaining(['WAITING4HASHCHECK', 'HASHCHECKING']),
		);
	}
});

test('a magnet link waits for its metadata', async () => {
	const torrent = await makeTorrent(join(folder.path, 'unseen'), 'unseen', { 'x.bin': 1000 });
	await client.addDownload({ body: { uri: `magnet:?xt=urn:btih:${torrent.infohash}` } });
	expect(await reach(torrent, 'METADATA')).toMatchObject({ total_pieces: 0, size: 0 });
});

test('a download with hops and an unreachable proxy builds circuits', async () => {
	const torrent = await makeTorrent(join(folder.path, 'far'), 'far', { 'x.bin': 1000 });
	await client.addDownload({ body: { uri: torrent.path, anon_hops: 1, safe_seeding: true } });
	expect(await reach(torrent, 'CIRCUITS')).toMatchObject({ hops: 1, speed_down: 0 });
});

test('missing, changed or truncated data stops a seed with an error; the others continue, and it resumes', async () => {
	const place = join(folder.path, 'fates');
	const make = (name: string) => makeTorrent(place, name, { 'x.bin': 200_000 });
	const torrents = {
		gone: await make('gone'),
		changed: await make('changed'),
		cut: await make('cut'),
		fine: await make('fine'),
	};
	for (const { path } of Object.values(torrents))
		await client.addDownload({ body: { uri: path, destination: place } });
	for (const torrent of Object.values(torrents)) await reach(torrent, 'SEEDING');
	// After the first look at the file. Earlier changes cannot be found, because its previous content is unknown.
	const file = (name: string) => join(place, name, 'x.bin');
	await until(async () => {
		await flipByte(file('changed'), 100_000);
		return (await find(torrents.changed))?.status === 'STOPPED_ON_ERROR';
	});
	await rename(join(place, 'gone'), join(place, 'moved'));
	await truncate(file('cut'), 100);
	expect((await reach(torrents.changed, 'STOPPED_ON_ERROR')).error).toMatch(
		exactly(fileWatchText.changed(ANY, NUMBER), fileWatchText.changed(ANY, 1)),
	);
	expect((await reach(torrents.gone, 'STOPPED_ON_ERROR')).error).toBe(
		diskText('read', file('gone'), missingText.cause(diskCauses.ENOENT)),
	);
	expect((await reach(torrents.cut, 'STOPPED_ON_ERROR')).error).toBe(
		diskText('read', file('cut'), missingText.cause(fileWatchText.shorter)),
	);
	expect(await find(torrents.fine)).toMatchObject({ status: 'SEEDING', error: '' });

	await rename(join(place, 'moved'), join(place, 'gone'));
	await order(torrents.gone, { state: 'resume' });
	expect(await reach(torrents.gone, 'SEEDING')).toMatchObject({ error: '', progress: 1 });
	// Only a check accepts that the truncated part is lost. Then it is requested.
	await order(torrents.cut, { state: 'resume' });
	expect((await reach(torrents.cut, 'STOPPED_ON_ERROR')).error).toBe(missingText.files(file('cut'), 0));
	await order(torrents.cut, { state: 'recheck' });
	expect(await reach(torrents.cut, 'DOWNLOADING')).toMatchObject({ error: '', progress: 0 });
});

test('deleting the folder of a download stops it, and it can start again after a check', async () => {
	const torrent = await seeded('swept', { 'x.bin': 2_000_000 }, 300_000);
	await client.addDownload({ body: { uri: torrent.path } });
	const file = join(service.downloadFolder, 'swept', 'x.bin');
	await until(async () => (await readFile(file).catch(() => Buffer.of())).some((byte) => byte !== 0));
	await rm(join(service.downloadFolder, 'swept'), { recursive: true });
	// No piece is written to a new file.
	expect((await reach(torrent, 'STOPPED_ON_ERROR')).error).toBe(
		diskText('read', file, missingText.cause(diskCauses.ENOENT)),
	);
	await expect(readFile(file)).rejects.toThrow('ENOENT');
	await order(torrent, { state: 'recheck' });
	await reach(torrent, 'DOWNLOADING');
	await client.removeDownload({ params: { infohash: torrent.infohash }, body: { remove_data: true } });
});

/** This service has no exit nodes. The tests of moves and of the queue have the other ones. */
const others: readonly string[] = ['EXIT_NODES', 'MOVING', 'QUEUED'];

test('all statuses occurred', () => {
	expect([...new Set([...reportedStatuses.values()].flat())].sort()).toEqual(
		downloadStatuses.filter((status) => !others.includes(status)).sort(),
	);
});
