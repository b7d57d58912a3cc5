import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../source/client/client.ts';
import { readEvents } from '../../../source/client/events.ts';
import type { ServiceEvent } from '../../../source/protocol/events/events.ts';
import { Core } from '../../../source/service/core/core.ts';
import { EventStream } from '../../../source/service/http/event-stream.ts';
import { upgradeDatabase } from '../../../source/service/state-database.ts';
import { readAnnouncement } from '../../../source/service/storage/announce.ts';
import { openDatabase } from '../../../source/service/storage/database.ts';
import { DownloadStore } from '../../../source/service/storage/download-store.ts';
import { migrations } from '../../../source/service/storage/migrations.ts';
import { needsUpgrade, upgradeText } from '../../../source/service/storage/upgrade.ts';
import { cli, quiet, startService } from '../../programs/service-process.ts';
import { temporaryFolder } from '../../programs/temporary-folder.ts';
import { makeTorrent } from '../../programs/torrents.ts';
import { until } from '../../programs/until.ts';
import { holdUpgrade } from './held-upgrade.ts';
import { makeOlderDatabase } from './older-database.ts';

async function older() {
	const folder = await temporaryFolder();
	onTestFinished(() => folder.remove());
	const torrent = await makeTorrent(join(folder.path, 'data'), 'of-old', { 'a.bin': 50_000 });
	makeOlderDatabase(join(folder.path, 'state'), torrent, folder.path);
	const database = openDatabase(join(folder.path, 'state'));
	onTestFinished(() => database.close());
	return { database, torrent };
}

