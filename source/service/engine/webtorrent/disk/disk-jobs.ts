import type { OpenedFile } from '../../../storage/opened-path.ts';

/** Pieces to read and to hash. */
export interface JobPieces {
	/**
	 * File ranges of the pieces, in order. Each has three numbers: path index (-1 for padding), file position and
	 * length in bytes.
	 */
	readonly ranges: Float64Array;
	/** Bytes of each piece. */
	readonly lengths: Float64Array;
	/** SHA-1 of each piece, 20 bytes each. */
	readonly hashes: Uint8Array;
}

/** Requests the sizes of files. */
export interface StatJob {
	readonly kind: 'stat';
	/** Paths with real parent folders. An empty path has no file. */
	readonly paths: readonly string[];
	/** Pieces to check as well, which saves a second job and lookup for each file. */
	readonly pieces: JobPieces | undefined;
}

/** Requests hash checks of pieces. */
export interface HashJob extends JobPieces {
	readonly kind: 'hash';
	readonly paths: readonly string[];
	/** Devices and inodes of allowed files, by path index; inode 0 if unknown. */
	readonly devices: Float64Array;
	readonly inodes: Float64Array;
}

/** States of a checked piece. A piece with bytes that are missing or not readable is incomplete. */
export const PIECE_STATE = { incomplete: 0, good: 1, bad: 2 } as const;

export type DiskJob = StatJob | HashJob;

/** A file that exists and cannot be read. */
export interface Unreadable {
	readonly path: string;
	/** System error code, such as EACCES. */
	readonly code: string | undefined;
	readonly message: string;
}

export interface StatResult {
	readonly kind: 'stat';
	/** Bytes of each file; NaN if unreadable, 0 if missing. */
	readonly sizes: Float64Array;
	/** Allocated bytes of each file. */
	readonly allocated: Float64Array;
	/** Devices and inodes, which identify files; 0 if missing. */
	readonly devices: Float64Array;
	readonly inodes: Float64Array;
	/** Indices of symbolic links, which are not followed. */
	readonly links: ReadonlySet<number>;
	/** Files that are unreadable or not regular, by path index. */
	readonly unreadable: ReadonlyMap<number, Unreadable>;
	/** State of each requested piece. */
	readonly pieces: Uint8Array;
}

export interface HashResult {
	readonly kind: 'hash';
	/** State of each piece. */
	readonly pieces: Uint8Array;
	/** Opened files that are not among the allowed ones, by path index. */
	readonly opened: ReadonlyMap<number, OpenedFile>;
	/** First existing file that could not be read. */
	readonly unreadable: Unreadable | undefined;
}

export type DiskResult = StatResult | HashResult;
