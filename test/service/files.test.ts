import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { beforeAll, describe, expect, test } from 'vitest';
import { metainfoText } from '../../source/metainfo/error.ts';
import { parseTorrent } from '../../source/metainfo/metainfo.ts';
import { damageText } from '../../source/service/downloads/stored-metainfo.ts';
import type { EngineProcess } from '../../source/service/engine/process.ts';
import { atEnd } from '../fixtures/cleanup.ts';
import { runService, runServiceProcess, type TestServiceProcess } from '../fixtures/service.ts';
import { torrentOf } from '../metainfo/bencoded.ts';
import { ANY, exactly } from '../programs/message-pattern.ts';
import { startSeeder, startTracker, type Tracker } from '../programs/seeder.ts';
import { digests, type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

/** Number of files and of folders of the large torrent. */
const FILES = 4_200;
const FOLDERS = 200;

let service: TestServiceProcess;
let tracker: Tracker;
let seeder: EngineProcess;
/** Infohash of the large torrent. Its download is stopped. */
let large: string;

beforeAll(async () => {
	tracker = await startTracker();
	atEnd(() => tracker.close());
	seeder = await startSeeder([], 0);
	atEnd(() => seeder.close());
	service = await runServiceProcess();
	const files: Record<string, number> = {};
	for (let at = 0; at < FILES; at++) files[`folder ${at % FOLDERS}/part ${at % 7}/file ${at}.bin`] = 1000;
	const pieces = Buffer.alloc(20 * Math.ceil((FILES * 1000) / 16_384), 7);
	const torrent = torrentOf(files, { pieces, name: 'large' }, { announce: '' });
	const path = join(service.folder, 'large.torrent');
	await writeFile(path, torrent);
	large = parseTorrent(torrent).infohash;
	// None of it is created on the disk, because the files are selected while it is stopped.
	await service.client().addDownload({ body: { uri: path, selected_files: [0] } });
	await service.client().changeDownload({ params: { infohash: large }, body: { state: 'stop' } });
});

/** Lets the peer seed a torrent. */
async function seed({ infohash, bytes }: MadeTorrent, destination: string): Promise<void> {
	await seeder.add({
		infohash,
		source: { torrent: bytes },
		destination,
		selected: null,
		mode: 'run',
		maxDownloadSpeed: 0,
		maxUploadSpeed: 0,
		route: [],
	});
}

const download = async (infohash: string) => {
	const { downloads } = await service.client().listDownloads();
	return downloads.find((each) => each.infohash === infohash);
};

const included = async (infohash: string, of: Pick<TestServiceProcess, 'client'> = service) => {
	const { files } = await of.client().listFiles({ params: { infohash } });
	return files.filter((file) => file.included).map(({ name }) => name);
};

/** Returns a page of the large torrent. */
async function pageOf(of: Pick<TestServiceProcess, 'client'>, start: string, size?: number) {
	const query = { view_start_path: start, ...(size === undefined ? {} : { view_size: size }) };
	return (await of.client().listFiles({ params: { infohash: large }, query })).files;
}

test('a torrent of thousands of files is read in pages', async () => {
	const params = { infohash: large };
	const names: string[] = [];
	const view = (start: string, size?: number) => pageOf(service, start, size);
	for (let page = await view(''); page.length > 0; page = await view(names.at(-1) ?? '')) {
		expect(page.length).toBeLessThanOrEqual(100);
		names.push(...page.map(({ name }) => name));
	}
	expect(names).toHaveLength(FOLDERS);
	expect(names.slice(0, 2)).toEqual(['large/folder 0', 'large/folder 1']);

	await service.client().expandFiles({ params, query: { path: 'large/folder 199' } });
	await service.client().expandFiles({ params, query: { path: 'large/folder 199/part 6' } });
	const open = await view('large/folder 199/part 6', 3);
	expect(open.map(({ index }) => index % FOLDERS)).toEqual([199, 199, 199]);
	expect(await view('large/folder 199', 8)).toMatchObject([
		...[0, 1, 2, 3, 4, 5].map((part) => ({ name: `large/folder 199/part ${part}`, index: -1 })),
		{ name: 'large/folder 199/part 6', index: -2, size: expect.any(Number), included: false, progress: 0 },
		{ index: expect.any(Number), included: false },
	]);
});

test('a folder is selected during the download: its shared pieces arrive, other files do not', async () => {
	const data = join(service.folder, 'source');
	const sizes = { 'a.bin': 50_001, 'b/one.bin': 40_000, 'b/two.bin': 30_003, 'c.bin': 90_000 };
	const torrent = await makeTorrent(data, 'shared', sizes, { trackers: [tracker.url] });
	await seed(torrent, data);
	const { infohash } = torrent;
	const params = { infohash };
	const { files } = parseTorrent(torrent.bytes);
	const last = files.findIndex(({ path }) => path === 'c.bin');
	await service.client().addDownload({ body: { uri: torrent.path, selected_files: [last] } });
	await service.client().deselectFiles({ params, query: { path: 'shared' } });
	expect(await included(infohash)).toEqual([]);
	await service.client().selectFiles({ params, query: { path: 'shared/b' } });
	expect(await included(infohash)).toEqual(['b/one.bin', 'b/two.bin']);
	await until(async () => {
		const found = await service.client().listFiles({ params });
		return found.files.every(({ name, progress }) => !name.startsWith('b/') || progress === 1);
	});
	const chosen = ['shared/b/one.bin', 'shared/b/two.bin'];
	expect(await digests(service.downloadFolder, chosen)).toEqual(await digests(data, chosen));
	const { files: after } = await service.client().listFiles({ params });
	expect(after.find(({ name }) => name === 'a.bin')?.progress).toBeLessThan(1);
	await service.client().selectFiles({ params, query: { path: 'shared' } });
	await until(async () => {
		const found = await service.client().listFiles({ params });
		return found.files.every(({ progress }) => progress === 1);
	});
	expect(await digests(service.downloadFolder, torrent.files)).toEqual(await digests(data, torrent.files));
});

test('the torrent of a magnet link is the assembled file, with the trackers of the link', async () => {
	const data = join(service.folder, 'magnet');
	const torrent = await makeTorrent(data, 'from a magnet', { 'a.bin': 50_000 }, { trackers: [tracker.url] });
	await seed(torrent, data);
	const params = { infohash: torrent.infohash };
	const other = 'http://127.0.0.1:9/announce';
	const uri = `magnet:?xt=urn:btih:${torrent.infohash}&tr=${encodeURIComponent(tracker.url)}&tr=${encodeURIComponent(other)}`;
	await service.client().addDownload({ body: { uri } });
	await expect(service.client().listFiles({ params, query: { view_size: 5 } })).resolves.toBeDefined();
	await until(async () => (await download(torrent.infohash))?.status === 'SEEDING');
	const bytes = await service.client().getTorrent({ params });
	const assembled = parseTorrent(bytes);
	expect(assembled.infohash).toBe(torrent.infohash);
	expect(assembled.trackers).toEqual([tracker.url, other]);
	expect(Buffer.from(assembled.info).equals(parseTorrent(torrent.bytes).info)).toBe(true);
	expect(Buffer.from(await service.client().getTorrent({ params })).equals(bytes)).toBe(true);
});

describe('the torrent of a download equals the added bytes', () => {
	/**
	 * A .torrent that other programs would encode differently: unsorted and unknown keys, invalid text. Added by a
	 * file or by a body.
	 */
	const oddTorrent = (name: string) =>
		torrentOf(
			{ 'a.bin': 20_000 },
			{ name, 'x-unknown': [1, 'two', { deep: Buffer.from([0xff, 0]) }] },
			{ 'z-first': Buffer.from([0x80, 0xff, 0x0a]), comment: 'caf\u00e9', announce: '', 'a-last': 0 },
		);
	const add = (uri: string) =>
		service.client().addDownload({ body: { uri, destination: join(service.folder, 'odd') } });
	const sources: Record<string, (bytes: Buffer, path: string) => Promise<unknown>> = {
		'a path': (_, path) => add(path),
		'a file: URL': (_, path) => add(pathToFileURL(path).href),
		'a URL, behind a redirect': async (bytes) => {
			const server = createServer((request, response) => {
				if (request.url === '/x') response.writeHead(302, { location: '/y' }).end();
				else response.end(bytes);
			});
			server.listen(0, '127.0.0.1');
			await once(server, 'listening');
			const address = server.address();
			await add(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/x`);
			server.close();
		},
		'a body': async (body) => {
			const headers = { 'content-type': 'application/x-bittorrent', 'x-api-key': service.key };
			const answer = await fetch(`${service.url}/downloads`, { method: 'PUT', headers, body });
			expect(answer.status).toBe(200);
		},
	};

	test.each(Object.entries(sources))('from %s', async (name, send) => {
		const bytes = oddTorrent(name.replaceAll(/\W/g, '-'));
		const path = join(service.folder, `${name.replaceAll(/\W/g, '-')}.torrent`);
		await writeFile(path, bytes);
		await send(bytes, path);
		await rm(path);
		const { infohash } = parseTorrent(bytes);
		const answer = await fetch(`${service.url}/downloads/${infohash}/torrent`, {
			headers: { 'x-api-key': service.key },
		});
		expect(answer.status).toBe(200);
		expect(answer.headers.get('content-type')).toBe('application/x-bittorrent');
		expect(answer.headers.get('content-length')).toBe(String(bytes.length));
		expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
	});
});

/** Replaces the .torrent that the ended service keeps. */
function spoil(infohash: string, bytes: Uint8Array): void {
	const database = new DatabaseSync(join(service.stateFolder, 'seedtop.db'));
	const hex = Buffer.from(bytes).toString('hex');
	database.exec(`UPDATE torrents SET bytes = x'${hex}' WHERE infohash = '${infohash}'`);
	database.close();
}

test('after a kill, files stay selected, and a damaged .torrent is the error of its download only', async () => {
	await service.client().expandFiles({ params: { infohash: large }, query: { path: 'large/folder 199' } });
	await service
		.client()
		.expandFiles({ params: { infohash: large }, query: { path: 'large/folder 199/part 6' } });
	const [, open] = await pageOf(service, 'large/folder 199/part 5', 2);
	expect(open?.index).toBeGreaterThanOrEqual(0);
	const change = { params: { infohash: large } };
	await service.client().selectFiles({ ...change, query: { path: 'large/folder 199' } });
	await service.client().deselectFiles({ ...change, query: { path: open?.name ?? '' } });
	await service.client().deselectFiles({ ...change, query: { path: 'large/folder 0' } });

	const data = join(service.folder, 'damage');
	const [cut, stopped, sound] = await Promise.all(
		['cut', 'stopped', 'sound'].map((name) => makeTorrent(data, name, { [`${name}.bin`]: 30_000, b: 1 })),
	);
	if (!cut || !stopped || !sound) throw new Error('three were made');
	for (const { path } of [cut, stopped, sound])
		await service.client().addDownload({ body: { uri: path, destination: data } });
	const params = { infohash: stopped.infohash };
	await service.client().changeDownload({ params, body: { state: 'stop' } });
	await service.end('SIGKILL');
	spoil(cut.infohash, cut.bytes.subarray(0, 100));
	spoil(stopped.infohash, sound.bytes);

	const again = await runService({ folder: service.folder });
	const selected = await included(large, again);
	expect(selected).toHaveLength(FILES / FOLDERS - 1);
	expect(selected.every((name) => name.startsWith('folder 199/'))).toBe(true);
	expect(`large/${selected.join('\nlarge/')}`).not.toContain(open?.name);
	// Expanded folders stay so while the service runs.
	expect((await pageOf(again, 'large/folder 198', 1))[0]).toMatchObject({
		name: 'large/folder 199',
		index: -1,
	});

	const found = async (infohash: string) => {
		const { downloads } = await again.client().listDownloads({ query: { get_files: true } });
		return downloads.find((each) => each.infohash === infohash);
	};
	await until(async () => (await found(cut.infohash))?.status === 'STOPPED_ON_ERROR');
	await until(async () => (await found(sound.infohash))?.status === 'SEEDING');
	expect((await found(sound.infohash))?.files).toHaveLength(2);
	expect((await found(cut.infohash))?.error).toMatch(
		exactly(damageText.damaged(metainfoText.notTorrent(ANY))),
	);
	expect((await found(cut.infohash))?.files).toEqual([]);
	expect(await found(stopped.infohash)).toMatchObject({
		status: 'STOPPED_ON_ERROR',
		error: damageText.damaged(damageText.ofOther),
	});
	await expect(again.client().getTorrent({ params })).rejects.toMatchObject({ status: 500 });
	await expect(again.client().expandFiles({ params, query: { path: 'a' } })).rejects.toMatchObject({
		status: 400,
	});
	const remove = (remove_data: boolean) => again.client().removeDownload({ params, body: { remove_data } });
	await expect(remove(true)).rejects.toMatchObject({ status: 500, code: 'MetainfoDamagedError' });
	await remove(false);
	expect(await found(stopped.infohash)).toBeUndefined();
});
