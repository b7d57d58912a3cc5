import { once } from 'node:events';
import { mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../../../source/client/client.ts';
import { type LocalService, startLocalService } from '../../programs/local-service.ts';
import { childrenOf, peakMemory } from '../../programs/memory.ts';
import { startSeeder, startTracker } from '../../programs/seeder.ts';
import { type TemporaryFolder, temporaryFolder } from '../../programs/temporary-folder.ts';
import { makeTorrent } from '../../programs/torrents.ts';
import { until } from '../../programs/until.ts';
import { runs } from '../../runs.ts';
import { mutatedTorrents } from './mutated-torrents.ts';

const torrents = mutatedTorrents(runs(30), 20_261_121);
/** Maximum peak memory of the engine's process, MiB. */
const MAX_MEMORY_MIB = 700;

let folder: TemporaryFolder;
let service: LocalService;
let client: Client;
let server: Server;
let outside: string;

beforeAll(async () => {
	folder = await temporaryFolder();
	outside = join(folder.path, 'outside');
	const downloads = join(folder.path, 'downloads');
	await mkdir(join(downloads, 'nest'), { recursive: true });
	await mkdir(outside);
	await writeFile(join(outside, 'kept'), 'kept as it is');
	// Files that are in the download folder beforehand.
	await symlink(outside, join(downloads, 'link'));
	await symlink('../outside/new', join(downloads, 'dangling'));
	await symlink('../outside/kept', join(downloads, 'file-link'));
	await symlink('../../outside', join(downloads, 'nest', 'sub'));
	await symlink('../../outside/new', join(downloads, 'nest', 'x'));
	server = createServer((request, response) => {
		response.end(torrents[Number(request.url?.slice(1))]);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	service = await startLocalService(folder.path);
	client = createClient({ url: service.url, generation: 'B' });
});

afterAll(async () => {
	await client?.close();
	await service?.close();
	server?.close();
	await folder?.remove();
});

/** Returns all names below a folder with the contents of files. Links are not followed. */
async function contentOf(path: string): Promise<string[]> {
	const entries = await readdir(path, { withFileTypes: true, recursive: true });
	const lines = entries.map(async (entry) => {
		const place = join(entry.parentPath, entry.name);
		if (entry.isSymbolicLink()) return `${place} -> ${await readlink(place)}`;
		return entry.isFile() ? `${place}: ${await readFile(place, 'latin1')}` : place;
	});
	return (await Promise.all(lines)).sort();
}

/** Returns all entries beside the download folder and the state folder. */
async function surroundings(): Promise<string[]> {
	expect((await readdir(folder.path)).sort()).toEqual(
		expect.arrayContaining(['downloads', 'outside', 'state']),
	);
	return [...(await readdir(folder.path)).sort(), ...(await contentOf(outside))];
}

/** Adds a torrent by path, URL or body. */
async function add(number: number, bytes: Buffer): Promise<{ status: number; body: unknown }> {
	const url = `${service.url}/downloads`;
	const json = (uri: string) => ({ method: 'PUT', body: JSON.stringify({ uri }) });
	const send = async (init: RequestInit) => {
		const answer = await fetch(url, init);
		return { status: answer.status, body: await answer.json() };
	};
	switch (number % 3) {
		case 0: {
			const path = join(folder.path, 'torrents', `${number}.torrent`);
			await writeFile(path, bytes);
			return send(json(path));
		}
		case 1:
			return send(json(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${number}`));
		default: {
			const headers = { 'content-type': 'application/x-bittorrent' };
			return send({ method: 'PUT', body: new Uint8Array(bytes), headers });
		}
	}
}

const settled = new Set(['DOWNLOADING', 'SEEDING', 'STOPPED_ON_ERROR']);

test('odd torrents by path, URL and body do not harm the service or leave the download folder', async () => {
	await mkdir(join(folder.path, 'torrents'));
	const before = await surroundings();
	const accepted = new Set<string>();
	for (const [number, bytes] of torrents.entries()) {
		const { status, body } = await add(number, bytes);
		if (status === 200) {
			expect(body).toEqual({ started: true, infohash: expect.stringMatching(/^[0-9a-f]{40}$/) });
			accepted.add((body as { infohash: string }).infohash);
		} else {
			expect([400, 500]).toContain(status);
			expect(body).toEqual({
				error: {
					handled: true,
					code: expect.stringMatching(/^Invalid\w+Error$/),
					message: expect.stringMatching(/\w.{10,}/s),
				},
			});
		}
	}
	// Some but not all: both outcomes occur.
	expect(accepted.size).toBeGreaterThan(torrents.length * 0.2);
	expect(accepted.size).toBeLessThan(torrents.length * 0.8);
	const downloads = await until(
		async () => {
			const { downloads } = await client.listDownloads();
			// One download at a time may write a file.
			const isSettled = ({ status, waits_for }: (typeof downloads)[number]) =>
				settled.has(status) || waits_for !== undefined;
			return downloads.every(isSettled) && downloads;
		},
		{ timeoutMs: 50_000 },
	);
	expect(new Set(downloads.map(({ infohash }) => infohash))).toEqual(accepted);
	// Downloads that the links would lead outside are stopped with an error.
	const refused = downloads.filter(({ error }) => error.includes('symbolic link'));
	expect(refused).not.toEqual([]);
	expect(await surroundings()).toEqual([...before]);
	expect(await client.getState()).toMatchObject({ state: 'STARTED', last_exception: null });
	expect(service.log.filter(({ level }) => level === 'error')).toEqual([]);
	for (const pid of await childrenOf(process.pid)) expect(await peakMemory(pid)).toBeLessThan(MAX_MEMORY_MIB);
	// Removing them with their data deletes no other file.
	await Promise.all(
		downloads.map(({ infohash }) =>
			fetch(`${service.url}/downloads/${infohash}`, { method: 'DELETE', body: '{"remove_data":true}' }).then(
				async (answer) => {
					const body = await answer.json();
					expect(body).not.toMatchObject({ error: { handled: false } });
				},
			),
		),
	);
	expect(await surroundings()).toEqual([...before]);
});

test('data of peers is not written through a link that leads out', async () => {
	const tracker = await startTracker();
	const data = join(folder.path, 'data');
	// A torrent whose file has the link's place deletes the link when it is removed with its data.
	const link = join(service.downloadFolder, 'link');
	await rm(link, { force: true });
	await symlink(outside, link);
	const torrent = await makeTorrent(data, 'link', { 'secret.bin': 200_000 }, { trackers: [tracker.url] });
	const seeder = await startSeeder([{ ...torrent, folder: data }], 0);
	try {
		const before = await contentOf(outside);
		await client.addDownload({ body: { uri: torrent.path } });
		const failed = await until(async () => {
			const { downloads } = await client.listDownloads({ query: { infohash: torrent.infohash } });
			return downloads[0]?.status === 'STOPPED_ON_ERROR' && downloads[0];
		});
		expect(failed.error).toMatch(/link is a symbolic link that leads out of the download folder/);
		expect(await contentOf(outside)).toEqual(before);
	} finally {
		await seeder.close();
		await tracker.close();
	}
});

test('the body may be the .torrent: its bytes are kept, options are in the query', async () => {
	const torrent = await makeTorrent(join(folder.path, 'data'), 'uploaded', { a: 50_000, b: 50_000 });
	const query = new URLSearchParams({ destination: join(folder.path, 'data'), 'selected_files[]': '1' });
	const answer = await fetch(`${service.url}/downloads?${query}`, {
		method: 'PUT',
		body: new Uint8Array(torrent.bytes),
		headers: { 'content-type': 'application/x-bittorrent' },
	});
	expect(await answer.json()).toEqual({ started: true, infohash: torrent.infohash });
	const params = { infohash: torrent.infohash };
	expect(Buffer.from(await client.getTorrent({ params }))).toEqual(Buffer.from(torrent.bytes));
	const { files } = await client.listFiles({ params });
	expect(files.map(({ included }) => included)).toEqual([false, true]);
	const [added] = (await client.listDownloads({ query: params })).downloads;
	expect(added?.destination).toBe(join(folder.path, 'data'));
	const odd = await fetch(`${service.url}/downloads?safe_seeding=perhaps`, {
		method: 'PUT',
		body: new Uint8Array(torrent.bytes),
		headers: { 'content-type': 'application/x-bittorrent' },
	});
	expect([odd.status, await odd.json()]).toMatchObject([
		400,
		{ error: { handled: true, message: expect.stringContaining('query') } },
	]);
});
