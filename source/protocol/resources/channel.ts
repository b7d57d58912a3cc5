import Type from 'typebox';

/** The user's own channel (interface, part 2). */
export const ChannelOverview = Type.Object({
	name: Type.String(),
	description: Type.String({ default: '' }),
	identifier: Type.String({ default: '' }),
});
export type ChannelOverview = Type.Static<typeof ChannelOverview>;

export const PlaylistTorrent = Type.Object({
	id: Type.Integer({ default: 0 }),
	infohash: Type.String(),
	name: Type.String(),
	/** Bytes. */
	size: Type.Integer({ default: 0 }),
	category: Type.String({ default: '' }),
	num_seeders: Type.Integer({ default: 0 }),
	num_leechers: Type.Integer({ default: 0 }),
	/** Seconds since 1970; 0 for never. */
	last_tracker_check: Type.Number({ default: 0 }),
});
export type PlaylistTorrent = Type.Static<typeof PlaylistTorrent>;

export const Playlist = Type.Object({
	id: Type.Integer(),
	name: Type.String(),
	description: Type.String({ default: '' }),
	torrents: Type.Array(PlaylistTorrent, { default: [] }),
});
export type Playlist = Type.Static<typeof Playlist>;

export const RssFeed = Type.Object({ url: Type.String() });
export type RssFeed = Type.Static<typeof RssFeed>;
