/** A started download, as the scheduler sees it. */
export interface QueueEntry {
	readonly infohash: string;
	/** Seeds and incomplete downloads have limits of their own. A download without metadata is incomplete. */
	readonly role: 'download' | 'seed';
	/** Whether it has a slot now. */
	readonly isRunning: boolean;
	/** Whether it had a slot for a while without traffic. Such a download keeps its slot and is not counted. */
	readonly isStalled: boolean;
	/** Whether the user started it past the queue. It always has a slot, which is counted. */
	readonly isForced: boolean;
}

/** Maximum numbers of active downloads, 0 for no limit. */
export interface QueueLimits {
	readonly activeDownloads: number;
	readonly activeSeeds: number;
}

/** Time without traffic after which a running download is not counted, ms. */
export const STALL_TIMEOUT_MS = 60_000;

/**
 * Returns the infohashes of the downloads that get a slot. `entries` are in the order of the queue.
 *
 * The first downloads that are not stalled get the slots of their role. A stalled download that runs keeps running.
 * When one of them moves data again, the last counted download of its role loses its slot. So the result changes
 * only if an entry or a limit changed: the same entries give the same slots.
 */
export function schedule(entries: readonly QueueEntry[], limits: QueueLimits): ReadonlySet<string> {
	const running = new Set<string>();
	const free = { download: slotsOf(limits.activeDownloads), seed: slotsOf(limits.activeSeeds) };
	for (const { infohash, role, isForced, isStalled } of entries) {
		if (!isForced) continue;
		running.add(infohash);
		if (!isStalled) free[role] -= 1;
	}
	for (const { infohash, role, isForced, isStalled, isRunning } of entries) {
		if (isForced) continue;
		if (isRunning && isStalled) running.add(infohash);
		else if (free[role] > 0) {
			free[role] -= 1;
			running.add(infohash);
		}
	}
	return running;
}

function slotsOf(limit: number): number {
	return limit > 0 ? limit : Number.POSITIVE_INFINITY;
}
