/**
 * Data of each pane; undefined for panes that show slices of the state. A pane adds its type beside its declaration:
 * `declare module '…/state/surfaces/panes.ts' { interface PaneSlices { notes: NotesSlice } }`. The registry of panes does
 * not compile until it lists the pane.
 */
export interface PaneSlices {
	downloads: undefined;
	events: undefined;
	debug: undefined;
	market: undefined;
	channels: undefined;
	services: undefined;
}

export type PaneId = keyof PaneSlices;
