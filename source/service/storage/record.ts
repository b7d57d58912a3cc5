export type Removing = '' | 'record' | 'data';

/** Priority of a file; all others are normal. */
export type StoredPriority = 'low' | 'high';

/** Data of one download kept across restarts. */
export interface DownloadRecord {
	/** 40 lower-case hexadecimal digits. */
	readonly infohash: string;
	/** Name of the torrent, and of its file or folder. Messages use `nameOf`. */
	name: string;
	/** Magnet link it was added by; empty for a .torrent. */
	readonly magnet: string;
	/** Bytes; 0 while the metadata is missing. */
	size: number;
	/** 0 while the metadata is missing. */
	totalPieces: number;
	/** Announce URLs, used while the engine does not run it; null until the torrent of an older record is read. */
	trackers: readonly string[] | null;
	/** Web seed URLs of repeated sources, in addition to those of the torrent or magnet link. */
	webSeeds: readonly string[];
	destination: string;
	/** Mount point of the disk of the destination; empty if unknown. */
	mountPoint: string;
	/** Symbolic links on the way to its files, as paths below the destination, at the last check. */
	links: readonly string[];
	requestedState: 'running' | 'stopped';
	/** Whether a recheck is requested and not complete. */
	checking: boolean;
	/** Whether that was requested since the start of the service. Then it accepts the loss of missing data. Not saved. */
	acceptsLoss: boolean;
	/** Indices of the selected files; null for all. */
	selected: readonly number[] | null;
	/** Number of proxies; 0 for a plain download. */
	hops: number;
	readonly safeSeeding: boolean;
	/** Bytes per second. 0: that of its label, if there is one. -1: none. */
	maxDownloadSpeed: number;
	maxUploadSpeed: number;
	/** Unix seconds. */
	readonly timeAdded: number;
	/** Removal that was requested and is not complete: of the download alone, or with its data. Empty otherwise. */
	removing: Removing;
	/** Error that stopped it; empty otherwise. */
	error: string;
	/** Files that this download created or wrote, a bit each as in `bitfield`; may be shorter. */
	ownFiles: Uint8Array;
	/** Whether the user permits the next claim to write existing files. Those of other downloads stay theirs. */
	usesFiles: boolean;
	/** Download that writes the same files, whose end it waits for; null for none. Not saved. */
	waitsFor: { readonly infohash: string; readonly name: string } | null;
	/** Pieces on the disk, most significant bit first; empty if unknown. */
	bitfield: Uint8Array;
	/**
	 * Whether the bitfield predates an error that casts doubt on the data. The next check hashes everything. The bitfield
	 * is kept until that check ends, because a disk that still fails proves nothing about the data.
	 */
	unverified: boolean;
	/** Share of the selected bytes, 0 to 1. */
	progress: number;
	/** Bytes of all time. */
	totalDown: number;
	totalUp: number;
	/** Time of seeding of all time, seconds. */
	seedingSeconds: number;
	/** Empty for none. */
	label: string;
	/** Name that the user gave; empty for that of the torrent. */
	givenName: string;
	/** Whether pieces are requested in their order. */
	sequential: boolean;
	/** By index of the file. */
	priorities: ReadonlyMap<number, StoredPriority>;
	/** Whether `trackers` replaces those of the torrent or magnet link. */
	ownTrackers: boolean;
	/** Null: behind all that have one. */
	queuePosition: number | null;
	/** Whether it waits for a slot in the queue. Not saved. */
	queued: boolean;
	/** Place among the downloads of its role, from 0. Not saved. */
	place: number;
	/** Whether it runs without waiting in the queue. */
	forced: boolean;
	/** Seeding ends at this ratio, or after these minutes. Null: the limit of its label or of all downloads. */
	seedingRatio: number | null;
	seedingMinutes: number | null;
	/** Seeding limit that stopped it, as text; empty for none. */
	ended: string;
	/** Unix seconds; 0 while it was never complete; null if unknown. */
	timeFinished: number | null;
	/** Unfinished move as JSON; empty for none. */
	moving: string;
	/** Whether the command on completion has to run. */
	completionDue: boolean;
}

/** Returns the name to show: that of the user, or else that of the torrent. Untrusted text. */
export function nameOf({ givenName, name }: Pick<DownloadRecord, 'givenName' | 'name'>): string {
	return givenName === '' ? name : givenName;
}
