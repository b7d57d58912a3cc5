import { lowerBound } from '../../basics/sorted.ts';
import type { Journal } from './journal.ts';
import type { JournalEntry } from './journal-entry.ts';
import { entryMatcher, isNarrower, nextMinLevel } from './journal-filter.ts';

/** Messages about the view of the events. */
export type JournalMessage =
	| { readonly type: 'filter'; readonly filter: string }
	/** Ends the notice, because its action was used. */
	| { readonly type: 'dismiss' }
	/** Shows only graver entries, or all again. */
	| { readonly type: 'least' }
	/** Puts the cursor on an entry; on the newest, and with undefined, it follows what comes. */
	| { readonly type: 'cursor'; readonly id: number | undefined };

/** Returns the journal after a message. */
export function updateJournal(journal: Journal, message: JournalMessage): Journal {
	switch (message.type) {
		case 'filter':
			return filterJournal(journal, message.filter);
		case 'dismiss':
			return { ...journal, notice: undefined };
		case 'least':
			return raiseMinLevel(journal);
		case 'cursor':
			return { ...journal, cursor: message.id === journal.view.at(-1)?.id ? undefined : message.id };
	}
}

/** Applies a filter. The cursor stays on its entry, or moves to the next newer one. */
export function filterJournal(journal: Journal, filter: string): Journal {
	if (filter === journal.filter) return journal;
	const matches = entryMatcher(filter, journal.minLevel);
	const among = isNarrower(filter, journal.filter) ? journal.view : journal.entries;
	return { ...journal, filter, view: matches ? among.filter(matches) : journal.entries };
}

function raiseMinLevel(journal: Journal): Journal {
	const minLevel = nextMinLevel[journal.minLevel];
	const matches = entryMatcher(journal.filter, minLevel);
	return { ...journal, minLevel, view: matches ? journal.entries.filter(matches) : journal.entries };
}

/** Returns the index of the cursor in the view; -1 if it is empty. */
export function journalCursor({ view, cursor }: Journal): number {
	if (cursor === undefined) return view.length - 1;
	const at = lowerBound(view, ({ id }) => id - cursor);
	return Math.min(at, view.length - 1);
}

/** Returns the entry under the cursor. */
export function currentEntry(journal: Journal): JournalEntry | undefined {
	return journal.view[journalCursor(journal)];
}

/** Moves the cursor by entries, stopping at the ends. On the newest entry it follows new ones. */
export function moveJournal(journal: Journal, rows: number): Journal {
	const last = journal.view.length - 1;
	const at = Math.max(0, Math.min(last, journalCursor(journal) + rows));
	return { ...journal, cursor: at >= last ? undefined : journal.view[at]?.id };
}
