import { type AddingSlice, initialAdding } from '../adding/adding.ts';
import { type BatchSlice, noBatches } from '../batch/batch.ts';
import { noOptimisticChanges, type OptimisticSlice } from '../batch/optimistic.ts';
import { emptyUndoStack, type UndoStack } from '../batch/undo-stack.ts';
import type { Undoable } from '../batch/undoable.ts';
import { type Connection, initialConnection } from '../connection/connection.ts';
import { initialSchemaMismatches, type SchemaMismatchSlice } from '../connection/schema-mismatches.ts';
import { type DetailsSlice, initialDetails } from '../details/details.ts';
import type { Dialog } from '../dialogs/dialogs.ts';
import { type DownloadsSlice, initialDownloads } from '../downloads/downloads.ts';
import { type HistorySlice, initialHistory } from '../downloads/rate-history.ts';
import { initialJournal, type Journal } from '../events/journal.ts';
import { initialView, type ViewSlice } from '../view/view.ts';
import type { PaneId, PaneSlices } from './panes.ts';
import { noSections, type Sections } from './sections.ts';

export type { PaneId } from './panes.ts';

/** The one application state of the cockpit. Panes read it and hold nothing of their own. */
export interface State {
	readonly connection: Connection;
	readonly downloads: DownloadsSlice;
	/** View settings, kept for the next start. */
	readonly view: ViewSlice;
	readonly journal: Journal;
	/** The newest entry of the journal that showed when the events pane was left. */
	readonly alertsSeen: number;
	/** Rates of the last minutes, in total and by download. */
	readonly history: HistorySlice;
	/** Answers of the service that did not match the interface. */
	readonly schemaMismatches: SchemaMismatchSlice;
	readonly pane: PaneId;
	/** Data of panes; absent until the pane changes it. */
	readonly panes: { readonly [Id in PaneId]?: PaneSlices[Id] };
	/** Sections of panes: the visible ones, and their data. */
	readonly sections: Sections;
	readonly details: DetailsSlice;
	/** Data that adding downloads has read from the local disk. */
	readonly adding: AddingSlice;
	/** The last one is on top. */
	readonly dialogs: readonly Dialog[];
	/** Number of requests without an answer yet. */
	readonly pendingWrites: number;
	/** Running batches and their failures. */
	readonly batches: BatchSlice;
	/** Changes that were asked for and that the service does not show yet. */
	readonly optimistic: OptimisticSlice;
	/** Changes of downloads to undo and redo. */
	readonly undo: UndoStack<Undoable>;
	/** Ids of the commands that were last chosen by their titles, the newest first. */
	readonly recent: readonly string[];
	/** The command line of the player that files are handed to; empty without one. */
	readonly player: string;
	/** Milliseconds since 1970, at most a second old: what ages on the screen are counted from. */
	readonly now: number;
}

export function initialState(url: string, source: string, now: number): State {
	return {
		connection: initialConnection(url, source),
		downloads: initialDownloads,
		view: initialView,
		journal: initialJournal,
		alertsSeen: 0,
		history: initialHistory,
		schemaMismatches: initialSchemaMismatches,
		pane: 'downloads',
		panes: {},
		sections: noSections,
		details: initialDetails,
		adding: initialAdding,
		dialogs: [],
		pendingWrites: 0,
		batches: noBatches,
		optimistic: noOptimisticChanges,
		undo: emptyUndoStack,
		recent: [],
		player: '',
		now,
	};
}
