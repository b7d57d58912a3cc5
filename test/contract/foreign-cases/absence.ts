import { expect } from 'vitest';
import type { Client } from '../../../source/client/client.ts';
import type { EndpointName } from '../../../source/protocol/endpoints/table.ts';
import { exact } from '../../fixtures/exact.ts';
import type { ForeignContext } from './context.ts';

const channelid = 'c';
const playlistid = '1';
const infohash = '0'.repeat(40);
const path = 'a';
const feed_url = 'http://feeds.example/';
const entry = { public_key: 'ab', id: '1' };
const tracker = 'udp://127.0.0.1:1';
const naming = { name: 'n', description: 'd' };
const offer = {
	first_asset_amount: exact('1'),
	first_asset_type: 'BTC',
	second_asset_amount: exact('1'),
	second_asset_type: 'MB',
};

/** A request to each row that some dialect lacks. */
const calls: Readonly<Partial<Record<EndpointName, (client: Client) => Promise<unknown>>>> = {
	getState: (client) => client.getState(),
	expandFiles: (client) => client.expandFiles({ params: { infohash }, query: { path } }),
	collapseFiles: (client) => client.collapseFiles({ params: { infohash }, query: { path } }),
	selectFiles: (client) => client.selectFiles({ params: { infohash }, query: { path } }),
	deselectFiles: (client) => client.deselectFiles({ params: { infohash }, query: { path } }),
	streamFile: (client) => client.streamFile({ params: { infohash, fileindex: '0' } }),
	announceDownload: (client) => client.announceDownload({ params: { infohash } }),
	announceToTracker: (client) => client.announceToTracker({ params: { infohash }, body: { url: tracker } }),
	addTrackers: (client) => client.addTrackers({ params: { infohash }, body: { url: tracker } }),
	removeTrackers: (client) => client.removeTrackers({ params: { infohash }, body: { url: tracker } }),
	replaceTracker: (client) =>
		client.replaceTracker({ params: { infohash }, body: { url: tracker, new_url: `${tracker}2` } }),
	getMyChannel: (client) => client.getMyChannel(),
	changeMyChannel: (client) => client.changeMyChannel({ body: naming }),
	addMyFeed: (client) => client.addMyFeed({ params: { feed_url } }),
	listPlaylists: (client) => client.listPlaylists({ params: { channelid } }),
	createPlaylist: (client) => client.createPlaylist({ params: { channelid }, body: naming }),
	changePlaylist: (client) => client.changePlaylist({ params: { channelid, playlistid }, body: naming }),
	removePlaylist: (client) => client.removePlaylist({ params: { channelid, playlistid } }),
	addToPlaylist: (client) => client.addToPlaylist({ params: { channelid, playlistid, infohash } }),
	removeFromPlaylist: (client) => client.removeFromPlaylist({ params: { channelid, playlistid, infohash } }),
	listFeeds: (client) => client.listFeeds({ params: { channelid } }),
	addFeed: (client) => client.addFeed({ params: { channelid, feed_url } }),
	removeFeed: (client) => client.removeFeed({ params: { channelid, feed_url } }),
	recheckFeeds: (client) => client.recheckFeeds({ params: { channelid } }),
	createMyChannel: (client) => client.createMyChannel({ body: naming }),
	listChannels: (client) => client.listChannels(),
	listChannelTorrents: (client) => client.listChannelTorrents({ params: { channelid } }),
	addChannelTorrent: (client) => client.addChannelTorrent({ params: { channelid, infohash } }),
	removeChannelTorrent: (client) => client.removeChannelTorrent({ params: { channelid, infohash } }),
	changeFeed: (client) => client.changeFeed({ params: { channelid, feed_url }, body: { download: null } }),
	listFeedItems: (client) => client.listFeedItems({ params: { channelid, feed_url } }),
	search: (client) => client.search({ query: { q: 'linux' } }),
	listAsks: (client) => client.listAsks(),
	createAsk: (client) => client.createAsk({ body: offer }),
	listBids: (client) => client.listBids(),
	createBid: (client) => client.createBid({ body: offer }),
	listOrders: (client) => client.listOrders(),
	cancelOrder: (client) => client.cancelOrder({ params: { order_number: '1' } }),
	listTransactions: (client) => client.listTransactions(),
	listPayments: (client) => client.listPayments({ params: { trader_id: 'a', transaction_number: '1' } }),
	listAssets: (client) => client.listAssets(),
	listBlockedTraders: (client) => client.listBlockedTraders(),
	unblockTrader: (client) => client.unblockTrader({ params: { trader_id: 'a' } }),
	provideInput: (client) => client.provideInput({ params: { asset: 'BTC' }, body: { input: 'x' } }),
	getHealth: (client) => client.getHealth({ params: { infohash } }),
	listEntries: (client) => client.listEntries({ params: entry }),
	changeEntry: (client) => client.changeEntry({ params: entry, body: { name: 'n' } }),
	changeEntries: (client) => client.changeEntries({ body: [{ public_key: 'ab', id: 1n, name: 'n' }] }),
	removeEntries: (client) => client.removeEntries({ body: [{ public_key: 'ab', id: 1n }] }),
	getSession: (client) => client.getSession(),
	getSettings: (client) => client.getSettings(),
	getSlots: (client) => client.getSlots(),
	getCpuHistory: (client) => client.getCpuHistory(),
	getLog: (client) => client.getLog({ query: { max_lines: 1 } }),
	getMemoryDump: (client) => client.getMemoryDump(),
	getMemoryHistory: (client) => client.getMemoryHistory(),
	listOpenFiles: (client) => client.listOpenFiles(),
	listOpenSockets: (client) => client.listOpenSockets(),
	getProfiler: (client) => client.getProfiler(),
	startProfiler: (client) => client.startProfiler(),
	stopProfiler: (client) => client.stopProfiler(),
	listThreads: (client) => client.listThreads(),
	moveDownload: (client) => client.moveDownload({ params: { infohash }, body: { destination: '/srv/new' } }),
	cancelMove: (client) => client.cancelMove({ params: { infohash } }),
	listLabels: (client) => client.listLabels(),
	createLabel: (client) => client.createLabel({ params: { name: 'films' } }),
	changeLabel: (client) => client.changeLabel({ params: { name: 'films' }, body: { name: 'series' } }),
	removeLabel: (client) => client.removeLabel({ params: { name: 'films' } }),
	importDownload: (client) => client.importDownload({ body: { torrent: 'ZGU=', destination: '/srv' } }),
	getServiceSettings: (client) => client.getServiceSettings(),
	changeServiceSettings: (client) => client.changeServiceSettings({ body: { limits: { upload: 1 } } }),
};

/** The client reports a row that the service lacks as absent, and does not request it again. */
export async function expectAbsence(
	name: EndpointName,
	{ client, server }: Pick<ForeignContext, 'client' | 'server'>,
): Promise<void> {
	await expectAbsent(name, client);
	const requestsBefore = server.requests.length;
	await expectAbsent(name, client);
	expect(server.requests).toHaveLength(requestsBefore);
}

export async function expectAbsent(name: EndpointName, client: Client): Promise<void> {
	const call = calls[name];
	if (!call) throw new Error(`There is no request that shows that ${name} is absent.`);
	await expect(call(client)).rejects.toMatchObject({ kind: 'absent' });
}
