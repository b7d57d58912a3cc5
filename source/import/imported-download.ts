import type { Metainfo } from '../metainfo/metainfo.ts';

/** A download as another client saved it. Everything but `torrent` is what that client claims. */
export interface ImportedDownload {
	/** Name that the other client shows, or that of the torrent. */
	readonly name: string;
	/** Bytes of the .torrent, which passed the metainfo check. */
	readonly torrent: Uint8Array;
	readonly metainfo: Metainfo;
	/** Absolute folder that contains the torrent's root. */
	readonly destination: string;
	/** Complete pieces, most significant bit first; undefined if the other client saved none. */
	readonly bitfield: Uint8Array | undefined;
	readonly state: 'running' | 'stopped';
	/** Indices of the selected files; null for all. */
	readonly selected: readonly number[] | null;
	/** Bytes of all time. */
	readonly downloaded: number;
	readonly uploaded: number;
	/** Unix time, s; undefined if unknown. */
	readonly timeAdded: number | undefined;
	readonly timeFinished: number | undefined;
	/** Seconds of seeding of all time. */
	readonly seedingSeconds: number;
	/** Label or category; empty for none. */
	readonly label: string;
	/** All announce URLs in use; undefined if they are those of the torrent. */
	readonly trackers: readonly string[] | undefined;
	/** Bytes per second, 0 for none. */
	readonly maxDownloadSpeed: number;
	readonly maxUploadSpeed: number;
	/** Whether pieces are requested in order. */
	readonly sequential: boolean;
	/** Ratio at which seeding ends, 0 for never; undefined without a limit of its own. */
	readonly seedingRatio: number | undefined;
	/** Seconds of seeding after which it ends, 0 for never; undefined without a limit of its own. */
	readonly seedingTime: number | undefined;
	/** Path below `destination` of each file in the torrent's order, where the other client changed one. */
	readonly renamed: ReadonlyMap<number, string>;
	/** Settings that are not imported, and other facts, one sentence each. */
	readonly notes: readonly string[];
}

/** An entry of a state folder that cannot be imported, and the reason. */
export interface UnusableEntry {
	readonly kind: 'unusable';
	readonly name: string;
	readonly reason: string;
}

/** An entry of a state folder. */
export type ImportEntry = { readonly kind: 'download'; readonly download: ImportedDownload } | UnusableEntry;

/** Names of the clients, as the user types them. */
export const clientNames = ['transmission', 'qbittorrent', 'rtorrent', 'deluge', 'tribler'] as const;
export type ClientName = (typeof clientNames)[number];

/** The environment of the user whose folders are searched. */
export interface HomeFolders {
	/** Absolute path. */
	readonly home: string;
	readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A client whose state folder can be imported. Nothing writes to that folder. */
export interface ImportClient {
	readonly name: ClientName;
	/** Folders where the client keeps its state by default, most likely first. */
	folders(where: HomeFolders): readonly string[];
	/**
	 * Yields the downloads of a state folder one by one. A damaged entry is yielded as unusable and never ends the
	 * others. Throws a StateFolderError if the folder is not one of this client.
	 */
	read(folder: string): AsyncGenerator<ImportEntry>;
	/** First 15 characters of the names of the client's processes. */
	readonly processes: readonly string[];
	/** Options of its command line that name a folder which contains the state folder. */
	readonly folderOptions: readonly string[];
	/** Files with the process id of a running client, relative to the state folder. */
	readonly pidFiles: readonly string[];
}

/** The folder does not contain the state of the client. */
export class StateFolderError extends Error {}
