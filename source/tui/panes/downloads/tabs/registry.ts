import type { TabId } from '../../../../state/surfaces/tabs.ts';
import { filesTab } from './files/tab.tsx';
import { healthTab } from './health/tab.tsx';
import { overviewTab } from './overview/tab.tsx';
import { peersTab } from './peers/tab.tsx';
import { piecesTab } from './pieces/tab.tsx';
import type { Tab } from './tab.ts';
import { trackersTab } from './trackers/tab.tsx';

/** All tabs, in their order. */
export const tabs: { readonly [Id in TabId]: Tab & { readonly id: Id } } = {
	overview: overviewTab,
	files: filesTab,
	peers: peersTab,
	trackers: trackersTab,
	pieces: piecesTab,
	health: healthTab,
};
