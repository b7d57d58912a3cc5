import type { Download } from '../protocol/resources/download.ts';
import type { Tracker } from '../protocol/resources/tracker.ts';
import type { Column, Tone } from './column.ts';
import { growingColumn, quantityColumn, textColumn } from './declare.ts';

/** A map, because an object has a 'constructor', and the status is untrusted. */
const tones: ReadonlyMap<string, Tone> = new Map<string, Tone>([
	['Working', 'good'],
	['Not working', 'bad'],
	['Not contacted yet', 'faint'],
	['Disabled', 'faint'],
]);

export const noTrackersText = {
	unlisted: 'The service does not list its trackers.',
	stopped: 'Its trackers are not known while it is stopped.',
	none: 'It has no trackers.',
} as const;

/** Returns why a download has no rows of trackers. Some services list none while a download is stopped. */
export function noTrackers({ status, trackers }: Pick<Download, 'status' | 'trackers'>): string {
	if (!trackers) return noTrackersText.unlisted;
	return status.startsWith('STOPPED') ? noTrackersText.stopped : noTrackersText.none;
}

/** The columns of the list of trackers. */
export const trackerColumns: readonly Column<Tracker>[] = [
	growingColumn('url', 'URL', 24, ({ url }) => url),
	{
		...textColumn('status', 'STATUS', 17, 1, ({ status }) => status),
		isStatus: true,
		tone: ({ status, error }) => (error ? 'bad' : (tones.get(status) ?? 'normal')),
	},
	quantityColumn('peers', 'PEERS', 6, 2, ({ peers }) => peers),
	quantityColumn('seeds', 'SEEDS', 6, 4, ({ seeds }) => seeds),
	quantityColumn('leeches', 'LEECHES', 7, 5, ({ leeches }) => leeches),
	{ ...textColumn('error', 'LAST ERROR', 24, 3, ({ error }) => error || '–'), wideWidth: 40 },
];
