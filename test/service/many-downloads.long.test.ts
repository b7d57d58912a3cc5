import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../source/client/client.ts';
import { readAnnouncement } from '../../source/service/storage/announce.ts';
import { writeSmallTorrents } from '../bench/scale/torrents.ts';
import { type RunningService, startService } from '../programs/service-process.ts';
import { type TemporaryFolder, temporaryFolder } from '../programs/temporary-folder.ts';
import { until } from '../programs/until.ts';

let folder: TemporaryFolder;
let service: RunningService;

beforeAll(async () => {
	folder = await temporaryFolder();
	service = await startService(folder.path);
});

afterAll(async () => {
	await service?.end();
	await folder?.remove();
});

const count = 1_000;

test('1,000 downloads are listed completely, in order, and up to date after every change and a restart', async () => {
	const torrents = writeSmallTorrents(join(folder.path, 'made'), count);
	const destination = join(folder.path, 'made', 'data');
	for (const { path } of torrents) await service.client().addDownload({ body: { uri: path, destination } });
	const allSeed = () => until(async () => (await listed()).every(({ status }) => status === 'SEEDING'));
	await allSeed();
	const wanted = torrents.map(({ infohash }) => infohash);
	expect((await listed()).map(({ infohash }) => infohash)).toEqual(wanted);

	const [stopped = '', limited = '', removed = ''] = [wanted[10], wanted[500], wanted[999]];
	const client = service.client();
	await client.changeDownload({ params: { infohash: stopped }, body: { state: 'stop' } });
	await client.changeDownload({ params: { infohash: limited }, body: { max_upload_speed: 54_321 } });
	await client.removeDownload({ params: { infohash: removed }, body: { remove_data: false } });
	// The very next list shows the change of an acknowledged request.
	const list = await listed();
	expect(list.map(({ infohash }) => infohash)).toEqual(wanted.slice(0, -1));
	expect(list[10]?.status).toBe('STOPPED');
	expect(list[500]?.max_upload_speed).toBe(54_321);
	// A request with optional fields is rendered each time. The cached list has the same values.
	const fresh = (await client.listDownloads({ query: { get_pieces: true } })).downloads;
	// The time of seeding grows between the two requests.
	expect(list.map(({ seeding_time, ...download }) => download)).toEqual(
		fresh.map(({ pieces, seeding_time, ...download }) => download),
	);

	await service.end();
	const starting = startService(folder.path);
	const loading = await seenWhileLoading(service.stateFolder, service.key);
	service = await starting;
	// The list is complete from the first request on.
	expect(loading.listed).toBe(count - 1);
	expect(loading.seen.length).toBeGreaterThan(1);
	for (const { state, checkpoints } of loading.seen) {
		expect(checkpoints).toEqual({ all_loaded: false, loaded: expect.any(Number), total: count - 1 });
		expect(state).toBe('STARTING');
	}
	const loaded = loading.seen.map(({ checkpoints }) => checkpoints?.loaded ?? 0);
	expect(loaded).toEqual(loaded.toSorted((a, b) => a - b));
	expect(loaded.some((some) => some > 0 && some < count - 1)).toBe(true);
	await until(async () => (await listed()).filter(({ status }) => status === 'SEEDING').length === count - 2);
	const after = await service.client().listDownloads();
	expect(after.checkpoints).toEqual({ all_loaded: true, loaded: count - 1, total: count - 1 });
	expect(after.downloads.map(({ infohash }) => infohash)).toEqual(wanted.slice(0, -1));
	expect(after.downloads[10]?.status).toBe('STOPPED');
});

/** Returns the lists of a starting service, until it had loaded all downloads. */
async function seenWhileLoading(stateFolder: string, apiKey: string) {
	const { url } = await until(() => readAnnouncement(stateFolder));
	const client = createClient({ url, apiKey });
	const seen = [];
	try {
		const { length: listed } = (await client.listDownloads()).downloads;
		for (;;) {
			const { state } = await client.getState();
			// An immediate answer, while loading continues.
			const { checkpoints } = await client.listDownloads({ query: { infohash: '0'.repeat(40) } });
			if (checkpoints?.all_loaded) return { listed, seen };
			seen.push({ state, checkpoints });
		}
	} finally {
		await client.close();
	}
}

async function listed() {
	return (await service.client().listDownloads()).downloads;
}
