import { emptyLine, type LineEdit, lineText } from '../dialogs/line-edit.ts';
import type { FilesSlice } from '../files/files.ts';
import type { Folder, FolderEntry, LocalTorrent } from './local-files.ts';
import type { Source, WorkingDirectory } from './source.ts';

/** Fields of the dialog, in screen order. */
export const addFields = ['sources', 'destination', 'hops', 'safe-seeding', 'stopped'] as const;
export type AddField = (typeof addFields)[number];

/** Dialog that adds downloads. */
export interface AddDialog {
	readonly kind: 'add';
	/** The one that has the keys. */
	readonly field: AddField;
	/** Line of the focused field; empty if it has none. */
	readonly line: LineEdit;
	/** Lines of the other fields. */
	readonly left: Readonly<Partial<Record<AddField, LineEdit>>>;
	/** Sources that were pasted or browsed, and sources that the typed line names. */
	readonly taken: readonly Source[];
	readonly typed: readonly Source[];
	/** The place of the cursor among taken and typed sources. */
	readonly chosen: number;
	readonly hops: number;
	/** Ignored with hops, which force it on. */
	readonly safeSeeding: boolean;
	/** Each is stopped as soon as it is added: no service adds one that does not begin. */
	readonly stopped: boolean;
	readonly cwd: WorkingDirectory;
	/** Destinations of the downloads there are, the one used most first. */
	readonly inUse: readonly string[];
	/** The place of the suggestion that the cursor is on; -1 for none. */
	readonly suggested: number;
	/**
	 * The line that tab was pressed on: it is completed as soon as its folder is read, or it goes on with several things.
	 * It counts while nothing else was typed.
	 */
	readonly completing: LineEdit | undefined;
}

/** Looks for a .torrent file on the cockpit's machine. */
export interface BrowseDialog {
	readonly kind: 'browse';
	/** Absolute. */
	readonly folder: string;
	/** Lets only names with its words through. */
	readonly line: LineEdit;
	readonly hidden: boolean;
	/** Entries of the folder that match the words, in folder order. */
	readonly found: readonly FolderEntry[];
	/** Visible entries: the parent, exact matches, prefix matches, then the others. */
	readonly view: readonly FolderEntry[];
	readonly chosen: number;
	/** The folder it came up from: the cursor goes on it when the folder above is read. */
	readonly cameFrom: string | undefined;
	/**
	 * Set if it started at a typed path, which the chosen file replaces. 'seeking' until a folder is found: a missing
	 * folder leads to its parent.
	 */
	readonly typed: 'seeking' | 'found' | undefined;
	/** Whether a ~ led here, so that a slash after it does nothing. */
	readonly fromTilde: boolean;
}

/** Which files of a .torrent are wanted: they are chosen in the tree that `choices` has. */
export interface AddFilesDialog {
	readonly kind: 'add-files';
	/** Path of the .torrent file. */
	readonly path: string;
}

/** Data read from the local disk for these dialogs, and the files selected in it. */
export interface AddingSlice {
	/** By path; missing ones are being read. */
	readonly folders: ReadonlyMap<string, Folder>;
	readonly torrents: ReadonlyMap<string, LocalTorrent>;
	/** The trees that were chosen from, by path of the .torrent file; without one all files are wanted. */
	readonly choices: ReadonlyMap<string, FilesSlice>;
	/** Folder of the last browsing. */
	readonly browsed: string | undefined;
}

export const initialAdding: AddingSlice = {
	folders: new Map(),
	torrents: new Map(),
	choices: new Map(),
	browsed: undefined,
};

/** Hops that can be asked for: more than three make no download safer, only slower. */
export const MAX_HOPS = 9;

/** The way up, as the first entry of a folder. */
export const parentEntry: FolderEntry = { name: '..', isFolder: true, lower: '..' };

/** Returns the trimmed text of a field. */
export function fieldText({ field, line, left }: AddDialog, of: AddField): string {
	return lineText(field === of ? line : (left[of] ?? emptyLine)).trim();
}

export function allSources({ taken, typed }: AddDialog): readonly Source[] {
	return typed.length === 0 ? taken : [...taken, ...typed];
}

declare module '../dialogs/dialogs.ts' {
	interface DialogKinds {
		add: AddDialog;
		browse: BrowseDialog;
		'add-files': AddFilesDialog;
	}
}
