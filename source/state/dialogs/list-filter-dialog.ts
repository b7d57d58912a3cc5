import type { LineEdit } from './line-edit.ts';

/** The filter of the list of a section, being typed; it applies at once. */
export interface ListFilterDialog {
	readonly kind: 'list-filter';
	readonly line: LineEdit;
	/** Filter and key of the row under the cursor, to restore on cancel. */
	readonly before: { readonly filter: string; readonly cursor: string | undefined };
}

declare module './dialogs.ts' {
	interface DialogKinds {
		'list-filter': ListFilterDialog;
	}
}
