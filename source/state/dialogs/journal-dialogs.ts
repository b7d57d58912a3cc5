import type { JournalEntry } from '../events/journal-entry.ts';
import type { LineEdit } from './line-edit.ts';

/** All that there is to read of one entry. */
export interface EntryDialog {
	readonly kind: 'entry';
	readonly entry: JournalEntry;
	/** Lines that are scrolled out above. */
	readonly scroll: number;
}

/** The words that the events pane looks for, being typed; they hold at once. */
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
