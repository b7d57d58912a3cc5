import type { OpenedFile } from '../../../storage/opened-path.ts';

/** Asks for the sizes of files. */
export interface StatJob {
	readonly kind: 'stat';
	/** The folders above the files are real paths. An empty path has no file. */
	readonly paths: readonly string[];
}

/** Asks whether pieces on the disk have their hashes. */
export interface HashJob {
	readonly kind: 'hash';
	readonly paths: readonly string[];
	/**
	 * The stretches of files that make up the pieces, in order. Each takes three numbers: the index of its path (-1 for
	 * padding), its position in the file and its length, both in bytes.
	 */
	readonly stretches: Float64Array;
	/** Bytes of each piece. */
	readonly lengths: Float64Array;
	/** SHA-1 of each piece, 20 bytes each. */
	readonly hashes: Uint8Array;
	/** Devices and inodes of files that may be used, by the index of their path; inode 0 where none is known. */
	readonly devices: Float64Array;
	readonly inodes: Float64Array;
}

export type DiskJob = StatJob | HashJob;

/** A file that is there and cannot be read. */
export interface Unreadable {
	readonly path: string;
	/** The code of the system's error, such as EACCES. */
	readonly code: string | undefined;
	readonly message: string;
}

export interface StatAnswer {
	readonly kind: 'stat';
	/** Bytes of each file; NaN for an unreadable one, 0 for one that is not there. */
	readonly sizes: Float64Array;
	/** Bytes that each file takes of the disk. */
	readonly taken: Float64Array;
	/** Devices and inodes, which identify the files; 0 for a file that is not there. */
	readonly devices: Float64Array;
	readonly inodes: Float64Array;
	/** Indices of symbolic links, which are not followed. */
	readonly links: ReadonlySet<number>;
	/** Files that cannot be read or are not regular files, by the index of their path. */
	readonly unreadable: ReadonlyMap<number, Unreadable>;
}

export interface HashAnswer {
	readonly kind: 'hash';
	/** 1 for each piece that has its hash, otherwise 0. */
	readonly good: Uint8Array;
	/** The files that were opened and are not those that may be used, by the index of their path. */
	readonly opened: ReadonlyMap<number, OpenedFile>;
	/** The first file that is there and could not be read. */
	readonly unreadable: Unreadable | undefined;
}

export type DiskAnswer = StatAnswer | HashAnswer;
