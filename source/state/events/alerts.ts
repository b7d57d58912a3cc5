import type { State } from '../core/state.ts';
import { isGrave } from './journal-filter.ts';

/** How many warnings and errors the user has not seen in the events pane yet; what failed together is one. */
export function alertsOf({ journal, alertsSeen, pane }: State): number {
	if (pane === 'events') return 0;
	let count = 0;
	// The newest are at the end, and few are unseen.
	for (let at = journal.entries.length - 1; at >= 0; at--) {
		const entry = journal.entries[at];
		if (!entry || entry.id <= alertsSeen) break;
		// Of many orders that failed the summary is the one alert.
		if (entry.share !== 'order' && isGrave(entry)) count++;
	}
	return count;
}

/** The id of the newest entry: what was there when the events pane showed has been seen. */
export function seenBy({ journal }: State): number {
	return journal.entries.at(-1)?.id ?? 0;
}
