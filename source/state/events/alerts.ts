import type { Journal } from './journal.ts';
import { isAlert } from './journal-filter.ts';

/** Returns the number of warnings and errors after the entry `seen`. Failures of one batch count as one. */
export function alertsOf({ entries, lastAlert }: Journal, seen: number): number {
	// Mostly there is none, but events may have added thousands of other entries.
	if (lastAlert <= seen) return 0;
	let count = 0;
	for (let at = entries.length - 1; at >= 0; at--) {
		const entry = entries[at];
		if (!entry || entry.id <= seen) break;
		if (isAlert(entry)) count++;
	}
	return count;
}

/** Returns the id of the newest entry. */
export function newestEntry({ entries }: Journal): number {
	return entries.at(-1)?.id ?? 0;
}
