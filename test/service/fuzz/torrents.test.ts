import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSeeder, startTracker } from '../../programs/seeder.ts';
import { makeTorrent } from '../../programs/torrents.ts';
import { until } from '../../programs/until.ts';
import { contentOf, type FuzzScene, startFuzzScene } from './torrents-scene.ts';

let scene: FuzzScene;

beforeAll(async () => {
	scene = await startFuzzScene();
});

afterAll(() => scene?.close());

test('data of peers is not written through a link that leads out', async () => {
	const { client, folder, outside, service } = scene;
	const tracker = await startTracker();
	const data = join(folder, 'data');
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
	const { client, folder, service } = scene;
	const torrent = await makeTorrent(join(folder, 'data'), 'uploaded', { a: 50_000, b: 50_000 });
	const query = new URLSearchParams({ destination: join(folder, 'data'), 'selected_files[]': '1' });
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
	expect(added?.destination).toBe(join(folder, 'data'));
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
