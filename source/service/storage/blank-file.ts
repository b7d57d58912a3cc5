import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

const ZEROS = Buffer.alloc(1024 * 1024);

/** Unit of `blocks` of stat, in bytes. */
const STAT_BLOCK = 512;

/** Maximum allocated blocks of a file without data: ZFS has one for each file. */
const MAX_BLOCKS = 1;

/**
 * Whether a file has this length but no data, as one that was created and never written. The file is read, because some
 * file systems report no allocation for any file, and others keep small files elsewhere. Rejects with the system's error.
 */
export async function isBlank(
	found: Pick<Stats, 'size' | 'blocks'>,
	length: number,
	open: () => Promise<FileHandle>,
	signal?: AbortSignal,
): Promise<boolean> {
	return found.size === length && found.blocks <= MAX_BLOCKS && hasOnlyZeros(open, signal);
}

/**
 * Whether a file that a download created may still be its own, although no piece of it is right: it has gaps, or only
 * zeros, because some file systems have no gaps. Rejects with the system's error.
 */
export async function isUnfilled(
	found: Pick<Stats, 'size' | 'blocks'>,
	open: () => Promise<FileHandle>,
	signal?: AbortSignal,
): Promise<boolean> {
	return found.blocks * STAT_BLOCK < found.size || hasOnlyZeros(open, signal);
}

async function hasOnlyZeros(open: () => Promise<FileHandle>, signal?: AbortSignal): Promise<boolean> {
	const handle = await open();
	try {
		const data = Buffer.allocUnsafe(ZEROS.length);
		for (;;) {
			signal?.throwIfAborted();
			const { bytesRead } = await handle.read(data);
			if (bytesRead === 0) return true;
			if (ZEROS.compare(data, 0, bytesRead, 0, bytesRead) !== 0) return false;
		}
	} finally {
		await handle.close();
	}
}
