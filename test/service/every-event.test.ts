import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createClient } from '../../source/client/client.ts';
import { readKey } from '../../source/commands/serve/own-service.ts';
import { closedPort } from '../../source/demo/closed-port.ts';
import { type EventType, eventTypes } from '../../source/protocol/events/events.ts';
import { magnetOf } from '../../source/protocol/infohash.ts';
import { IDENTITY_FILE } from '../../source/service/overlay/identity.ts';
import { readAnnouncement } from '../../source/service/storage/announce.ts';
import { atEnd } from '../fixtures/cleanup.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { type RecordedEvents, recordEvents } from '../fixtures/recorded-events.ts';
import { runServiceProcess } from '../fixtures/service.ts';
import { runTradingService, type TradingService } from '../fixtures/trading-service.ts';
import { startTracker } from '../programs/seeder.ts';
import { type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { holdUpgrade } from './storage/held-upgrade.ts';
import { makeOlderDatabase } from './storage/older-database.ts';

const assets = [
	{ name: 'MB', precision: 0, balance: '1000', credit: '100' },
	{ name: 'BTC', precision: 8, balance: '2', credit: '1' },
];
const text = expect.any(String);
const nonEmpty = expect.stringMatching(/./);
const orderFields = { trader_id: nonEmpty, order_number: expect.any(Number), assets: expect.anything() };

/** A service whose start is watched: its database is of an older version, and an asset needs a passphrase. */
let starting: RecordedEvents;
/** Two connected services. The reader has a watch folder and checks for a new version. */
let publisher: TradingService;
let reader: TradingService;
let heard: RecordedEvents;
/** Unanswered requests for the newest version. */
const versionRequests: ServerResponse[] = [];
let torrent: MadeTorrent;
let trackerUrl: string;
let channelid: string;
let watchFolder: string;
let corruptIdentity: () => Promise<void>;

beforeAll(async () => {
	await Promise.all([startOlder(), startPair()]);
});

async function startOlder(): Promise<void> {
	const folder = await makeFolder();
	const stateFolder = join(folder, 'state');
	const old = await makeTorrent(join(folder, 'data'), 'of-old', { 'a.bin': 50_000 });
	makeOlderDatabase(stateFolder, old, join(folder, 'data'));
	const held = await holdUpgrade(folder);
	const wallet = { type: 'ledger', passphrase: true };
	const settings = {
		market: { assets: [{ name: 'LOCKED', precision: 0, balance: 10, credit: 1, wallet }] },
	};
	const service = runServiceProcess({ folder, settings, env: held.env });
	const announced = await until(() => readAnnouncement(stateFolder));
	const client = createClient({ url: announced.url, apiKey: readKey(announced) });
	atEnd(() => client.close());
	starting = await recordEvents(client);
	await held.go();
	await service;
	corruptIdentity = async () => {
		// The market has read it. The channels read it at the first request.
		await starting.event('market_iom_input_required');
		await writeFile(join(stateFolder, IDENTITY_FILE), 'no key');
		await client.listChannels({}).catch(() => {});
	};
}

async function startPair(): Promise<void> {
	const server = createServer((_, response) => versionRequests.push(response));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	atEnd(() => server.close().closeAllConnections());
	const address = server.address();
	const port = typeof address === 'object' && address !== null ? address.port : 0;
	const tracker = await startTracker();
	atEnd(() => tracker.close());
	trackerUrl = tracker.url;
	watchFolder = await makeFolder();
	const ports = await Promise.all([closedPort(), closedPort()]);
	[publisher, reader] = await Promise.all([
		runTradingService({ assets, port: ports[0], peers: [`127.0.0.1:${ports[1]}`] }),
		runTradingService({
			assets,
			port: ports[1],
			flags: ['--watch-folder', watchFolder],
			settings: { updates: { url: `http://127.0.0.1:${port}/` } },
		}),
	]);
	heard = await recordEvents(reader.service.client('A'));
	const { downloadFolder } = publisher.service;
	torrent = await makeTorrent(downloadFolder, 'Shared', { 'a.bin': 60_000 }, { trackers: [trackerUrl] });
	await publisher.service.client().addDownload({ body: { uri: torrent.path } });
}

interface Cause {
	/** Causes the event. Omitted if an earlier one of the table, or the start, does. */
	readonly run?: () => Promise<unknown>;
	/** Fields of the payload. */
	readonly payload: object;
	readonly at?: 'start';
}

const readerClient = () => reader.service.client('A');

/** The events of part 6 of the interface, in the sequence of their causes. */
const causes: Readonly<Partial<Record<EventType, Cause>>> = {
	events_start: { at: 'start', payload: { tribler_started: false, version: nonEmpty } },
	upgrader_started: { at: 'start', payload: {} },
	upgrader_tick: { at: 'start', payload: { text: nonEmpty } },
	upgrader_finished: { at: 'start', payload: {} },
	tribler_started: { at: 'start', payload: {} },
	market_iom_input_required: {
		at: 'start',
		payload: { asset: 'LOCKED', kind: 'password', question: nonEmpty },
	},
	tribler_exception: { at: 'start', run: () => corruptIdentity(), payload: { text: nonEmpty } },

	new_version_available: {
		run: async () => {
			await until(() => versionRequests.length > 0);
			for (const response of versionRequests) response.end('{"tag_name":"v900.1.0"}');
		},
		payload: { version: '900.1.0' },
	},
	watch_folder_corrupt_torrent: {
		run: () => writeFile(join(watchFolder, 'corrupt.torrent'), 'no torrent'),
		payload: { name: 'corrupt.torrent' },
	},
	torrent_error: {
		run: async () => {
			const { downloadFolder } = reader.service;
			const { path } = await makeTorrent(downloadFolder, 'Blocked', { 'b.bin': 30_000 });
			const destination = await makeFolder();
			// A folder is at the path of the file.
			await mkdir(join(destination, 'Blocked', 'b.bin'), { recursive: true });
			await reader.service.client().addDownload({ body: { uri: path, destination } });
		},
		payload: { infohash: text, error: nonEmpty },
	},

	channel_discovered: {
		run: async () => {
			const client = publisher.service.client('A');
			await client.createMyChannel({ body: { name: 'Shared things', description: 'Of a test' } });
			channelid = (await client.getMyChannel()).overview.identifier ?? '';
			const { infohash } = torrent;
			await client.addChannelTorrent({ params: { channelid, infohash }, body: {} });
		},
		payload: { name: 'Shared things', description: 'Of a test', dispersy_cid: nonEmpty },
	},
	torrent_discovered: {
		payload: {
			name: 'Shared',
			infohash: text,
			trackers: [expect.any(String)],
			files: [{ name: expect.stringContaining('a.bin'), size: 60_000 }],
			dispersy_cid: nonEmpty,
		},
	},
	search_result_channel: {
		run: () => readerClient().search({ query: { q: 'shared' } }),
		payload: { query: 'shared', result: expect.objectContaining({ name: 'Shared things' }) },
	},
	search_result_torrent: {
		payload: { query: 'shared', result: expect.objectContaining({ name: 'Shared' }) },
	},
	torrent_finished: {
		run: () => {
			const uri = `${magnetOf(torrent.infohash)}&tr=${encodeURIComponent(trackerUrl)}`;
			return reader.service.client().addDownload({ body: { uri } });
		},
		payload: { infohash: text, name: 'Shared' },
	},
	torrent_removed_from_channel: {
		run: () => {
			const params = { channelid, infohash: torrent.infohash };
			return publisher.service.client('A').removeChannelTorrent({ params });
		},
		payload: { infohash: text, dispersy_cid: nonEmpty },
	},

	market_ask: { run: () => publisher.trader.ask('10 MB', '0.1 BTC'), payload: orderFields },
	market_bid: {
		run: () => reader.trader.bid('10 MB', '0.1 BTC'),
		payload: orderFields,
	},
	market_payment_received: { payload: { quantity: expect.anything(), quantity_type: 'MB' } },
	market_payment_sent: { payload: { quantity: expect.anything(), quantity_type: 'BTC' } },
	market_transaction_complete: {
		payload: { mine: true, tx: expect.objectContaining({ status: 'completed', payment_complete: true }) },
	},
	market_ask_timeout: { run: () => publisher.trader.ask('1 MB', '1 BTC', 1), payload: orderFields },
	market_bid_timeout: { run: () => reader.trader.bid('1 MB', '0.001 BTC', 1), payload: orderFields },
};

test('the table has every event of the interface', () => {
	const ofInterface = eventTypes.slice(0, eventTypes.indexOf('market_iom_input_required') + 1);
	expect(ofInterface).toHaveLength(23);
	expect(Object.keys(causes).sort()).toEqual([...ofInterface].sort());
});

test.each(eventTypes.filter((type) => causes[type]).sort(bySequence))('a service emits %s', async (type) => {
	const { run, payload, at } = causes[type] ?? { payload: {} };
	await run?.();
	const { payload: emitted } = await (at === 'start' ? starting : heard).event(type);
	expect(emitted).toMatchObject(payload);
});

function bySequence(one: EventType, two: EventType): number {
	const sequence = Object.keys(causes);
	return sequence.indexOf(one) - sequence.indexOf(two);
}
