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

export interface ChannelMatches {
	readonly channels: readonly ChannelSummary[];
	readonly torrents: readonly { readonly channel: string; readonly torrent: TorrentEntry }[];
}

/** Whether a torrent was added to the own channel, was there already, or the sentence why it was refused. */
export type AddedTorrent = 'added' | 'present' | { readonly refused: string };

/** Last known size of the swarm of a torrent. `checked`: Unix time, s. */
export type KnownHealth = (
	infohash: string,
) => { readonly seeders: number; readonly leechers: number; readonly checked: number } | undefined;
