import type { PaneId, State } from '../../state/state.ts';
import { downloadsText } from './downloads-text.ts';
import { eventsText } from './events-text.ts';

/** Something that may be told: `id` changes when it is worth telling again. */
export interface Telling {
	readonly id: string;
	/** Sanitised. */
	readonly lines: () => readonly string[];
}

/** The row that the keys are on. */
export interface SpokenRow extends Telling {
	/** What of it is told when it changes while the cursor stays: '' for nothing. */
	readonly condition: string;
}

/** What a pane is in words. It is asked often and must be quick until `lines` is called. */
export interface PaneText {
	/** What is in the pane as a whole: told when it is shown, and when that changes. */
	readonly situation: (state: State) => Telling;
	/** How its rows are shown (order, filter, marks), by name: told when it changes. The id '' is for what is usual. */
	readonly view: (state: State) => Readonly<Record<string, Telling>>;
	/** Told when it is another one. */
	readonly row: (state: State) => SpokenRow | undefined;
}

/** Every pane in words: one that is new does not compile until it is here. */
export const paneTexts: Readonly<Record<PaneId, PaneText>> = {
	downloads: downloadsText,
	events: eventsText,
};
