import { writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type Method, matchEndpoint } from '../../source/commands/api/match-endpoint.ts';
import { announcementFile } from '../../source/protocol/announcement.ts';
import type { EndpointName } from '../../source/protocol/endpoints/table.ts';
import { defaultSettings, type SettingsAnswer } from '../../source/protocol/resources/settings.ts';
import { ownExtensions } from '../../source/service/core/extensions.ts';
import { type ReceivedRequest, serve, type TestServer } from '../client/server.ts';
import { makeFolder } from '../fixtures/folder.ts';

/** Answers for every endpoint, as in the interface, with hostile names. */

export const infohash = '0123456789abcdef0123456789abcdef01234567';
/** Infohash of an added download, which is not in the list. */
export const newInfohash = `ee${infohash.slice(2)}`;
/** An escape sequence, a C1 control, changes of direction, a tag, invisible characters, a lone surrogate. */
export const hostile = 'na\u001b[31mme \u009b2J\u202egpj\u200f\u061c\u{e0041}\u200b\u2060 \ud800!';
/** Beyond 2^53. */
const largeId = '485715071346326385';

const download = (index: number, name: string, status = 'DLSTATUS_SEEDING') => ({
	name,
	infohash: index.toString(16).padStart(2, '0') + infohash.slice(2),
	progress: 0.5,
	speed_down: 1024,
	speed_up: 0,
	status,
	size: 5_000_000,
	eta: 60,
	num_peers: 2,
	num_seeds: 1,
	total_up: 7,
	total_down: 9_007_199_254_740_993n,
	trackers: [{ url: `http://${hostile}/announce`, status: 'Working', peers: 3 }],
	peers: [{ ip: '10.0.0.1', port: 6881, extended_version: hostile, direction: 'L', dtotal: 5, seed: true }],
});
const assets = { first: { amount: 10, type: 'BTC' }, second: { amount: 50, type: 'MB' } };
const tick = {
	trader_id: 'aabb',
	order_number: 4,
	timeout: 3600,
	timestamp: 1_700_000_000,
	assets,
	traded: 1,
};
const entry = { id: BigInt(largeId), public_key: 'ab', name: hostile, category: 'Video', type: 300, size: 5 };

const settings: SettingsAnswer = {
	...defaultSettings,
	active_limits: { set: 'normal', download: 0, upload: 0 },
};

