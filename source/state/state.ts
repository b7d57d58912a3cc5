import { type Connection, initialConnection } from './connection.ts';
import { type DetailsSlice, initialDetails } from './details/details.ts';
import { type DeviationsSlice, initialDeviations } from './deviations.ts';
import type { Dialog } from './dialogs.ts';
import { type DownloadsSlice, initialDownloads } from './downloads.ts';
import { initialJournal, type Journal } from './journal.ts';

export const paneIds = ['downloads', 'events'] as const;
export type PaneId = (typeof paneIds)[number];

/** The one application state of the cockpit. Panes read it and hold nothing of their own. */
export interface State {
	readonly connection: Connection;
	readonly downloads: DownloadsSlice;
	readonly journal: Journal;
	/** Where answers of the service were not what the interface says. */
	readonly deviations: DeviationsSlice;
	readonly pane: PaneId;
	readonly details: DetailsSlice;
	/** The last one is on top. */
	readonly dialogs: readonly Dialog[];
	/** Orders to the service that it has not answered yet. */
	readonly pendingWrites: number;
	/** Milliseconds since 1970, at most a second old: what ages on the screen are counted from. */
	readonly now: number;
}

export function initialState(url: string, source: string, now: number): State {
	return {
		connection: initialConnection(url, source),
		downloads: initialDownloads,
		journal: initialJournal,
		deviations: initialDeviations,
		pane: 'downloads',
		details: initialDetails,
		dialogs: [],
		pendingWrites: 0,
		now,
	};
}
