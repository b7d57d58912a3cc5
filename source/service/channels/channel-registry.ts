/** A file of a torrent. */
export interface ChannelFile {
	readonly name: string;
	/** Bytes. */
	readonly size: number;
}

/** A torrent of a channel. Its infohash is unique in the channel, and so is its id. */
export interface TorrentEntry {
	/** From 1 to 2^63 - 1. */
	readonly id: bigint;
	/** 40 lower-case hexadecimal digits. */
	readonly infohash: string;
	readonly name: string;
	/** Bytes. Undefined for a magnet link without metadata. */
	readonly size: number | undefined;
	readonly category: string;
	/** Status of the metadata entry. */
	readonly status: number;
	/** Announce URLs. */
	readonly trackers: readonly string[];
	/** The first files of the torrent. Empty without metadata. */
	readonly files: readonly ChannelFile[];
	/** Unix time, s. */
	readonly created: number;
	/** URL of the feed that added it. Known for the own channel only, and never sent to others. */
	readonly feed: string | undefined;
}

export interface PlaylistEntry {
	/** From 1, unique in its channel. */
	readonly id: number;
	readonly name: string;
	readonly description: string;
	/** Infohashes of torrents in the channel, in order. */
	readonly torrents: readonly string[];
}

/** Name and contents of a channel in one version. */
export interface ChannelContent {
	readonly name: string;
	readonly description: string;
	/** From 1. Each change has a higher one. */
	readonly version: number;
	/** Unix times, s. */
	readonly created: number;
	readonly updated: number;
	/** In the sequence in which they were added. */
	readonly torrents: readonly TorrentEntry[];
	readonly playlists: readonly PlaylistEntry[];
}

/** A channel without its contents. */
export interface ChannelSummary extends Pick<ChannelContent, 'name' | 'description' | 'version' | 'updated'> {
	/** Id of the service that publishes it: its public key (Ed25519), 64 lower-case hexadecimal digits. */
	readonly id: string;
	readonly isOwn: boolean;
	readonly torrentCount: number;
}

/** The channels that this service knows, stored in its database. */
export interface ChannelRegistry {
	/** Id of the own channel, also before it is created. */
	readonly ownId: string;
	/** The own channel first. */
	list(): readonly ChannelSummary[];
	/** Returns the contents of a channel. Undefined if it is unknown. */
	content(id: string): ChannelContent | undefined;
	/** Calls `listener` after each stored change of the own channel. */
	onOwnChange(listener: () => void): void;
	/**
	 * Stores a version of another channel and its signed head, in one transaction, and emits the events of the
	 * differences. Ignores versions that are not newer. Beyond the limits, channels of the source with the most are
	 * dropped. `sourceOf`: source of a channel, if it is known. Throws an HttpError if the content exceeds
	 * `channelLimits`.
	 */
	replace(
		id: string,
		content: ChannelContent,
		head: Uint8Array,
		sourceOf?: (channel: string) => string | undefined,
	): void;
	/** Stores a newer signature of the stored version of another channel. */
	renew(id: string, head: Uint8Array): void;
	/** Returns the signed head of another channel, as stored by `replace` or `renew`. */
	head(id: string): Uint8Array | undefined;
	/** Removes another channel, e.g. because its head expired. */
	drop(id: string): void;
	/** Returns the channels and torrents whose names have all words, in any case. */
	search(words: readonly string[], limit: number): ChannelMatches;
	/** Returns known entries of an infohash in all channels. */
	torrents(infohash: string): readonly TorrentEntry[];
}

export interface ChannelMatches {
	readonly channels: readonly ChannelSummary[];
	readonly torrents: readonly { readonly channel: string; readonly torrent: TorrentEntry }[];
}

/** Searches of clients. Results are events. */
export interface ChannelSearches {
	/** Calls `listener` with each query and its words. */
	onQuery(listener: (query: string, words: readonly string[]) => void): void;
	/** Emits matches of another service for a query. Ignores ended queries, repeated results and too many of them. */
	found(query: string, matches: ChannelMatches): void;
}

/** Whether a torrent was added to the own channel, was there already, or the sentence why it was refused. */
export type AddedTorrent = 'added' | 'present' | { readonly refused: string };

/** Last known size of the swarm of a torrent. `checked`: Unix time, s. */
export type KnownHealth = (
	infohash: string,
) => { readonly seeders: number; readonly leechers: number; readonly checked: number } | undefined;
