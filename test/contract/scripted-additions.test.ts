import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect } from 'vitest';
import { readEvents } from '../../source/client/events.ts';
import { type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { hybrid, second, sources } from './foreign/world/torrents.ts';
import type { ForeignContext } from './foreign-cases/context.ts';
import { always, observed } from './foreign-cases/observed.ts';

let folder: string;
let made: MadeTorrent;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'seedtop-scripted-'));
	await mkdir(join(folder, 'a b%20ü'));
	made = await makeTorrent(join(folder, 'a b%20ü'), 'made', { 'one.bin': 40_000, 'two.bin': 10 });
});

afterAll(() => rm(folder, { recursive: true }));

function upload({ client }: ForeignContext, contentType: string, body: Uint8Array, query = '') {
	const call = { method: 'PUT', path: `/downloads${query}`, accept: 'application/json' } as const;
	return client.http.read({ ...call, contentType, body, timeout: 10_000 });
}

observed('a file URI is read percent-decoded, whatever its path is', always, async ({ client, world }) => {
	const body = { uri: pathToFileURL(made.path).href };
	expect(await client.addDownload({ body })).toEqual({ started: true, infohash: made.infohash });
	expect(world.downloads.get(made.infohash)?.torrent.files.map(({ path }) => path)).toEqual([
		'one.bin',
		'two.bin',
	]);
});

observed('a magnet link is added by its infohash', always, async ({ client }) => {
	const infohash = 'c'.repeat(40);
	const body = { uri: `magnet:?xt=urn:btih:${infohash.toUpperCase()}` };
	expect(await client.addDownload({ body })).toEqual({ started: true, infohash });
});

observed(
	'an uploaded .torrent is taken with its own content type, options in the query, files in the body',
	({ upload }) => upload === 'taken',
	async (context) => {
		const { world, dialect } = context;
		const bytes = Buffer.concat([
			Buffer.from('d14:selected_filesli1ee'),
			Buffer.from(made.bytes).subarray(1),
		]);
		await expect(upload(context, 'application/x-bittorrent', bytes)).rejects.toMatchObject({ status: 500 });
		expect(world.downloads.size).toBe(0);
		const query = '?anon_hops=0&safe_seeding=false&destination=%2Fsrv%2Fx';
		await upload(context, 'applications/x-bittorrent', bytes, query);
		const added = world.downloads.get(made.infohash);
		expect(added).toMatchObject({
			hops: 0,
			safeSeeding: dialect.forcesSafeSeeding,
			destination: '/srv/x',
		});
		expect([...(added?.selected ?? [])]).toEqual([1]);
	},
);

observed(
	'an uploaded .torrent is a fault that every listener is told',
	({ upload }) => upload === 'crash',
	async (context) => {
		const abort = new AbortController();
		const events = readEvents(context.client, abort.signal);
		await events.next();
		for (const type of ['application/x-bittorrent', 'applications/x-bittorrent']) {
			await expect(upload(context, type, made.bytes)).rejects.toMatchObject({ status: 500 });
			expect((await events.next()).value).toMatchObject({ type: 'tribler_exception' });
		}
		abort.abort();
		expect(context.world.downloads.size).toBe(0);
	},
);

observed('what an addition leaves out is the default of the service', always, async (context) => {
	const { client, dialect, world } = context;
	await client.addDownload({ body: { uri: sources.nested } });
	const [added] = world.downloads.values();
	expect(added).toMatchObject(dialect.additionDefaults);
	expect(dialect.additionDefaults.hops).toBe(dialect.family === '8.x' ? 1 : 0);
});

observed('a torrent of version 2 has 64 digits, or is refused', always, async ({ client, dialect }) => {
	const add = (uri: string) => client.addDownload({ body: { uri } });
	if (dialect.secondVersion) {
		expect(await add(sources.second)).toMatchObject({ infohash: second.infohash2 });
		expect(await add(sources.hybrid)).toMatchObject({ infohash: hybrid.infohash2 });
		const named = { params: { infohash: hybrid.infohash2 ?? '' } };
		expect(await client.listFiles(named)).toMatchObject({ files: [{ name: 'hybrid.bin' }] });
	} else {
		await expect(add(sources.second)).rejects.toMatchObject({ kind: 'refused', status: 500 });
		expect(await add(sources.hybrid)).toMatchObject({ infohash: hybrid.infohash });
	}
});

observed(
	'availability is sent when it is asked for',
	({ availability }) => availability === 'asked',
	async ({ client }) => {
		await client.addDownload({ body: { uri: sources.nested } });
		const send = async (query: string) => {
			const call = { method: 'GET', path: `/downloads${query}`, accept: 'application/json' } as const;
			const bytes = await client.http.read({ ...call, timeout: 10_000 });
			return Buffer.from(bytes).toString('utf8');
		};
		expect(await send('')).not.toContain('"availability"');
		expect(await send('?get_availability=1')).toContain('"availability": 2.12');
	},
);

observed('a path that no file is at is a fault', always, async ({ client }) => {
	const body = { uri: pathToFileURL(join(folder, 'nowhere.torrent')).href };
	await expect(client.addDownload({ body })).rejects.toMatchObject({
		status: 500,
		message: expect.stringContaining('No such file'),
	});
});
