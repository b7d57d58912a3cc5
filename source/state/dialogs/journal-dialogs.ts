import type { LineEdit } from './line-edit.ts';

/** Edits the filter of the events, which applies while it is typed. */
export interface EventsFilterDialog {
	readonly kind: 'events-filter';
	readonly line: LineEdit;
	/** Filter and cursor to restore on cancel. */
	readonly before: { readonly filter: string; readonly cursor: number | undefined };
}

declare module './dialogs.ts' {
	interface DialogKinds {
		'events-filter': EventsFilterDialog;
	}
}
