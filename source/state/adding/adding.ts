import type { FilesSlice } from '../files/files.ts';
import { emptyLine, type LineEdit, lineText } from '../surfaces/line-edit.ts';
import type { Folder, FolderEntry, LocalTorrent, TorrentSize } from './local-files.ts';
import type { Source, WorkingDirectory } from './source.ts';

/** Fields of the dialog, in screen order. */
export const addFields = ['sources', 'destination', 'hops', 'safe-seeding', 'use-files', 'stopped'] as const;
export type AddField = (typeof addFields)[number];

/** Dialog that adds downloads. */
export interface AddDialog {
	readonly kind: 'add';
	/** The focused field. */
	readonly field: AddField;
	/** Line of the focused field; empty if it has none. */
	readonly line: LineEdit;
	/** Lines of the other fields. */
	readonly otherLines: Readonly<Partial<Record<AddField, LineEdit>>>;
	/** Sources that were pasted or browsed, and those in the typed line. */
	readonly addedSources: readonly Source[];
	readonly typed: readonly Source[];
	/** Index of the cursor among taken and typed sources. */
	readonly chosen: number;
	readonly hops: number;
	/** Ignored with hops, which force it on. */
	readonly safeSeeding: boolean;
	/** Whether existing files are used, and replaced where they differ. Only our own service knows it. */
	readonly usesFiles: boolean;
	/** Whether each download is stopped after it was added. No service adds stopped ones. */
	readonly stopped: boolean;
	readonly cwd: WorkingDirectory;
	/** Destinations of existing downloads, the most used first. */
	readonly usedDestinations: readonly string[];
	/** Index of the suggestion under the cursor; -1 for none. */
	readonly suggestionIndex: number;
	/**
	 * The line on which Tab was pressed. It waits for its folder, or has several continuations. Ignored once the line
	 * has changed.
	 */
	readonly pendingCompletion: LineEdit | undefined;
}

/** Browses for a .torrent file on the cockpit's machine. */
export interface BrowseDialog {
	readonly kind: 'browse';
	/** Absolute path. */
	readonly folder: string;
	/** Filter: names contain its words. */
	readonly line: LineEdit;
	readonly hidden: boolean;
	/** Entries of the folder that match the words, in folder order. */
	readonly found: readonly FolderEntry[];
	/** Visible entries: the parent, exact matches, prefix matches, then the others. */
	readonly view: readonly FolderEntry[];
	readonly chosen: number;
	/** Whether the cursor was moved since the last edit. Space then selects in place of typing. */
	readonly isMoved: boolean;
	/** Name of the folder that was left upwards. The cursor moves to it when the parent is read. */
	readonly childFolder: string | undefined;
	/**
	 * Set if it started at a typed path, which the chosen file replaces. 'seeking' until a folder is found: a missing
	 * folder leads to its parent.
	 */
	readonly typed: 'seeking' | 'found' | undefined;
	/** Whether a ~ led here, so that a slash after it does nothing. */
	readonly fromTilde: boolean;
}

/** Selects files of a .torrent in its tree in `AddingSlice.choices`. */
interface AddFilesDialog {
	readonly kind: 'add-files';
	/** Path of the .torrent file. */
	readonly path: string;
}

/** Data read from the local disk for these dialogs, and the files selected in it. */
export interface AddingSlice {
	/** By path; missing ones are being read. */
	readonly folders: ReadonlyMap<string, Folder>;
	readonly torrents: ReadonlyMap<string, LocalTorrent>;
	/** Sizes of the .torrent files in the browsed folder, by path. */
	readonly sizes: ReadonlyMap<string, TorrentSize>;
	/** Trees with a selection, by path of the .torrent file. Without one, all files are selected. */
	readonly choices: ReadonlyMap<string, FilesSlice>;
	/** Folder of the last browsing. */
	readonly browsed: string | undefined;
}

export const initialAdding: AddingSlice = {
	folders: new Map(),
	torrents: new Map(),
	sizes: new Map(),
	choices: new Map(),
	browsed: undefined,
};

/** Maximum hops of a request. More than three only make a download slower. */
export const MAX_HOPS = 9;

/** The parent folder, as the first entry of a folder. */
export const parentEntry: FolderEntry = { name: '..', isFolder: true, lower: '..' };

/** Returns the trimmed text of a field. */
export function fieldText({ field, line, otherLines }: AddDialog, of: AddField): string {
	return lineText(field === of ? line : (otherLines[of] ?? emptyLine)).trim();
}

declare module '../surfaces/dialogs.ts' {
	interface DialogKinds {
		add: AddDialog;
		browse: BrowseDialog;
		'add-files': AddFilesDialog;
	}
}
