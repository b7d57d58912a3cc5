import { spawnSync } from 'node:child_process';
import { link, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, type TestContext, test } from 'vitest';
import type { Client } from '../../source/client/client.ts';
import { deletionText } from '../../source/metainfo/delete-data.ts';
import { destinationText } from '../../source/service/downloads/destination.ts';
import { removalText } from '../../source/service/downloads/removals.ts';
import type { EngineProcess } from '../../source/service/engine/process.ts';
import { OutsideDestination, ServiceOwned } from '../../source/service/storage/refused-path.ts';
import { atEnd } from '../fixtures/cleanup.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { removeAll, runService, type TestService } from '../fixtures/service.ts';
import { ANY, containing } from '../programs/message-pattern.ts';
import { startSeeder, startTracker, type Tracker } from '../programs/seeder.ts';
import { type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

/** The state folder of the service is `<root>/state`. */
let root: string;
let state: string;
let tracker: Tracker;
/** Seeds all torrents. */
let peer: EngineProcess;
let peerFolder: string;
const seeded = new Set<string>();

beforeAll(async () => {
	tracker = await startTracker();
	atEnd(() => tracker.close());
	peer = await startSeeder([], 0);
	atEnd(() => peer.close());
	peerFolder = await makeFolder();
});

const PEER_HOST = ['--peer-host', '127.0.0.1'];

interface Attack {
	readonly service: TestService;
	readonly client: Client;
	readonly torrent: MadeTorrent;
	/** The magnet link of the torrent, with its tracker. */
	readonly magnet: string;
}

/** Lets the peer seed a torrent with these files (path: bytes) for a service. */
async function attackOn(
	service: TestService,
	name: string,
	files: Readonly<Record<string, number>>,
): Promise<Attack> {
	const destination = await mkdtemp(join(peerFolder, 'seed-'));
	const torrent = await makeTorrent(destination, name, files, { trackers: [tracker.url] });
	const { infohash, bytes } = torrent;
	if (!seeded.has(infohash)) {
		seeded.add(infohash);
		await peer.add({
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
	const magnet = `magnet:?xt=urn:btih:${infohash}&tr=${encodeURIComponent(tracker.url)}`;
	return { service, client: service.client(), torrent, magnet };
}

const own = ['api.key', 'settings.json', 'seedtop.db', 'service.json'];
const ownFiles = Object.fromEntries(own.map((name) => [name, 50_000]));

/** Returns the service's files on the disk; undefined for a missing one. */
function contents(): Promise<(string | undefined)[]> {
	const stable = ['api.key', 'settings.json', 'service.json'];
	return Promise.all(stable.map((name) => readFile(join(state, name), 'utf8').catch(() => undefined)));
}

async function failure(client: Client, { infohash }: MadeTorrent): Promise<string> {
	const failed = await until(async () => {
		const { downloads } = await client.listDownloads({ query: { infohash } });
		return downloads[0]?.status === 'STOPPED_ON_ERROR' && downloads[0];
	});
	return failed.error;
}

const put = (client: Client, uri: string, destination: string) =>
	client.addDownload({ body: { uri, destination, use_files: true } });

async function removal(client: Client, { infohash }: MadeTorrent): Promise<unknown> {
	return client
		.removeDownload({ params: { infohash }, body: { remove_data: true } })
		.catch((error: unknown) => error);
}

const owned = new ServiceOwned('state folder');

describe('a torrent with the names of the files in the state folder', () => {
	let shared: TestService;

	beforeAll(async () => {
		shared = await runService({ flags: PEER_HOST });
	});

	beforeEach(() => {
		root = shared.folder;
		state = shared.stateFolder;
	});

	afterEach(() => removeAll(shared));

	test('is refused if it is added to the folder above', async () => {
		const { client, torrent } = await attackOn(shared, 'state', ownFiles);
		const before = await contents();
		await expect(put(client, torrent.path, root)).rejects.toThrow(
			destinationText.ownFile(root, 'state folder'),
		);
		expect((await client.listDownloads()).downloads).toEqual([]);
		expect(await contents()).toEqual(before);
	});

	test('is refused as a magnet link once its metadata arrives, and removal with data keeps the files', async () => {
		const { client, torrent, magnet } = await attackOn(shared, 'state', ownFiles);
		const before = await contents();
		await put(client, magnet, root);
		expect(await failure(client, torrent)).toContain(`state/api.key: ${owned.message}. ${owned.nextStep}`);
		expect(await contents()).toEqual(before);
		for (const state of ['resume', 'recheck'] as const) {
			await client.changeDownload({ params: { infohash: torrent.infohash }, body: { state } });
			expect(await failure(client, torrent)).toContain(owned.message);
		}
		expect(await removal(client, torrent)).toMatchObject({
			message: expect.stringMatching(containing(removalText.dataLeft(`${ANY}${owned.message}${ANY}`, 0))),
		});
		expect(await contents()).toEqual(before);
		const database = await readFile(join(state, 'seedtop.db'));
		expect(database.toString('latin1', 0, 15)).toBe('SQLite format 3');
		const { downloads } = await client.listDownloads();
		expect(downloads).toMatchObject([{ infohash: torrent.infohash, status: 'STOPPED_ON_ERROR' }]);
	});

	test("streams none of the service's files", async () => {
		const { service, client, torrent, magnet } = await attackOn(shared, 'state', ownFiles);
		await put(client, magnet, root);
		await failure(client, torrent);
		for (const index of own.keys()) {
			const answer = await fetch(`${service.url}/downloads/${torrent.infohash}/stream/${index}`, {
				headers: { 'X-Api-Key': service.key },
			});
			expect(answer.status).toBeGreaterThanOrEqual(400);
			expect(await answer.text()).not.toContain(service.key);
		}
	});

	test('is refused if a symbolic link inside the destination leads to the state folder', async () => {
		const { client, torrent } = await attackOn(shared, 'linked', ownFiles);
		const before = await contents();
		await symlink(state, join(root, 'linked'));
		await put(client, torrent.path, root);
		expect(await failure(client, torrent)).toContain(owned.message);
		await removal(client, torrent);
		expect(await contents()).toEqual(before);
	});

	test('is refused if a folder of it becomes a link to the state folder during the download', async () => {
		const { client, torrent } = await attackOn(shared, 'later', { 'settings.json': 3_000_000 });
		const before = await contents();
		const [destination, { infohash }] = [join(root, 'downloads'), torrent];
		await client.addDownload({ body: { uri: torrent.path, destination } });
		await client.changeDownload({ params: { infohash }, body: { max_download_speed: 100_000 } });
		await until(() =>
			readdir(join(destination, 'later')).then(
				(names) => names.length > 0,
				() => false,
			),
		);
		await client.changeDownload({ params: { infohash }, body: { state: 'stop' } });
		await rm(join(destination, 'later'), { recursive: true });
		await symlink(state, join(destination, 'later'));
		await client.changeDownload({ params: { infohash }, body: { state: 'resume' } });
		expect(await failure(client, torrent)).toMatch(
			containing(new OutsideDestination('').message, owned.message),
		);
		await removal(client, torrent);
		expect(await contents()).toEqual(before);
	});

	test('is refused if the state folder is mounted below the destination', async ({ skip }: TestContext) => {
		const { client, torrent } = await attackOn(shared, 'mounted', ownFiles);
		const before = await contents();
		const mounted = join(root, 'downloads', 'mounted');
		await mkdir(mounted, { recursive: true });
		if (spawnSync('mount', ['--bind', state, mounted]).status !== 0)
			skip('mounting takes the right to mount');
		try {
			await put(client, torrent.path, join(root, 'downloads'));
			expect(await failure(client, torrent)).toMatch(containing(new ServiceOwned(ANY).message));
			await removal(client, torrent);
			expect(await contents()).toEqual(before);
		} finally {
			spawnSync('umount', ['--lazy', mounted]);
		}
	});

	test('is refused if a file of it is a hard link to the key', async () => {
		const { client, torrent } = await attackOn(shared, 'hard', { 'movie.bin': 50_000 });
		const before = await contents();
		await mkdir(join(root, 'downloads', 'hard'), { recursive: true });
		await link(join(state, 'api.key'), join(root, 'downloads', 'hard', 'movie.bin'));
		await put(client, torrent.path, join(root, 'downloads'));
		expect(await failure(client, torrent)).toContain(new ServiceOwned('API key').message);
		expect(await contents()).toEqual(before);
	});

	test('and others are refused in the state folder and folders in it, and no folder is created there', async () => {
		const { client, torrent } = await attackOn(shared, 'any', { a: 50_000 });
		await symlink(state, join(root, 'link'));
		for (const destination of [state, join(state, 'new'), join(root, 'link', 'new')]) {
			await expect(put(client, torrent.path, destination)).rejects.toThrow(owned.message);
		}
		expect(await readdir(state)).not.toContain('new');
	});
});

describe('a file of the service outside the state folder', () => {
	let service: TestService;
	let etc: string;

	beforeAll(async () => {
		const folder = await makeFolder();
		etc = join(folder, 'etc');
		await mkdir(join(etc, 'a'), { recursive: true });
		await mkdir(join(folder, 'watch'));
		const key = join(etc, 'a/own.key');
		await writeFile(key, 'a-key-of-the-operator\n', { mode: 0o600 });
		await writeFile(join(etc, 'own.json'), '{"pex": false}\n');
		service = await runService({
			folder,
			flags: [
				...[...PEER_HOST, '--api-key-file', key, '--settings', join(etc, 'own.json')],
				...['--log-file', join(etc, 'own.log'), '--watch-folder', join(folder, 'watch')],
			],
		});
	});

	beforeEach(() => {
		root = service.folder;
		state = service.stateFolder;
	});

	afterEach(() => removeAll(service));

	test('refuses a torrent with its name in a folder further up', async () => {
		const { client, torrent } = await attackOn(service, 'etc', { 'a/own.key': 50_000, 'b.bin': 50_000 });
		await expect(put(client, torrent.path, root)).rejects.toThrow(/API key/);
		expect(await readdir(join(etc, 'a'))).toEqual(['own.key']);
	});

	test.each([
		['the key', 'a/own.key', 'API key'],
		['the settings', 'own.json', 'settings'],
		['the log', 'own.log', 'log'],
		['a rotated log', 'own.log.1', 'log'],
	])('%s is neither overwritten nor deleted', async (_, name, owner) => {
		const { client, torrent, magnet } = await attackOn(service, 'etc', { [name]: 50_000 });
		await expect(put(client, torrent.path, root)).rejects.toThrow(`(${owner})`);
		await put(client, magnet, root);
		expect(await failure(client, torrent)).toContain(new ServiceOwned(owner).message);
		// A file that exists has no data of the download.
		expect(await removal(client, torrent)).toMatchObject(
			name.endsWith('.1')
				? { message: expect.stringMatching(containing(deletionText.kept(ANY, ANY))) }
				: { removed: true },
		);
		const size = (path: string) => stat(path).then(({ size }) => size);
		if (name.endsWith('.1')) await expect(stat(join(etc, name))).rejects.toThrow('ENOENT');
		else expect(await size(join(etc, name))).not.toBe(50_000);
	});

	test('is not deleted through a mount of its folder', async ({ skip }: TestContext) => {
		const mounted = join(root, 'downloads', 'mounted');
		await mkdir(mounted, { recursive: true });
		const { client, torrent } = await attackOn(service, 'mounted', { 'own.key': 50_000 });
		if (spawnSync('mount', ['--bind', join(etc, 'a'), mounted]).status !== 0)
			skip('mounting takes the right to mount');
		try {
			await put(client, torrent.path, join(root, 'downloads'));
			expect(await failure(client, torrent)).toContain(new ServiceOwned('API key').message);
			expect(await removal(client, torrent)).toMatchObject({ removed: true });
			expect((await stat(join(etc, 'a/own.key'))).size).toBe(22);
		} finally {
			spawnSync('umount', ['--lazy', mounted]);
		}
	});

	test('is not written into the watch folder, but a download may use a folder below it', async () => {
		const watch = join(root, 'watch');
		const { client, torrent, magnet } = await attackOn(service, 'watch', { 'x.torrent': 50_000 });
		await expect(put(client, torrent.path, root)).rejects.toThrow('(watch folder)');
		await put(client, magnet, root);
		expect(await failure(client, torrent)).toContain(new ServiceOwned('watch folder').message);
		expect(await readdir(watch)).toEqual([]);
		await removal(client, torrent);
		expect(await readdir(watch)).toEqual([]);
		await client.removeDownload({ params: { infohash: torrent.infohash }, body: { remove_data: false } });
		await put(client, torrent.path, join(watch, 'below'));
		await until(async () => (await client.listDownloads()).downloads[0]?.status === 'SEEDING');
		await removal(client, torrent);
		expect(await readdir(watch)).toEqual(['below']);
	});
});
