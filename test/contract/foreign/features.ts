import { type EndpointName, type Endpoints, endpoints } from '../../../source/protocol/endpoints/table.ts';
import type { Dialect, Feature } from './dialect.ts';

/** The rows that only some services have, by feature. */
const rowsOf: Readonly<Record<Feature, readonly EndpointName[]>> = {
	channels: [
		'getMyChannel',
		'changeMyChannel',
		'listPlaylists',
		'createPlaylist',
		'changePlaylist',
		'removePlaylist',
		'addToPlaylist',
		'removeFromPlaylist',
		'listFeeds',
		'addFeed',
		'removeFeed',
		'recheckFeeds',
	],
	'my-feeds': ['addMyFeed'],
	market: [
		'listAsks',
		'createAsk',
		'listBids',
		'createBid',
		'listOrders',
		'cancelOrder',
		'listTransactions',
		'listPayments',
	],
	state: ['getState'],
	tree: ['expandFiles', 'collapseFiles', 'selectFiles', 'deselectFiles'],
	stream: ['streamFile'],
	entries: ['listEntries', 'changeEntry', 'changeEntries', 'removeEntries'],
	debug: [
		'getSlots',
		'getCpuHistory',
		'getLog',
		'getMemoryHistory',
		'listOpenFiles',
		'listOpenSockets',
		'getProfiler',
		'startProfiler',
		'stopProfiler',
		'listThreads',
	],
	dump: ['getMemoryDump'],
	trackers: ['announceToTracker', 'addTrackers', 'removeTrackers'],
};

const featureOf: ReadonlyMap<EndpointName, Feature> = new Map(
	(Object.keys(rowsOf) as Feature[]).flatMap((feature) =>
		rowsOf[feature].map((name) => [name, feature] as const),
	),
);

/** Rows that other services may have. */
export type InterfaceRow = {
	[Name in EndpointName]: Endpoints[Name]['extension'] extends true ? never : Name;
}[EndpointName];

/** Whether a service of this dialect has the row. */
export function hasRow(dialect: Dialect, name: EndpointName): name is InterfaceRow {
	if (endpoints[name].extension) return false;
	const feature = featureOf.get(name);
	return feature === undefined || dialect.has.has(feature);
}
