import type { EndpointName } from '../../protocol/endpoints/table.ts';

/** Endpoints that the service does not have yet. Requests get a 404, as for unknown paths. */
export const notOffered = [
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
	'getHealth',
	'listEntries',
	'changeEntry',
	'changeEntries',
	'removeEntries',
] as const satisfies readonly EndpointName[];
