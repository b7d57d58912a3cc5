export type Removing = '' | 'record' | 'data';

/** What the service keeps of one download across restarts. */
export interface DownloadRecord {
	/** 40 lower-case hexadecimal digits. */
	readonly infohash: string;
	name: string;
	/** The magnet link it was added by; empty when it was a .torrent. */
	readonly magnet: string;
	/** Bytes; 0 while the metadata is missing. */
	size: number;
	/** 0 while the metadata is missing. */
	totalPieces: number;
	/** Announce URLs, for while the engine does not run it; null until an older database's torrent is read. */
	trackers: readonly string[] | null;
	/** Web seed URLs of repeated sources, beside those of the torrent or, while that is missing, of the magnet link. */
	webSeeds: readonly string[];
	readonly destination: string;
	wanted: 'running' | 'stopped';
	/** A recheck is asked for and not done. */
	checking: boolean;
	/** Indices of the wanted files; null for all. */
	selected: readonly number[] | null;
	/** Proxies between this download and everybody else; 0 for a plain download. */
	hops: number;
	readonly safeSeeding: boolean;
	/** Bytes per second, 0 for none. */
	maxDownloadSpeed: number;
	maxUploadSpeed: number;
	/** Seconds since 1970. */
	readonly timeAdded: number;
	/** A removal was requested and is not complete: of the download alone, or of its data too. Empty otherwise. */
	removing: Removing;
	/** Why it is stopped on an error; empty otherwise. */
	error: string;
	/** Pieces on the disk, most significant bit first; empty when nothing is known. */
	bitfield: Uint8Array;
	/**
	 * Whether the bitfield is older than an error that was dismissed. The next check starts without it. Until that check
	 * ends it is kept in memory, since a disk that still fails says nothing about the data.
	 */
	unverified: boolean;
	/** 0 to 1 of the wanted bytes. */
	progress: number;
	/** Bytes, over all time. */
	totalDown: number;
	totalUp: number;
}
