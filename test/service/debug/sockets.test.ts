import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { makeFolder } from '../../fixtures/folder.ts';
import { runService, type TestService } from '../../fixtures/service.ts';
import { makeTorrent } from '../../programs/torrents.ts';
import { until } from '../../programs/until.ts';
import { socksServer } from '../hops/socks-server.ts';

const login = { username: 'user', password: 'hunter2' };
let proxy: Awaited<ReturnType<typeof socksServer>>;
let service: TestService;

beforeAll(async () => {
	proxy = await socksServer({ host: '127.0.0.1', login });
	const settings = join(await makeFolder(), 'settings.json');
	const proxies = [`socks5://user:hunter2@127.0.0.1:${proxy.port}`];
	await writeFile(settings, JSON.stringify({ proxies }), { mode: 0o600 });
	service = await runService({ flags: ['--peer-host', '127.0.0.1', '--settings', settings] });
});

test('slots and sessions show the route of a download with hops, without its password', async () => {
	const { folder } = service;
	const client = service.client();
	const torrent = await makeTorrent(join(folder, 'data'), 'hidden', { 'a.bin': 50_000 });
	await client.addDownload({ body: { uri: torrent.path, anon_hops: 1, safe_seeding: true } });
	const slot = await until(async () => (await client.getSlots()).slots[0]);
	expect(slot).toMatchObject({ random: 1, competing: 1, proxies: [`127.0.0.1:${proxy.port}`] });
	expect(JSON.stringify(slot)).not.toContain('hunter2');
	const session = await client.getSession({ query: { hop: 1 } });
	expect(session.settings['ses.num_torrents']).toBe(1);
	expect((await client.getSession({ query: { hop: 0 } })).settings['ses.num_torrents']).toBe(0);
	const applied = await client.getSettings({ query: { hop: 1 } });
	expect(applied.settings).toMatchObject({ enable_dht: false, enable_pex: false, listen_port: null });
	await client.removeDownload({ params: { infohash: torrent.infohash }, body: { remove_data: false } });
	await until(async () => (await client.getSlots()).slots.length === 0);
});