const answers: Readonly<Record<EndpointName, unknown>> = {
	listDownloads: {
		downloads: [
			download(1, hostile),
			download(2, 'ubuntu-24.04'),
			download(0xab, 'Debian 13', 'DLSTATUS_STOPPED'),
		],
		checkpoints: { all_loaded: true, loaded: 3, total: 3 },
	},
	addDownload: { started: true, infohash: newInfohash },
	removeDownload: { removed: true, infohash },
	changeDownload: { modified: true, infohash },
	moveDownload: { moving: true, infohash },
	cancelMove: { cancelled: true, infohash },
	listLabels: {
		labels: [
			{
				name: hostile,
				destination: `/srv/${hostile}`,
				max_download_speed: 512_000,
				seeding_ratio: 2,
				downloads: 3,
			},
			{ name: 'films', downloads: 0, seeding_ratio: null, seeding_minutes: 0 },
		],
	},
	createLabel: { created: true, name: 'films' },
	changeLabel: { modified: true, name: 'series' },
	removeLabel: { removed: true },
	getServiceSettings: settings,
	changeServiceSettings: settings,
	importDownload: { imported: true, infohash: newInfohash },
	announceDownload: { announced: true, infohash },
	announceToTracker: { forced: true },
	addTrackers: { added: true, private: false },
	removeTrackers: { removed: true },
	replaceTracker: { modified: true, infohash },
	listFiles: {
		files: [
			{ index: 0, name: `a/${hostile}`, size: 5, included: true, progress: 1 },
			{ index: 1, name: 'b.bin', size: 2048, included: false, progress: 0.25, priority: 'low' },
		],
	},
	expandFiles: { path: 'a' },
	collapseFiles: {},
	selectFiles: {},
	deselectFiles: {},
	streamFile: Buffer.from('content'),
	getTorrent: Buffer.from('d4:infoe'),
	getMyChannel: { overview: { name: hostile, description: 'about', identifier: 'cafe' } },
	changeMyChannel: { modified: true },
	addMyFeed: { added: true },
	listPlaylists: {
		playlists: [
			{ id: 3, name: 'films', description: 'of old', torrents: [{ infohash, name: hostile, size: 5 }] },
			{ id: 4, name: hostile, description: '', torrents: [] },
		],
	},
	createPlaylist: { created: true },
	changePlaylist: { modified: true },
	removePlaylist: { removed: true },
	addToPlaylist: { added: true },
	removeFromPlaylist: { removed: true },
	listFeeds: { rssfeeds: [{ url: `http://x/${hostile}` }] },
	addFeed: { added: true },
	removeFeed: { removed: true },
	recheckFeeds: { rechecked: true },
	createMyChannel: { added: true, identifier: 'cafe' },
	listChannels: {
		channels: [
			{ identifier: 'cafe', name: hostile, description: 'about', torrents: 1, own: true },
			{ identifier: 'beef', name: 'films' },
		],
	},
	listChannelTorrents: {
		torrents: [{ id: BigInt(largeId), infohash, name: hostile, size: 5, trackers: [] }],
	},
	addChannelTorrent: { added: true },
	removeChannelTorrent: { removed: true },
	changeFeed: { modified: true },
	listFeedItems: {
		items: [{ title: hostile, uri: 'magnet:?xt=urn:btih:1', status: 'failed', reason: hostile }],
	},
	search: { queried: true },
	listAsks: { asks: [{ asset1: 'BTC', asset2: 'MB', ticks: [tick] }] },
	createAsk: { created: true },
	listBids: { bids: [{ asset1: 'BTC', asset2: 'MB', ticks: [tick] }] },
	createBid: { created: true },
	listOrders: { orders: [{ ...tick, is_ask: true, status: 'open', reserved_quantity: 0 }] },
	cancelOrder: { cancelled: true },
	listTransactions: {
		transactions: [{ ...tick, transaction_number: 8, transferred: assets, payment_complete: false }],
	},
	listAssets: {
		assets: [
			{
				name: 'BTC',
				precision: 8,
				balance: 12,
				available: 2,
				credit: 1,
				wallet: 'ledger',
				input_required: { kind: 'password', question: hostile },
			},
			{ name: 'MB', precision: 0, balance: null, available: null, credit: 0, wallet: 'command' },
		],
	},
	listBlockedTraders: { traders: [{ trader_id: 'aabb', reason: hostile }] },
	unblockTrader: { unblocked: true },
	provideInput: { accepted: true },
	listPayments: {
		payments: [
			{ trader_id: 'aabb', transaction_number: 8, price: 1, price_type: 'BTC', payment_id: hostile },
		],
	},
	getHealth: { [`http://${hostile}/announce`]: { infohash, seeders: 12, leechers: 3 } },
	listEntries: [entry],
	changeEntry: [entry],
	changeEntries: [entry, entry],
	removeEntries: [{ ...entry, state: 'Deleted' }],
	getSession: { hop: 0, settings: { 'net.sent': 5, [hostile]: [1] } },
	getSettings: { hop: 1, settings: { user_agent: hostile } },
	getSlots: { slots: [{ random: 1, competing: 2 }] },
	getCpuHistory: { cpu_history: [{ time: 1_700_000_000, cpu: 12.5 }] },
	getLog: { content: `first ${hostile}\nlast line\n`, max_lines: 100 },
	getMemoryDump: Buffer.from([0, 1, 2, 255]),
	getMemoryHistory: { memory_history: [{ time: 1_700_000_000, mem: 5_000_000 }] },
	listOpenFiles: { open_files: [{ fd: 4, path: hostile }] },
	listOpenSockets: {
		open_sockets: [{ family: 2, type: 1, laddr: '127.0.0.1:1', raddr: '-', status: 'LISTEN' }],
	},
	getProfiler: { state: 'STOPPED' },
	startProfiler: { success: true },
	stopProfiler: { success: true, profiler_file: `/tmp/${hostile}` },
	listThreads: { threads: [{ thread_id: 7, thread_name: hostile, frames: ['a', `b ${hostile}\nc`] }] },
	getState: { state: 'STARTED', last_exception: null, readable_state: '', extensions: ownExtensions },
	openEvents: { type: 'events_start', event: { version: '7.0.0' } },
};

