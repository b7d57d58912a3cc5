import type { Tracker } from '../protocol/resources/tracker.ts';
import type { Column } from './column.ts';
import { growingColumn, numberColumn, textColumn } from './declare.ts';

/** The columns of the list of trackers. */
export const trackerColumns: readonly Column<Tracker>[] = [
	growingColumn('url', 'URL', 24, ({ url }) => url),
	textColumn('status', 'STATUS', 18, 1, ({ status, error }) => error || status),
	numberColumn('peers', 'PEERS', 6, 2, ({ peers }) => (peers < 0 ? '–' : String(peers))),
];
