import type { PaneId, State } from '../../state/core/state.ts';
import { channelsPane } from './channels/pane.ts';
import { debugPane } from './debug/pane.ts';
import { downloadsPane } from './downloads/pane.tsx';
import { eventsPane } from './events/pane.tsx';
import { marketPane } from './market/pane.ts';
import type { Pane } from './pane.ts';
import { servicesPane } from './services/pane.tsx';

/** All panes, in the order of their tabs. */
export const panes: { readonly [Id in PaneId]: Pane & { readonly id: Id } } = {
	downloads: downloadsPane,
	events: eventsPane,
	debug: debugPane,
	market: marketPane,
	channels: channelsPane,
	services: servicesPane,
};

/** Returns the declaration of the current pane, with the content of its visible section. */
export function currentPane(state: State): Pane {
	const pane: Pane = panes[state.pane];
	return pane.sections?.current(state) ?? pane;
}

/** The pane that shows the journal. */
export const journalPane: Pane | undefined = Object.values<Pane>(panes).find(
	({ showsJournal }) => showsJournal,
);
