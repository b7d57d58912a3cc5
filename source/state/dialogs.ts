import type { AddDialog, AddFilesDialog, BrowseDialog } from './adding/adding.ts';
import type { ConfirmDialog, FailuresDialog, HopsDialog, LimitsDialog } from './change-dialogs.ts';
import type { FilesFilterDialog, FilesPatternDialog } from './files/dialogs.ts';
import type { EntryDialog, EventsFilterDialog } from './journal-dialogs.ts';
import type { LineEdit } from './line-edit.ts';
import type { SaveTorrentDialog } from './save-torrent-dialog.ts';
import type { StreamDialog } from './stream-dialog.ts';
import type { ViewDialog } from './view/dialogs.ts';
import type { Recall } from './view/earlier.ts';

/** A download that a question is about, as it was when it was asked. */
export interface Subject {
	readonly infohash: string;
	readonly name: string;
	/** Bytes on the disk, as far as is known; and how many it has when it is complete. */
	readonly bytes: number;
	readonly size: number;
	readonly ratio: number;
	readonly status: string;
	/** The folder that its data lie in; empty where the service does not say. */
	readonly destination: string;
}

/** What lies over the panes, the last one on top. The top one has all keys. */
export type Dialog =
	| { readonly kind: 'help'; readonly scroll: number }
	| AddDialog
	| BrowseDialog
	| AddFilesDialog
	/** `hidden`: how many of them the filter hides. `scroll`: the first that shows of a list of them. */
	| {
			readonly kind: 'remove';
			readonly subjects: readonly Subject[];
			readonly hidden?: number;
			readonly scroll?: number;
	  }
	/** Asks again before data are deleted. */
	| { readonly kind: 'delete-data'; readonly subjects: readonly Subject[]; readonly hidden?: number }
	| ConfirmDialog
	| HopsDialog
	| LimitsDialog
	| FailuresDialog
	| SaveTorrentDialog
	| StreamDialog
	| EntryDialog
	| FilesFilterDialog
	| FilesPatternDialog
	| EventsFilterDialog
	| ViewDialog
	/** Finds a command by its title; `chosen` is the place of the one to run among those found. */
	| { readonly kind: 'palette'; readonly line: LineEdit; readonly chosen: number }
	/**
	 * The filter being typed holds at once; `before` is what giving it up leads back to, `chosen` the completion that
	 * would be taken (the first, where it is left out). The cursor goes back to the row `anchor` whenever the filter
	 * shows it; when it is not where it was `placed`, the user has moved it. `recall`: the way back through earlier ones.
	 */
	| {
			readonly kind: 'filter';
			readonly line: LineEdit;
			readonly before: FilterBefore;
			readonly chosen?: number;
			readonly anchor?: string | undefined;
			readonly placed?: string | undefined;
			readonly recall?: Recall;
	  };

/** A list as it was before its filter was changed. */
export interface FilterBefore {
	readonly filter: string;
	readonly cursor: string | undefined;
}

export type DialogKind = Dialog['kind'];
