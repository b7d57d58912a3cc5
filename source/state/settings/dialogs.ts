/** The settings of the cockpit and of the service. */
export interface SettingsDialog {
	readonly kind: 'settings';
	/** Index of the row under the cursor. */
	readonly chosen: number;
}

declare module '../dialogs/dialogs.ts' {
	interface DialogKinds {
		settings: SettingsDialog;
	}
}
