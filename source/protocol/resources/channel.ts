import Type from 'typebox';
import { BigInteger } from '../big-integer.ts';
import { swarmCounts } from './metadata.ts';

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
	/** Id of its metadata entry. */
	id: Type.Optional(BigInteger()),
	infohash: Type.String(),
	name: Type.String(),
	/** Bytes. */
	size: Type.Optional(Type.Integer()),
	category: Type.Optional(Type.String()),
	...swarmCounts,
});
export type PlaylistTorrent = Type.Static<typeof PlaylistTorrent>;

export const Playlist = Type.Object({
	id: Type.Integer(),
	name: Type.String(),
	description: Type.Optional(Type.String()),
	torrents: Type.Optional(Type.Array(PlaylistTorrent)),
});
export type Playlist = Type.Static<typeof Playlist>;

/** A channel that the service knows. An extension of our own service. */
export const DiscoveredChannel = Type.Object({
	identifier: Type.String(),
	name: Type.String(),
	description: Type.Optional(Type.String()),
	/** Number of torrents. Undefined until the contents have arrived. */
	torrents: Type.Optional(Type.Integer()),
	/** Whether it is the user's own channel. */
	own: Type.Optional(Type.Boolean()),
	/** Unix time of the last change, s. */
	updated: Type.Optional(Type.Number()),
});
export type DiscoveredChannel = Type.Static<typeof DiscoveredChannel>;

/** A torrent of a channel. An extension of our own service. */
export const ChannelTorrent = Type.Object({
	/** Id of its metadata entry. */
	id: BigInteger(),
	infohash: Type.String(),
	name: Type.String(),
	/** Bytes. Undefined for a magnet link without metadata. */
	size: Type.Optional(Type.Integer()),
	category: Type.Optional(Type.String()),
	/** Announce URLs. */
	trackers: Type.Array(Type.String(), { default: [] }),
	/** Unix time, s. */
	created: Type.Optional(Type.Number()),
	/** Feed that added it. */
	feed: Type.Optional(Type.String()),
	...swarmCounts,
});
export type ChannelTorrent = Type.Static<typeof ChannelTorrent>;

/** Condition for items of a feed that are also downloaded. An extension of our own service. */
export const FeedFilter = Type.Object({
	/** Words. The title must have all of them, in any case and sequence. */
	include: Type.Optional(Type.String({ description: 'words that the title must have' })),
	/** Words. The title must have none of them. */
	exclude: Type.Optional(Type.String({ description: 'words that the title must not have' })),
	min_size: Type.Optional(Type.Integer({ minimum: 0, description: 'minimum size in bytes' })),
	max_size: Type.Optional(Type.Integer({ minimum: 0, description: 'maximum size in bytes' })),
	/** Folder of the service's machine; undefined for the default destination. */
	destination: Type.Optional(Type.String({ description: 'destination folder' })),
});
export type FeedFilter = Type.Static<typeof FeedFilter>;

/** All fields but the URL are extensions of our own service. */
export const RssFeed = Type.Object({
	url: Type.String(),
	title: Type.Optional(Type.String()),
	/** Unix time of the last and of the next check, s. */
	last_check: Type.Optional(Type.Number()),
	next_check: Type.Optional(Type.Number()),
	/** Reason of the last failed check; empty after a success. */
	error: Type.Optional(Type.String()),
	/** Number of known items, and how many of them were added to the channel. */
	items: Type.Optional(Type.Integer()),
	added: Type.Optional(Type.Integer()),
	/** Condition for downloads; null if none of its items are downloaded. */
	download: Type.Optional(Type.Union([FeedFilter, Type.Null()])),
});
export type RssFeed = Type.Static<typeof RssFeed>;

/** An item of a feed. An extension of our own service. */
export const FeedItem = Type.Object({
	title: Type.String(),
	/** Address of its torrent or magnet link; empty if it has none. */
	uri: Type.String({ default: '' }),
	infohash: Type.Optional(Type.String()),
	/** Bytes. */
	size: Type.Optional(Type.Integer()),
	/** Unix time from the feed, and of the first check that found it, s. */
	published: Type.Optional(Type.Number()),
	found: Type.Optional(Type.Number()),
	/** waiting, added, downloaded, failed, ignored. */
	status: Type.Optional(Type.String()),
	/** Reason of a failure, or why it was ignored. */
	reason: Type.Optional(Type.String()),
});
export type FeedItem = Type.Static<typeof FeedItem>;
