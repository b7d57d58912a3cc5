import type { Journal } from './journal.ts';
import { isSevere } from './journal-filter.ts';

/** Returns the number of warnings and errors after the entry `seen`. Failures of one batch count as one. */
export function alertsOf({ entries }: Journal, seen: number): number {
	let count = 0;
	// The newest are at the end, and few are unseen.
	for (let at = entries.length - 1; at >= 0; at--) {
		const entry = entries[at];
		if (!entry || entry.id <= seen) break;
		// The summary of a failed batch is its only alert.
		if (entry.share !== 'order' && isSevere(entry)) count++;
	}
	return count;
}

/** Returns the id of the newest entry. */
export function newestEntry({ entries }: Journal): number {
	return entries.at(-1)?.id ?? 0;
}
