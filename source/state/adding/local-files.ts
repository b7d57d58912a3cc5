import type { FileTree } from '../files/tree.ts';

/** Data read from the local disk. Names are untrusted until drawn. */

/** Something in a folder that can be browsed: a folder, or a .torrent file. */
export interface FolderEntry {
	readonly name: string;
	readonly isFolder: boolean;
	/** The name as a filter looks at it. */
	readonly lower: string;
}

/** A folder that was read, folders first, each kind by name; or why it could not be. */
export type Folder =
	| { readonly status: 'read'; readonly entries: readonly FolderEntry[] }
	// `absent`: there is nothing of that name.
	| { readonly status: 'failed'; readonly why: string; readonly absent?: boolean };

/** Content of a .torrent file. */
export interface Torrent {
	/** 40 lower-case hexadecimal digits; 64 where the torrent is of version 2 alone. */
	readonly infohash: string;
	/** Infohash of version 2, 64 digits; undefined if the torrent has none. */
	readonly infohash2?: string | undefined;
	readonly name: string;
	/** Its files, by their numbers in the torrent, as the service counts; without the filler between them. */
	readonly tree: FileTree;
}

/** A .torrent file that was read, or why not; `absent`: there is no such file on this machine. */
export type LocalTorrent =
	| { readonly status: 'read'; readonly torrent: Torrent }
	| { readonly status: 'failed'; readonly why: string; readonly absent: boolean };
