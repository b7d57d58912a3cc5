import type { QueryName } from '../surfaces/query.ts';

/** Queries of channels without their contents. A change of the own channel makes them stale. */
export const channelQueries: readonly QueryName[] = [
	'channels-channels:own',
	'channels-channels:channels',
	'channels-torrents:own',
	'channels-torrents:channels',
	'channels-playlists:own',
	'channels-playlists:channels',
	'channels-feeds:own',
	'channels-items:own',
];

/** Queries of the torrents of the shown channel. */
export const torrentQueries: readonly QueryName[] = ['channels-torrents:torrents'];

/** Queries of the playlists of the shown channel. */
export const playlistQueries: readonly QueryName[] = [
	'channels-playlists:playlists',
	'channels-torrents:playlists',
];

/** Queries of feeds and their items. */
export const feedQueries: readonly QueryName[] = [
	'channels-feeds:feeds',
	'channels-items:feeds',
	'channels-items:items',
];
