import type { State } from '../core/state.ts';
import { isGrave } from './journal-filter.ts';

/** Returns the number of unseen warnings and errors. Failures of one batch count as one. */
export function alertsOf({ journal, alertsSeen, pane }: State): number {
	if (pane === 'events') return 0;
	let count = 0;
	// The newest are at the end, and few are unseen.
	for (let at = journal.entries.length - 1; at >= 0; at--) {
		const entry = journal.entries[at];
		if (!entry || entry.id <= alertsSeen) break;
		// The summary of a failed batch is its only alert.
		if (entry.share !== 'order' && isGrave(entry)) count++;
	}
	return count;
}

/** Returns the id of the newest entry; it and all before it have been seen. */
export function seenBy({ journal }: State): number {
	return journal.entries.at(-1)?.id ?? 0;
}
