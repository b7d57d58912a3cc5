import type { FileTree } from '../files/tree.ts';

/** Data read from the local disk. Names are untrusted until drawn. */

/** An entry of a browsed folder: a folder, or a .torrent file. */
export interface FolderEntry {
	readonly name: string;
	readonly isFolder: boolean;
	/** The name in lower case, for filters. */
	readonly lower: string;
}

/** Content of a folder, folders first, each kind by name; or the reason why it cannot be read. */
export type Folder =
	| { readonly status: 'read'; readonly entries: readonly FolderEntry[] }
	// `absent`: there is nothing of that name.
	| { readonly status: 'failed'; readonly why: string; readonly absent?: boolean };

/** Size of a .torrent file's content; undefined if it cannot be read. */
export type TorrentSize = { readonly bytes: number; readonly files: number } | undefined;

/** Content of a .torrent file. */
export interface Torrent {
	/** 40 lower-case hexadecimal digits; 64 if the torrent has only version 2. */
	readonly infohash: string;
	/** Infohash of version 2, 64 digits; undefined if the torrent has none. */
	readonly infohash2?: string | undefined;
	readonly name: string;
	/** Its files without padding, by their indices in the torrent and in the service. */
	readonly tree: FileTree;
}

/** Content of a .torrent file, or the reason why it cannot be read. `absent`: it does not exist on this machine. */
export type LocalTorrent =
	| { readonly status: 'read'; readonly torrent: Torrent }
	| { readonly status: 'failed'; readonly why: string; readonly absent: boolean };
