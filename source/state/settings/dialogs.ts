import type { LineEdit } from '../dialogs/line-edit.ts';

/** The settings of the cockpit and of the service. */
export interface SettingsDialog {
	readonly kind: 'settings';
	/** Index among the rows that the filter leaves. */
	readonly chosen: number;
	/** Words that a row contains. */
	readonly filter: string;
}

/** Edits the filter of the settings, which applies while it is typed. */
export interface SettingsFilterDialog {
	readonly kind: 'settings-filter';
	readonly line: LineEdit;
	/** Filter and cursor that cancelling restores. */
	readonly before: Pick<SettingsDialog, 'filter' | 'chosen'>;
}

declare module '../dialogs/dialogs.ts' {
	interface DialogKinds {
		settings: SettingsDialog;
		'settings-filter': SettingsFilterDialog;
	}
}
