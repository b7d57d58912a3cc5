import type { PaneId } from '../../state/core/state.ts';
import { downloadsPane } from './downloads/pane.tsx';
import { eventsPane } from './events/pane.tsx';
import type { Pane } from './pane.ts';

/** All panes, in the order of their tabs. */
export const panes: { readonly [Id in PaneId]: Pane & { readonly id: Id } } = {
	downloads: downloadsPane,
	events: eventsPane,
};
