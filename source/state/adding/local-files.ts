import type { FileTree } from '../files/tree.ts';

/** What the runtime read of the disk of the cockpit's machine. Names are as the disk has them: hostile until drawn. */

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

/** What a .torrent file says. */
export interface Torrent {
	/** 40 lower-case hexadecimal digits; 64 where the torrent is of version 2 alone. */
	readonly infohash: string;
	/** Of version 2, 64 digits, where the torrent has it. */
	readonly infohash2?: string | undefined;
	readonly name: string;
	/** Its files, by their numbers in the torrent, as the service counts; without the filler between them. */
	readonly tree: FileTree;
}

/** A .torrent file that was read, or why not; `absent`: there is no such file on this machine. */
export type LocalTorrent =
	| { readonly status: 'read'; readonly torrent: Torrent }
	| { readonly status: 'failed'; readonly why: string; readonly absent: boolean };
