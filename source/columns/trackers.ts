import type { Tracker } from '../protocol/resources/tracker.ts';
import type { Column, Tone } from './column.ts';
import { growingColumn, numberColumn, textColumn } from './declare.ts';

/** A map, not an object: an object knows a 'constructor' too, and what a status is called services say. */
const tones: ReadonlyMap<string, Tone> = new Map<string, Tone>([
	['Working', 'good'],
	['Not working', 'bad'],
	['Not contacted yet', 'faint'],
	['Disabled', 'faint'],
]);

/** Services say -1 for what they do not know. */
const known = (count: number | undefined) => (count === undefined || count < 0 ? '–' : String(count));

/** The columns of the list of trackers. */
export const trackerColumns: readonly Column<Tracker>[] = [
	growingColumn('url', 'URL', 24, ({ url }) => url),
	{
		...textColumn('status', 'STATUS', 17, 1, ({ status }) => status),
		tone: ({ status, error }) => (error ? 'bad' : (tones.get(status) ?? 'normal')),
	},
	numberColumn('peers', 'PEERS', 6, 2, ({ peers }) => known(peers)),
	numberColumn('seeds', 'SEEDS', 6, 4, ({ seeds }) => known(seeds)),
	numberColumn('leeches', 'LEECHES', 7, 5, ({ leeches }) => known(leeches)),
	{ ...textColumn('error', 'LAST ERROR', 24, 3, ({ error }) => error || '–'), roomy: 40 },
];
