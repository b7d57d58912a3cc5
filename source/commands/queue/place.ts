import { oneLine } from '../../format/one-line.ts';
import { usage } from '../declaration/failure.ts';

const MAX_PLACE = 1_000_000;

export const queueText = {
	place: (given: string, ends: readonly string[]) =>
		`place is ${ends.join(', ')}, or a whole number from 1, not '${oneLine(given, 60)}'.`,
} as const;

/** Returns a place of the queue, from 1. */
export function readPlace(given: string, ends: readonly string[]): number {
	const place = /^\d{1,7}$/.test(given) ? Number(given) : 0;
	if (place < 1 || place > MAX_PLACE) throw usage(queueText.place(given, ends));
	return place;
}
