import type { JournalEntry } from '../events/journal-entry.ts';
import type { LineEdit } from './line-edit.ts';

/** Shows the full text of an entry. */
export interface EntryDialog {
	readonly kind: 'entry';
	readonly entry: JournalEntry;
	/** Index of the first visible line. */
	readonly scroll: number;
}

/** Edits the filter of the events, which applies while it is typed. */
export interface EventsFilterDialog {
	readonly kind: 'events-filter';
	readonly line: LineEdit;
	/** Filter and cursor to restore on cancel. */
	readonly before: { readonly filter: string; readonly cursor: number | undefined };
}

declare module './dialogs.ts' {
	interface DialogKinds {
		entry: EntryDialog;
		'events-filter': EventsFilterDialog;
	}
}
