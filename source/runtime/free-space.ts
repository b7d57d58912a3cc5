import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Store } from '../state/core/store.ts';
import { usualDestination } from '../state/downloads/downloads.ts';

const INTERVAL_MS = 10_000;
/** Interval while no destination is known. */
const RETRY_INTERVAL_MS = 1_000;

/**
 * Reports the free space at the usual destination, for a local service: the interface does not provide it. Nothing is
 * reported if it cannot be read.
 */
export async function watchFreeSpace(store: Store, signal: AbortSignal): Promise<void> {
	while (!signal.aborted) {
		const folder = usualDestination(store.get().downloads);
		const { free, total } = (folder === undefined ? undefined : await spaceAt(folder)) ?? {};
		if (!signal.aborted && free !== store.get().connection.freeSpace)
			store.dispatch({ type: 'free-space', bytes: free, total });
		await wait(folder === undefined ? RETRY_INTERVAL_MS : INTERVAL_MS, undefined, {
			signal,
			ref: false,
		}).catch(() => {});
	}
}

/** Returns the bytes that the user can write, and the size of the disk for the user; undefined if unknown. */
async function spaceAt(
	folder: string,
): Promise<{ readonly free: number; readonly total: number } | undefined> {
	try {
		const { bavail, bfree, blocks, bsize } = await statfs(folder);
		return { free: bavail * bsize, total: (blocks - bfree + bavail) * bsize };
	} catch {
		return undefined;
	}
}
