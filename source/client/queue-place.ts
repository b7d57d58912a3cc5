import type { Download } from '../protocol/resources/download.ts';

/** A place in the queue: a step, an end, or a number from 0. */
export type QueueTarget = 'queue_top' | 'queue_up' | 'queue_down' | 'queue_bottom' | number;

/** Returns the place of a download in the queue of its service, from 0; undefined if it is not queued. */
export function placeOf(list: readonly Download[], infohash: string): number | undefined {
	const found = list.find((download) => download.infohash === infohash.toLowerCase());
	return found?.auto_managed === false ? undefined : found?.queue_position;
}

/** Returns the place that a download at `before` has after its move. Places end with the last download. */
export function placeAfter(target: QueueTarget, before: number, list: readonly Download[]): number {
	const last = list.reduce((max, { queue_position = 0 }) => Math.max(max, queue_position), 0);
	switch (target) {
		case 'queue_top':
			return 0;
		case 'queue_up':
			return Math.max(0, before - 1);
		case 'queue_down':
			return Math.min(last, before + 1);
		case 'queue_bottom':
			return last;
		default:
			return Math.min(last, target);
	}
}
