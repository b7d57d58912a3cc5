/** The settings of the cockpit and of the service. */
export interface SettingsDialog {
	readonly kind: 'settings';
	/** Index of the row under the cursor. */
	readonly chosen: number;
	/** A chosen value that is not sent yet, as it is typed. */
	readonly draft?: { readonly path: string; readonly typed: string } | undefined;
}

/** Confirms a setting that stops downloads. */
export interface SettingConfirmDialog {
	readonly kind: 'setting-confirm';
	readonly path: string;
	/** Whether the service is one of 8.x. */
	readonly isOf8: boolean;
	/** The value as it is typed. */
	readonly typed: string;
	/** Maximum number of running downloads that stop. */
	readonly count: number;
}

declare module '../dialogs/dialogs.ts' {
	interface DialogKinds {
		settings: SettingsDialog;
		'setting-confirm': SettingConfirmDialog;
	}
}
