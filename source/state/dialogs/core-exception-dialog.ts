/** Shows the last exception of the core in full. The text is that of the state, as last reported. */
export interface CoreExceptionDialog {
	readonly kind: 'core-exception';
	/** Index of the first visible line. */
	readonly scroll: number;
}

declare module './dialogs.ts' {
	interface DialogKinds {
		'core-exception': CoreExceptionDialog;
	}
}
