import { type EndpointName, endpointNames } from '../../protocol/endpoints/table.ts';

/** Rows of the endpoint table that the service does not have yet: they are answered with 404 like unknown paths. */
const notOffered = [
	'getMyChannel',
	'changeMyChannel',
	'addMyFeed',
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
	'listAsks',
	'createAsk',
	'listBids',
	'createBid',
	'listOrders',
	'cancelOrder',
	'listTransactions',
	'listPayments',
	'getHealth',
	'listEntries',
	'changeEntry',
	'changeEntries',
	'removeEntries',
	'getSession',
	'getSettings',
	'getSlots',
	'getCpuHistory',
	'getLog',
	'getMemoryDump',
	'getMemoryHistory',
	'listOpenFiles',
	'listOpenSockets',
	'getProfiler',
	'startProfiler',
	'stopProfiler',
	'listThreads',
] as const satisfies readonly EndpointName[];

export type OfferedEndpoint = Exclude<EndpointName, (typeof notOffered)[number]>;

function isOffered(name: EndpointName): name is OfferedEndpoint {
	return !notOffered.some((absent) => absent === name);
}

/** The rows that the service has, in the table's order. */
export const offeredEndpoints: readonly OfferedEndpoint[] = endpointNames.filter(isOffered);
