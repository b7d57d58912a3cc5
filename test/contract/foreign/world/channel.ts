import { nested, single } from './torrents.ts';

export interface ForeignPlaylist {
	readonly id: number;
	name: string;
	description: string;
	readonly torrents: PlaylistTorrent[];
}

export interface PlaylistTorrent {
	readonly id: number;
	readonly infohash: string;
	readonly name: string;
	readonly size: number;
	readonly category: string;
	readonly num_seeders: number;
	readonly num_leechers: number;
	readonly last_tracker_check: number;
}

export interface ForeignChannel {
	name: string;
	description: string;
	readonly identifier: string;
	readonly playlists: ForeignPlaylist[];
	readonly feeds: string[];
	/** Contents; a playlist can have them too. */
	readonly torrents: readonly PlaylistTorrent[];
	rechecked: number;
}

/** The user's own channel, and another user's. */
export const channelIds = { own: 'c'.repeat(40), foreign: 'd'.repeat(40) } as const;
export const feedUrl = 'http://feeds.example/rss?list=all&n=1#new';

const figures = { num_seeders: 5, num_leechers: 2, last_tracker_check: 1_795_206_000 };
const clean = {
	id: 11,
	infohash: nested.infohash,
	name: nested.name,
	size: 71_456,
	category: 'other',
	...figures,
};
const adult = {
	id: 12,
	infohash: single.infohash,
	name: single.name,
	size: 6_000,
	category: 'xxx',
	...figures,
};

export function createChannel(): ForeignChannel {
	return {
		name: 'My channel',
		description: 'things',
		identifier: channelIds.own,
		playlists: [{ id: 1, name: 'First', description: 'one', torrents: [clean, adult] }],
		feeds: ['http://feeds.example/first.xml'],
		torrents: [clean, adult],
		rechecked: 0,
	};
}
