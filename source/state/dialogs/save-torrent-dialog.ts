import type { LineEdit } from '../surfaces/line-edit.ts';
import { closeTop, type OpenDialogs, replaceTop } from './open-dialogs.ts';

/** Asks where the .torrent file of a download is to be saved. */
export interface SaveTorrentDialog {
	readonly kind: 'save-torrent';
	/** Infohash of the download. */
	readonly of: string;
	/** Untrusted. */
	readonly name: string;
	/** The typed path. */
	readonly line: LineEdit;
	/** 'exists': a file exists, and the user must confirm that it is overwritten. */
	readonly stage: 'typing' | 'saving' | 'exists';
	/** Reason of the failure; '' for none. */
	readonly fault: string;
}

/** Progress of saving a .torrent file. */
export type SavedTorrent =
	| { readonly kind: 'saving'; readonly of: string }
	| { readonly kind: 'saved'; readonly of: string }
	| { readonly kind: 'exists'; readonly of: string }
	| { readonly kind: 'failed'; readonly of: string; readonly fault: string };

/** Edits the path and returns to the first stage. */
export function editSaveTorrent<Data extends OpenDialogs>(
	data: Data,
	dialog: SaveTorrentDialog,
	edit: (line: LineEdit) => LineEdit,
): Data {
	if (dialog.stage === 'saving') return data;
	return replaceTop(data, { ...dialog, line: edit(dialog.line), stage: 'typing', fault: '' });
}

/** Takes the progress of saving: closes the dialog, asks, or shows the error. */
export function takeSavedTorrent<Data extends OpenDialogs>(data: Data, saved: SavedTorrent): Data {
	const top = data.dialogs.at(-1);
	if (top?.kind !== 'save-torrent' || top.of !== saved.of) return data;
	switch (saved.kind) {
		case 'saving':
			return replaceTop(data, { ...top, stage: 'saving', fault: '' });
		case 'saved':
			return closeTop(data);
		case 'exists':
			return replaceTop(data, { ...top, stage: 'exists' });
		case 'failed':
			return replaceTop(data, { ...top, stage: 'typing', fault: saved.fault });
	}
}

declare module '../surfaces/dialogs.ts' {
	interface DialogKinds {
		'save-torrent': SaveTorrentDialog;
	}
}
