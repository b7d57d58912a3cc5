import { nameOrInfohash } from '../format/download-name.ts';
import { duration } from '../format/duration.ts';
import { sanitize } from '../format/sanitize.ts';
import { ratio } from '../format/share.ts';
import type { Download } from '../protocol/resources/download.ts';
import type { Column, Tone } from './column.ts';
import { isComplete } from './download-facts.ts';
import { amount, count, formatOrDash, nonNegative, share, sortable, unknown } from './figures.ts';
import { moreDownloadColumns } from './more-downloads.ts';
import { progressCell } from './progress-cell.ts';

/** A map, because an object has a 'constructor', and the status is untrusted. */
const tones: ReadonlyMap<string, Tone> = new Map<string, Tone>([
	['DOWNLOADING', 'busy'],
	['METADATA', 'busy'],
	['HASHCHECKING', 'busy'],
	['WAITING4HASHCHECK', 'busy'],
	['ALLOCATING_DISKSPACE', 'busy'],
	['CIRCUITS', 'busy'],
	['SEEDING', 'good'],
	['STOPPED', 'faint'],
	['STOPPED_ON_ERROR', 'bad'],
]);

/** Returns the seconds left. An unknown or invalid time sorts last. */
function timeLeft(download: Download): number {
	const { eta, status } = download;
	return status === 'DOWNLOADING' && !isComplete(download)
		? (nonNegative(eta) ?? Number.POSITIVE_INFINITY)
		: Number.POSITIVE_INFINITY;
}

/** Default columns of the list of downloads, in screen order. */
export const downloadColumns: readonly Column<Download>[] = [
	{
		id: 'name',
		title: 'NAME',
		about: 'name of the download',
		// Leaves space for status and progress on the narrowest screen.
		width: 15,
		grows: true,
		align: 'left',
		dropOrder: 0,
		value: (download, width) => sanitize(nameOrInfohash(download), width * 4),
		sortKey: ({ name, infohash }) => (name === '' ? infohash : name),
	},
	{
		id: 'status',
		title: 'STATUS',
		about: 'current status',
		isStatus: true,
		width: 12,
		wideWidth: 17,
		align: 'left',
		dropOrder: 1,
		value: ({ status }) => sanitize(status, 40),
		tone: ({ status, error }) => (error === '' ? (tones.get(status) ?? 'normal') : 'bad'),
		sortKey: ({ status }) => status,
	},
	{
		id: 'progress',
		title: 'PROGRESS',
		about: 'part that is complete',
		width: 11,
		wideWidth: 16,
		align: 'left',
		dropOrder: 2,
		value: ({ progress }, width) => progressCell(progress, width),
		tone: (download) => (isComplete(download) ? 'good' : 'busy'),
		// An unknown progress is last in ascending order.
		sortKey: ({ progress }) => (progress === undefined ? Number.POSITIVE_INFINITY : share(progress)),
	},
	{
		id: 'size',
		title: 'SIZE',
		about: 'size of its files',
		width: 8,
		align: 'right',
		dropOrder: 5,
		value: ({ size }) => amount(size),
		sortKey: ({ size }) => sortable(size),
		greatestFirst: true,
	},
	{
		id: 'down',
		title: 'DOWN/S',
		about: 'received per second',
		width: 8,
		align: 'right',
		dropOrder: 3,
		value: ({ speed_down }) => amount(speed_down),
		tone: ({ speed_down = 0 }) => (speed_down > 0 ? 'busy' : 'faint'),
		sortKey: ({ speed_down }) => sortable(speed_down),
		greatestFirst: true,
	},
	{
		id: 'up',
		title: 'UP/S',
		about: 'sent per second',
		width: 8,
		align: 'right',
		dropOrder: 4,
		value: ({ speed_up }) => amount(speed_up),
		tone: ({ speed_up = 0 }) => (speed_up > 0 ? 'good' : 'faint'),
		sortKey: ({ speed_up }) => sortable(speed_up),
		greatestFirst: true,
	},
	{
		id: 'eta',
		title: 'ETA',
		about: 'time left',
		width: 7,
		align: 'right',
		dropOrder: 6,
		value: (download) =>
			download.status === 'DOWNLOADING' && !isComplete(download)
				? formatOrDash(download.eta, duration)
				: unknown,
		sortKey: timeLeft,
	},
	{
		id: 'ratio',
		title: 'RATIO',
		about: 'sent divided by received',
		width: 5,
		align: 'right',
		dropOrder: 8,
		value: (download) => formatOrDash(download.ratio, ratio),
		sortKey: (download) => sortable(download.ratio),
		greatestFirst: true,
	},
	{
		id: 'seeds',
		title: 'S/P',
		about: 'seeds and peers known',
		width: 7,
		align: 'right',
		dropOrder: 7,
		value: ({ num_seeds, num_peers }) => `${count(num_seeds)}/${count(num_peers)}`,
		sortKey: ({ num_seeds, num_peers }) =>
			nonNegative(num_seeds) === undefined && nonNegative(num_peers) === undefined
				? Number.NEGATIVE_INFINITY
				: (nonNegative(num_seeds) ?? 0) + (nonNegative(num_peers) ?? 0),
		greatestFirst: true,
	},
	{
		id: 'hops',
		title: 'HOPS',
		about: 'number of anonymity hops',
		width: 4,
		align: 'right',
		dropOrder: 9,
		value: ({ hops }) => count(hops),
		sortKey: ({ hops }) => sortable(hops),
		greatestFirst: true,
	},
];

/** Ids of additional columns of a wide window, in order of priority. */
const wideOnly = ['connected', 'added', 'tracker', 'destination'];

/** Default columns of a wide window: those of all windows, then more as far as they fit. */
export const wideDownloadColumns: readonly Column<Download>[] = [
	...downloadColumns,
	...wideOnly.flatMap((id, index) =>
		moreDownloadColumns
			.filter((column) => column.id === id)
			.map((column) => ({ ...column, dropOrder: 10 + index })),
	),
];

/** Every column that the list of downloads can have. */
export const allDownloadColumns: readonly Column<Download>[] = [...downloadColumns, ...moreDownloadColumns];
