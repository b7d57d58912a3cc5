import type { LineEdit } from '../surfaces/line-edit.ts';

/** A dialog that saves a file. */
export interface PathDialog {
	/** The typed path. */
	readonly line: LineEdit;
	/** 'exists': a file exists, and the user must confirm that it is overwritten. */
	readonly stage: 'typing' | 'saving' | 'exists';
	/** Reason of the failure; '' for none. May be untrusted. */
	readonly fault: string;
}

/** Asks where the .torrent file of a download is to be saved. */
interface SaveTorrentDialog extends PathDialog {
	readonly kind: 'save-torrent';
	/** Infohash of the download. */
	readonly of: string;
	/** Untrusted. */
	readonly name: string;
}

declare module '../surfaces/dialogs.ts' {
	interface DialogKinds {
		'save-torrent': SaveTorrentDialog;
	}
}
