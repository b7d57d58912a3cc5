import type { PaneId, State } from '../../state/core/state.ts';
import { channelsPane } from '../panes/channels/pane.ts';
import { debugPane } from '../panes/debug/pane.ts';
import { downloadsPane } from '../panes/downloads/pane.tsx';
import { eventsPane } from '../panes/events/pane.tsx';
import { marketPane } from '../panes/market/pane.ts';
import { servicesPane } from '../panes/services/pane.tsx';
import type { Pane } from '../surfaces/pane.ts';

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
