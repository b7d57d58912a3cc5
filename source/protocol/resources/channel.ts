import Type from 'typebox';

/**
 * The user's own channel (interface, part 2). In this file an absent field is unknown, because the service omitted
 * it.
 */
export const ChannelOverview = Type.Object({
	name: Type.String(),
	description: Type.Optional(Type.String()),
	identifier: Type.Optional(Type.String()),
});
export type ChannelOverview = Type.Static<typeof ChannelOverview>;

export const PlaylistTorrent = Type.Object({
	id: Type.Optional(Type.Integer()),
	infohash: Type.String(),
	name: Type.String(),
	/** Bytes. */
	size: Type.Optional(Type.Integer()),
	category: Type.Optional(Type.String()),
	num_seeders: Type.Optional(Type.Integer()),
	num_leechers: Type.Optional(Type.Integer()),
	/** Unix time, s. 0 for never. */
	last_tracker_check: Type.Optional(Type.Number()),
});
export type PlaylistTorrent = Type.Static<typeof PlaylistTorrent>;

export const Playlist = Type.Object({
	id: Type.Integer(),
	name: Type.String(),
	description: Type.Optional(Type.String()),
	torrents: Type.Optional(Type.Array(PlaylistTorrent)),
});
export type Playlist = Type.Static<typeof Playlist>;

export const RssFeed = Type.Object({ url: Type.String() });
export type RssFeed = Type.Static<typeof RssFeed>;
