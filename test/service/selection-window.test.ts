import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../source/client/client.ts';
import { readEvents } from '../../source/client/events.ts';
import { children } from '../programs/children.ts';
import { type RunningService, startService } from '../programs/service-process.ts';
import { type TemporaryFolder, temporaryFolder } from '../programs/temporary-folder.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

let folder: TemporaryFolder;
let service: RunningService;
let client: Client;
/** Statuses of torrent_status_changed, in order. */
const statuses: string[] = [];
const listening = new AbortController();

beforeAll(async () => {
	folder = await temporaryFolder();
	service = await startService(folder.path);
	client = service.client();
	void (async () => {
		for await (const event of readEvents(client, listening.signal))
			if (event.type === 'torrent_status_changed') statuses.push(event.payload.status);
	})().catch(() => {});
});

afterAll(async () => {
	listening.abort();
	await service?.end();
	await folder?.remove();
});

test('a seed with a larger selection is never reported as complete before the engine reacts', async () => {
	const data = join(folder.path, 'data');
	const torrent = await makeTorrent(data, 'partial', { 'a.bin': 65_536, 'b.bin': 131_072 });
	await rm(join(data, 'partial', 'b.bin'));
	const params = { infohash: torrent.infohash };
	const find = async () => (await client.listDownloads()).downloads[0];
	await client.addDownload({ body: { uri: torrent.path, destination: data, selected_files: [0] } });
	await until(async () => (await find())?.status === 'SEEDING');
	const [engine = 0] = children(service.child.pid ?? 0);
	const select = (selected_files: number[]) => client.changeDownload({ params, body: { selected_files } });

	// The engine is stopped, so the window lasts as long as the test.
	process.kill(engine, 'SIGSTOP');
	await select([]);
	const incomplete = { status: 'DOWNLOADING', progress: 1 / 3 };
	expect(await find()).toMatchObject(incomplete);
	await select([0]);
	expect(await find()).toMatchObject({ progress: 1 });
	await select([0, 1]);
	expect(await find()).toMatchObject(incomplete);
	await until(() => statuses.at(-1) === 'DOWNLOADING');
	const before = statuses.length;
	process.kill(engine, 'SIGCONT');
	// Reports of the engine about intermediate selections have no effect.
	for (let look = 0; look < 100; look++) expect(await find()).toMatchObject(incomplete);
	expect(statuses.slice(before)).toEqual([]);

	await select([0]);
	await until(async () => (await find())?.status === 'SEEDING');
	// A selection and its reverse, faster than the engine reports, restore the initial state.
	await Promise.all([select([]), select([0])]);
	await until(async () => (await find())?.status === 'SEEDING' && (await find())?.progress === 1);
});