/** Events that follow the answer of an endpoint. */
const following: Readonly<Partial<Record<EndpointName, readonly unknown[]>>> = {
	search: [
		{
			type: 'search_result_channel',
			event: { query: 'other', result: { dispersy_cid: 'feed', name: 'other' } },
		},
		{
			type: 'search_result_channel',
			event: { query: 'old films', result: { dispersy_cid: 'beef', name: 'films', torrents: 2 } },
		},
		{
			type: 'search_result_torrent',
			event: { query: 'old films', result: { infohash, name: hostile, size: 2048, dispersy_cid: 'beef' } },
		},
	],
	recheckFeeds: [{ type: 'feed_checked', event: { url: `http://x/${hostile}`, error: '', added: 2 } }],
};

export interface AnsweringService extends TestServer {
	/** Requested endpoints, in order. */
	readonly names: readonly EndpointName[];
	/** Sends an event to all open streams. */
	send(event: unknown): void;
}

/** The request by which a client identifies the service. It is in no list of `names`. */
const identifyingPath = `/downloads/${'0'.repeat(40)}/files`;
/** Answers to it, by which a client knows our own service and a release of 7.5 to 7.11. */
const unknownDownload = {
	own: '{"error":{"handled":true,"code":"NotFoundError","message":"There is no download."}}',
	tribler: '{"error":"this download does not exist"}',
} as const;

/**
 * Starts a service with all endpoints, our own one or one of Tribler. `change` returns true if it has sent the response
 * itself.
 */
export async function serveEverything(
	change: (name: EndpointName, request: ReceivedRequest, response: ServerResponse) => boolean = () => false,
	kind: keyof typeof unknownDownload = 'own',
): Promise<AnsweringService> {
	const names: EndpointName[] = [];
	const streams = new Set<ServerResponse>();
	const send = (event: unknown) => {
		for (const stream of streams) stream.write(`${json(event)}\n`);
	};
	const server = await serve((request, response) => {
		const path = (request.path.split('?')[0] ?? '').replace('/libtorrent/', '/engine/');
		const match = matchEndpoint(request.method as Method, path);
		if (!match) {
			response.writeHead(404).end('{"error":{"handled":true,"message":"Could not find /x"}}');
			return;
		}
		if (path === identifyingPath) {
			response.writeHead(404, { 'content-type': 'application/json' }).end(unknownDownload[kind]);
			return;
		}
		names.push(match.name);
		if (change(match.name, request, response)) return;
		const answer = answers[match.name];
		if (Buffer.isBuffer(answer)) response.writeHead(200).end(answer);
		else if (match.name === 'openEvents') {
			response.writeHead(200).write(`${json(answer)}\n`);
			streams.add(response);
		} else response.writeHead(200, { 'content-type': 'application/json' }).end(json(answer));
		for (const event of following[match.name] ?? []) send(event);
	});
	return { ...server, names, send };
}

/** Returns a state folder with the announcement of a service, which is then our own one. */
export async function announce(url: string): Promise<string> {
	const folder = await makeFolder();
	await writeFile(join(folder, announcementFile), JSON.stringify({ url, pid: process.pid }));
	return folder;
}

/** JSON with large integers as digits. */
export function json(value: unknown): string {
	return JSON.stringify(value, (_, field) => (typeof field === 'bigint' ? `#${field}#` : field)).replace(
		/"#(\d+)#"/g,
		'$1',
	);
}
