import type { DownloadRecord } from '../storage/record.ts';

/** A place in the queue: by a step, at an end, or by its number from 0. */
export type QueueTarget = 'queue_top' | 'queue_up' | 'queue_down' | 'queue_bottom' | number;

/** Returns downloads in the order of the queue. Those without a position are behind all others, as they were added. */
export function inQueueOrder(records: Iterable<DownloadRecord>): DownloadRecord[] {
	return [...records].sort(
		(one, other) =>
			(one.queuePosition ?? Number.MAX_SAFE_INTEGER) - (other.queuePosition ?? Number.MAX_SAFE_INTEGER),
	);
}

const isSeed = ({ totalPieces, progress }: DownloadRecord): boolean => totalPieces > 0 && progress >= 1;

/**
 * Returns an order in which a download has another place among those of its role: complete ones, or the others. The
 * order of all others stays.
 */
export function movedTo(
	order: readonly DownloadRecord[],
	record: DownloadRecord,
	target: QueueTarget,
): readonly DownloadRecord[] {
	const others = order.filter((each) => each !== record);
	const peers = others.filter((each) => isSeed(each) === isSeed(record));
	const at = order.filter((each) => isSeed(each) === isSeed(record)).indexOf(record);
	const place = Math.max(0, Math.min(peers.length, placeOf(target, at, peers.length)));
	if (place === at) return order;
	const next = peers[place];
	const last = peers.at(-1);
	const index = next ? others.indexOf(next) : last ? others.indexOf(last) + 1 : 0;
	return others.toSpliced(index, 0, record);
}

function placeOf(target: QueueTarget, at: number, last: number): number {
	switch (target) {
		case 'queue_top':
			return 0;
		case 'queue_up':
			return at - 1;
		case 'queue_down':
			return at + 1;
		case 'queue_bottom':
			return last;
		default:
			return target;
	}
}

/** Distance between two positions in a new numbering, so that others fit between them. */
const POSITION_DISTANCE = 2 ** 20;

/**
 * Returns the positions to save for an order in which one download has another place. Usually that is its own position
 * only: saving thousands blocks the service. Without a free position between its neighbors, all get new ones.
 */
export function positionsOf(
	order: readonly DownloadRecord[],
	moved: DownloadRecord,
): ReadonlyMap<DownloadRecord, number> {
	const at = order.indexOf(moved);
	const position = positionBetween(order[at - 1], order[at + 1]);
	if (position !== undefined) return new Map([[moved, position]]);
	return new Map(order.map((record, index) => [record, index * POSITION_DISTANCE]));
}

/** Returns a free position between two neighbors in the order; undefined if there is none. */
function positionBetween(
	before: DownloadRecord | undefined,
	after: DownloadRecord | undefined,
): number | undefined {
	const next = after?.queuePosition ?? undefined;
	if (before === undefined) return (next ?? 0) - POSITION_DISTANCE;
	// It is behind all others already.
	if (before.queuePosition === null) return undefined;
	if (next === undefined) return before.queuePosition + POSITION_DISTANCE;
	const middle = Math.floor((before.queuePosition + next) / 2);
	return middle > before.queuePosition ? middle : undefined;
}

/** Returns the place of each download among those of its role, from 0. */
export function placesOf(records: Iterable<DownloadRecord>): ReadonlyMap<DownloadRecord, number> {
	const next = { seeds: 0, downloads: 0 };
	return new Map(
		inQueueOrder(records).map((record) => [record, isSeed(record) ? next.seeds++ : next.downloads++]),
	);
}
