import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../../source/client/client.ts';
import { readEvents } from '../../source/client/events.ts';
import type { ServiceEvent } from '../../source/protocol/events/events.ts';
import { supervisorText } from '../../source/service/downloads/engine-supervisor.ts';
import { startText } from '../../source/service/start.ts';
import { type LocalService, startLocalService } from '../programs/local-service.ts';
import { ANY, containing } from '../programs/message-pattern.ts';
import { startSeeder, startTracker, type Tracker } from '../programs/seeder.ts';
import { type TemporaryFolder, temporaryFolder } from '../programs/temporary-folder.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

let folder: TemporaryFolder;
let service: LocalService;
let client: Client;
let tracker: Tracker;
const seen: ServiceEvent[] = [];
let ended: Promise<void>;

/** Waits for an event of this type after the first `from` events, and returns it. */
function event(type: ServiceEvent['type'], fields: object = {}): Promise<ServiceEvent> {
	return until(
		() =>
			seen.find((each) => {
				if (each.type !== type) return false;
				const payload = new Map(Object.entries(each.payload ?? {}));
				return Object.entries(fields).every(([name, value]) => payload.get(name) === value);
			}),
		{ seen: () => JSON.stringify(seen) },
	);
}

beforeAll(async () => {
	folder = await temporaryFolder();
	tracker = await startTracker();
	// An engine that starts only when the test says so.
	const entry = join(folder.path, 'engine.mjs');
	const engine = new URL('../../dist/engine.js', import.meta.url).href;
	await writeFile(
		entry,
		`import { existsSync } from 'node:fs';
		if (!existsSync(${JSON.stringify(join(folder.path, 'go'))})) process.exit(3);
		await import(${JSON.stringify(engine)});`,
	);
	service = await startLocalService(folder.path, { engine: { entry } });
	client = createClient({ url: service.url, generation: 'B' });
	const events = readEvents(client, new AbortController().signal);
	ended = (async () => {
		for await (const each of events) seen.push(each);
	})();
});

afterAll(async () => {
	await service?.close();
	await ended;
	await client?.close();
	await tracker?.close();
	await folder?.remove();
	expect(seen.at(-1)).toMatchObject({ type: 'tribler_shutdown_state', payload: { state: /./ } });
});

test('the stream starts with the version and whether the core has started', async () => {
	await event('events_start');
	expect(seen[0]).toEqual({ type: 'events_start', payload: { tribler_started: false, version: '1.2.3' } });
});

test('a failed start of the engine is an exception, and a later start ends it', async () => {
	const notStarted = containing(startText.noEngine(ANY), supervisorText.notRestarted(ANY));
	const exception = await event('tribler_exception');
	expect(exception).toMatchObject({ payload: { text: expect.stringMatching(notStarted) } });
	const failed = await until(async () => {
		const state = await client.getState();
		return state.state === 'EXCEPTION' && state;
	});
	expect(failed.last_exception).toMatch(notStarted);
	expect((await client.listDownloads()).checkpoints).toMatchObject({ all_loaded: false });
	await writeFile(join(folder.path, 'go'), '');
	await event('tribler_started');
	expect(await client.getState()).toMatchObject({ state: 'STARTED', last_exception: null });
});

test('a complete download has its statuses and a finished event in the stream', async () => {
	const torrent = await makeTorrent(
		join(folder.path, 'data'),
		'finishes',
		{ a: 300_000 },
		{
			trackers: [tracker.url],
		},
	);
	const seeder = await startSeeder([{ ...torrent, folder: join(folder.path, 'data') }], 0);
	try {
		const { infohash } = torrent;
		await client.addDownload({ body: { uri: torrent.path } });
		await event('torrent_finished', { infohash });
		await event('torrent_status_changed', { infohash, status: 'SEEDING' });
		const finished = seen.filter((each) => each.type === 'torrent_finished');
		expect(finished).toEqual([
			{ type: 'torrent_finished', payload: { infohash, name: 'finishes', hidden: false } },
		]);
		expect(seen).toContainEqual({
			type: 'torrent_status_changed',
			payload: { infohash, status: 'DOWNLOADING' },
		});
		await client.changeDownload({ params: { infohash }, body: { state: 'stop' } });
		await event('torrent_status_changed', { infohash, status: 'STOPPED' });
	} finally {
		await seeder.close();
	}
});

test('a failed download has its error and its status in the stream', async () => {
	const torrent = await makeTorrent(join(folder.path, 'data'), 'fails', { b: 100_000 });
	const { infohash } = torrent;
	const destination = join(folder.path, 'in-the-way');
	// A folder is at the path of the file.
	await mkdir(join(destination, 'fails', 'b'), { recursive: true });
	await client.addDownload({ body: { uri: torrent.path, destination } });
	const errorEvent = await event('torrent_error', { infohash });
	expect(errorEvent).toMatchObject({ payload: { error: expect.stringMatching(/fails\/b: .+/) } });
	await event('torrent_status_changed', { infohash, status: 'STOPPED_ON_ERROR' });
	const { downloads } = await client.listDownloads({ query: { infohash } });
	expect(downloads[0]).toMatchObject({
		status: 'STOPPED_ON_ERROR',
		error: errorEvent.type === 'torrent_error' ? errorEvent.payload.error : undefined,
	});
});

test('no event has another name than in the interface', () => {
	expect(seen.filter(({ type }) => type === 'unknown')).toEqual([]);
});
