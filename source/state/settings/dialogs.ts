/** The settings of the cockpit and of the service. */
interface SettingsDialog {
	readonly kind: 'settings';
	/** Index of the row under the cursor. */
	readonly chosen: number;
	/** A chosen value that is not sent yet, as it is typed. */
	readonly draft?: { readonly path: string; readonly typed: string } | undefined;
}

declare module '../surfaces/dialogs.ts' {
	interface DialogKinds {
		settings: SettingsDialog;
	}
}