/** Events as an HTTP listener receives them. */
async function listen(events: EventStream): Promise<string[]> {
	const server = createServer((_, response) => events.add(response, '', [['events_start', {}]]));
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const answer = await fetch(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
	const received: string[] = [];
	if (answer.body) {
		const lines = createInterface({ input: Readable.fromWeb(answer.body) });
		lines.on('line', (line) => received.push(line));
	}
	onTestFinished(() => {
		events.close();
		server.close();
	});
	return received;
}

test('listeners receive the start and the end of an upgrade, and the state contains its step', async () => {
	const { database, torrent } = await older();
	expect(needsUpgrade(database)).toBe(true);
	const core = new Core();
	const events = new EventStream();
	const received = await listen(events);
	const states = new Set<string>();
	const ticks: string[] = [];
	await upgradeDatabase(
		database,
		core,
		(name, payload) => {
			events.emit(name, payload);
			states.add(`${core.state.state}: ${core.state.readable_state}`);
		},
		(_, message) => ticks.push(message),
	);
	const doing = migrations.slice(1).map((_, index) => upgradeText.step(index + 2));
	const expected = [
		{ type: 'events_start', event: {} },
		{ type: 'upgrader_started', event: {} },
		...doing.map((text) => ({ type: 'upgrader_tick', event: { text } })),
		{ type: 'upgrader_finished', event: {} },
	];
	await until(() => received.length === expected.length);
	expect(received.map((line) => JSON.parse(line))).toEqual(expected);
	expect([...states].slice(1)).toEqual(doing.map((text) => `UPGRADING: ${text}`));
	expect(needsUpgrade(database)).toBe(false);
	expect(new DownloadStore(database).load()).toMatchObject([{ infohash: torrent.infohash, totalUp: 12_345 }]);
});

test('a failed upgrade leaves the database at the previous step, and can be repeated', async () => {
	const { database, torrent } = await older();
	// It conflicts with the second statement of the step.
	database.exec('ALTER TABLE downloads ADD COLUMN max_upload_speed TEXT');
	const core = new Core();
	await expect(
		upgradeDatabase(
			database,
			core,
			() => {},
			() => {},
		),
	).rejects.toThrow(/duplicate column/);
	expect(needsUpgrade(database)).toBe(true);
	database.exec('ALTER TABLE downloads DROP COLUMN max_upload_speed');
	await upgradeDatabase(
		database,
		core,
		() => {},
		() => {},
	);
	expect(new DownloadStore(database).load()).toMatchObject([{ infohash: torrent.infohash }]);
});

test('a service that upgrades its database reports that to callers and listeners, until it has started', async () => {
	const folder = await temporaryFolder();
	onTestFinished(() => folder.remove());
	const tracker = 'http://127.0.0.1:9/announce';
	const trackers = [tracker];
	const torrent = await makeTorrent(join(folder.path, 'data'), 'of-old', { 'a.bin': 50_000 }, { trackers });
	const state = join(folder.path, 'state');
	makeOlderDatabase(state, torrent, join(folder.path, 'data'));
	const held = await holdUpgrade(folder.path);
	const starting = startService(folder.path, [], cli, held.env);
	const announced = await until(() => readAnnouncement(state));
	const apiKey = (await readFile(announced.api_key_file, 'utf8')).trim();
	const client = createClient({ url: announced.url, apiKey });
	onTestFinished(() => client.close());
	const step = `Upgrading the database: step 2 of ${migrations.length}`;
	expect(await client.getState()).toMatchObject({
		state: 'UPGRADING',
		last_exception: null,
		readable_state: step,
	});
	expect(await client.listDownloads()).toEqual({
		downloads: [],
		checkpoints: { all_loaded: false, loaded: 0, total: 0 },
	});
	await expect(client.addDownload({ body: { uri: torrent.path } })).rejects.toMatchObject({
		status: 503,
		code: 'NotReadyError',
	});
	const received: ServiceEvent[] = [];
	const listening = (async () => {
		for await (const event of readEvents(client, new AbortController().signal)) received.push(event);
	})();
	await until(() => received.length === 3, { seen: () => JSON.stringify(received) });
	await held.go();
	const service = await starting;
	try {
		await until(() => received.some(({ type }) => type === 'tribler_started'));
		expect(await client.getState()).toMatchObject({ state: 'STARTED', last_exception: null });
		expect((await client.listDownloads()).downloads).toMatchObject([
			{ infohash: torrent.infohash, status: 'STOPPED', total_up: 12_345, progress: 1 },
		]);
		// The older database has no trackers. They are read from its torrent.
		await until(async () => {
			const [download] = (await client.listDownloads()).downloads;
			return download?.trackers?.some(({ url, status }) => url === tracker && status === 'Disabled');
		});
		const bytes = await client.getTorrent({ params: { infohash: torrent.infohash } });
		expect(Buffer.from(bytes).equals(torrent.bytes)).toBe(true);
		// With the new column of the step: it can be set and is saved.
		const params = { infohash: torrent.infohash };
		await client.changeDownload({ params, body: { max_upload_speed: 9_999 } });
		await client.changeDownload({ params, body: { state: 'resume' } });
		await until(async () => (await client.listDownloads()).downloads[0]?.status === 'SEEDING');
		expect((await client.listDownloads()).downloads).toMatchObject([{ max_upload_speed: 9_999 }]);
	} finally {
		await service.end();
	}
	await listening;
	const steps = migrations.slice(1).map((_, index) => index + 2);
	const ofUpgrade = [
		['events_start', { tribler_started: false, version: announced.version }],
		['upgrader_started', expect.anything()],
		...steps.map((number) => ['upgrader_tick', { text: upgradeText.step(number) }]),
		['upgrader_finished', expect.anything()],
		['tribler_started', expect.anything()],
	];
	expect(received.slice(0, ofUpgrade.length).map(({ type, payload }) => [type, payload])).toEqual(ofUpgrade);
	expect(received.filter(({ type }) => type.startsWith('upgrader'))).toHaveLength(steps.length + 2);
});

test('a service that cannot upgrade its database still answers, with the reason', async () => {
	const folder = await temporaryFolder();
	onTestFinished(() => folder.remove());
	const torrent = await makeTorrent(join(folder.path, 'data'), 'of-old', { 'a.bin': 50_000 });
	const state = join(folder.path, 'state');
	const old = new DatabaseSync(makeOlderDatabase(state, torrent, folder.path));
	old.exec('ALTER TABLE downloads ADD COLUMN max_upload_speed TEXT');
	old.close();
	const child = spawn(
		process.execPath,
		[cli, 'serve', '--port', '0', '--state-dir', state, '--no-api-key', ...quiet],
		{ stdio: ['ignore', 'pipe', 'inherit'] },
	);
	const ended = once(child, 'close');
	try {
		let output = '';
		child.stdout.setEncoding('utf8').on('data', (text: string) => {
			output += text;
		});
		await until(() => output.includes('The database cannot be upgraded: duplicate column name'));
		const client = createClient({ url: /listens on (\S+)/.exec(output)?.[1] ?? '' });
		onTestFinished(() => client.close());
		expect(await client.getState()).toMatchObject({
			state: 'EXCEPTION',
			last_exception: expect.stringContaining('cannot be upgraded: duplicate column name'),
			readable_state: expect.stringContaining('cannot be upgraded'),
		});
		expect(await client.listDownloads()).toMatchObject({
			downloads: [],
			checkpoints: { all_loaded: false, loaded: 0, total: 0 },
		});
		await expect(client.addDownload({ body: { uri: torrent.path } })).rejects.toMatchObject({
			kind: 'refused',
			status: 503,
			code: 'NotReadyError',
		});
	} finally {
		child.kill();
		expect(await ended).toEqual([0, null]);
	}
});
