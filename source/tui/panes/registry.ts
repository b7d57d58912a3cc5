import type { PaneId, State } from '../../state/core/state.ts';
import { downloadsPane } from './downloads/pane.tsx';
import { eventsPane } from './events/pane.tsx';
import type { Pane } from './pane.ts';

/** All panes, in the order of their tabs. */
export const panes: { readonly [Id in PaneId]: Pane & { readonly id: Id } } = {
	downloads: downloadsPane,
	events: eventsPane,
};

/** Returns the declaration of the current pane. */
export function currentPane({ pane }: Pick<State, 'pane'>): Pane {
	return panes[pane];
}

/** The pane that shows the journal. */
export const journalPane: Pane | undefined = Object.values<Pane>(panes).find(
	({ showsJournal }) => showsJournal,
);
