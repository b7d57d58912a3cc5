/** Confirms the removal of a tracker. */
export interface TrackerRemoveDialog {
	readonly kind: 'tracker-remove';
	readonly infohash: string;
	/** Untrusted. */
	readonly name: string;
	/** Untrusted. May contain a passkey. */
	readonly url: string;
}

declare module './dialogs.ts' {
	interface DialogKinds {
		'tracker-remove': TrackerRemoveDialog;
	}
}
