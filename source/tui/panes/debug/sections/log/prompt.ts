import type { PathDialog } from '../../../../../state/dialogs/save-torrent-dialog.ts';

/** Asks for a text, a time, or the path of a file. */
export interface LogPrompt extends PathDialog {
	readonly kind: 'log-prompt';
	readonly purpose: 'search' | 'time' | 'save';
}

declare module '../../../../../state/surfaces/dialogs.ts' {
	interface DialogKinds {
		'log-prompt': LogPrompt;
	}
}
