import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { childrenOf, peakMemory } from '../../programs/memory.ts';
import { until } from '../../programs/until.ts';
import { mutatedTorrents } from './mutated-torrents.ts';
import { contentOf, type FuzzScene, startFuzzScene } from './torrents-scene.ts';

const torrents = mutatedTorrents(120, 20_261_121);
/** Maximum peak memory of the engine's process, MiB. */
const MAX_MEMORY_MIB = 700;

let scene: FuzzScene;
let server: Server;

beforeAll(async () => {
	server = createServer((request, response) => {
		response.end(torrents[Number(request.url?.slice(1))]);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	scene = await startFuzzScene();
});

afterAll(async () => {
	await scene?.close();
	server?.close();
});

/** Returns all entries beside the download folder and the state folder. */
async function surroundings(): Promise<string[]> {
	expect((await readdir(scene.folder)).sort()).toEqual(
		expect.arrayContaining(['downloads', 'outside', 'state']),
	);
	return [...(await readdir(scene.folder)).sort(), ...(await contentOf(scene.outside))];
}

/** Adds a torrent by path, URL or body. */
async function add(number: number, bytes: Buffer): Promise<{ status: number; body: unknown }> {
	const url = `${scene.service.url}/downloads`;
	const json = (uri: string) => ({ method: 'PUT', body: JSON.stringify({ uri }) });
	const send = async (init: RequestInit) => {
		const answer = await fetch(url, init);
		return { status: answer.status, body: await answer.json() };
	};
	switch (number % 3) {
		case 0: {
			const path = join(scene.folder, 'torrents', `${number}.torrent`);
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
	const { client, folder, service } = scene;
	await mkdir(join(folder, 'torrents'));
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
