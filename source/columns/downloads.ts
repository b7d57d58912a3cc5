import { shortenMiddle } from '../format/cells.ts';
import { nameOrInfohash } from '../format/download-name.ts';
import { duration } from '../format/duration.ts';
import { sanitize } from '../format/sanitize.ts';
import { ratio } from '../format/share.ts';
import type { Download } from '../protocol/resources/download.ts';
import type { Column } from './column.ts';
import { rankedColumn } from './declare.ts';
import { isComplete } from './download-facts.ts';
import { restTone } from './download-state.ts';
import { amount, count, formatOrDash, nonNegative, share, sortable, sumOf, unknown } from './figures.ts';
import { moreDownloadColumns } from './more-downloads.ts';
import { progressCell, progressPieces } from './progress-cell.ts';
import { barTone, minuteColumn, reason, stateColumn, statusColumn } from './state-columns.ts';

/** Returns the seconds left. An unknown or invalid time sorts last. */
function timeLeft(download: Download): number {
	const { eta, status } = download;
	return status === 'DOWNLOADING' && !isComplete(download)
		? (nonNegative(eta) ?? Number.POSITIVE_INFINITY)
		: Number.POSITIVE_INFINITY;
}

/** Minimum cells of a name beside other columns, where the line has room for them. */
const NAME_CELLS = 34;
/** Maximum share of the line that `NAME_CELLS` takes, and minimum share of the name on long lines. */
const MAX_NAME_SHARE = 0.46;
const MIN_NAME_SHARE = 0.38;
/** Maximum characters of a name. File systems allow fewer. */
const MAX_NAME_LENGTH = 1_000;

function leastNameWidth(total: number): number {
	const cells = Math.min(NAME_CELLS, Math.floor(total * MAX_NAME_SHARE));
	return Math.max(cells, Math.floor(total * MIN_NAME_SHARE));
}

const declared: readonly Column<Download>[] = [
	stateColumn,
	{
		id: 'name',
		title: 'NAME',
		about: 'name of the download',
		// Leaves space for state and progress on the narrowest screen.
		width: 15,
		leastWidth: leastNameWidth,
		grows: true,
		align: 'left',
		dropOrder: 0,
		// The end distinguishes the parts of a series.
		value: (download, width) => shortenMiddle(sanitize(nameOrInfohash(download), MAX_NAME_LENGTH), width),
		sortKey: ({ name, infohash }) => (name === '' ? infohash : name),
	},
	{
		id: 'progress',
		title: 'PROGRESS',
		about: 'part that is complete',
		width: 12,
		wideWidth: 16,
		align: 'right',
		dropOrder: 2,
		value: ({ progress }, width) => progressCell(progress, width),
		data: ({ progress }) => progress,
		pieces: (download, width) =>
			progressPieces(download.progress, width, barTone(download), restTone(download)),
		// An unknown progress is last in ascending order.
		sortKey: ({ progress }) => (progress === undefined ? Number.POSITIVE_INFINITY : share(progress)),
	},
	{
		...rankedColumn('down', 'DOWN/S', 8, 3, ({ speed_down }: Download) => speed_down, amount),
		about: 'received per second',
		tone: ({ speed_down = 0 }) => (speed_down > 0 ? 'down' : 'faint'),
		reason,
	},
	{
		...rankedColumn('up', 'UP/S', 8, 4, ({ speed_up }: Download) => speed_up, amount),
		about: 'sent per second',
		tone: ({ speed_up = 0 }) => (speed_up > 0 ? 'up' : 'faint'),
		// A stalled download may send.
		reason: (download) => ((download.speed_up ?? 0) > 0 ? undefined : reason(download)),
	},
	{
		id: 'eta',
		title: 'ETA',
		about: 'time left',
		width: 7,
		align: 'right',
		dropOrder: 5,
		value: (download) =>
			download.status === 'DOWNLOADING' && !isComplete(download)
				? formatOrDash(download.eta, duration)
				: unknown,
		data: timeLeft,
		tone: (download) => (timeLeft(download) === Number.POSITIVE_INFINITY ? 'faint' : 'normal'),
		reason,
		sortKey: timeLeft,
	},
	{
		...rankedColumn('ratio', 'RATIO', 5, 7, (download: Download) => download.ratio, ratio),
		about: 'sent divided by received',
	},
	{
		id: 'seeds',
		title: 'S/P',
		about: 'seeds and peers known',
		width: 7,
		align: 'right',
		dropOrder: 8,
		value: ({ num_seeds, num_peers }) => `${count(num_seeds)}/${count(num_peers)}`,
		sortKey: ({ num_seeds, num_peers }) => sortable(sumOf(num_seeds, num_peers)),
		greatestFirst: true,
	},
	{ ...rankedColumn('size', 'SIZE', 8, 9, ({ size }: Download) => size, amount), about: 'size of its files' },
	{
		...rankedColumn('hops', 'HOPS', 4, 10, ({ hops }: Download) => hops, count),
		about: 'number of anonymity hops',
	},
];

/** Returns columns whose values without a tone of their own show whether the download rests. */
const withTones = (columns: readonly Column<Download>[]): readonly Column<Download>[] =>
	columns.map((column) => (column.tone || column.pieces ? column : { ...column, tone: restTone }));

/** Default columns of the list of downloads, in screen order. */
export const downloadColumns: readonly Column<Download>[] = withTones(declared);

/** Columns that the user can add. */
const optionalColumns = withTones([minuteColumn, statusColumn, ...moreDownloadColumns]);

/** Every column that the list of downloads can have. */
export const allDownloadColumns: readonly Column<Download>[] = [...downloadColumns, ...optionalColumns];

function choose(...ids: readonly string[]): readonly Column<Download>[] {
	return ids.flatMap((id) => allDownloadColumns.filter((column) => column.id === id));
}

/** Ids of additional columns of a wide window, in order of priority. */
const wideOnly = ['connected', 'added', 'tracker', 'destination'];

/** Default columns of a wide window: those of all windows, then more as far as they fit. */
export const wideDownloadColumns: readonly Column<Download>[] = [
	...downloadColumns
		// The note after a name tells its hops, if it has any.
		.filter(({ id }) => id !== 'hops')
		.flatMap((column) => (column.id === 'size' ? [...choose('minute'), column] : [column])),
	...choose(...wideOnly).map((column, index) => ({ ...column, dropOrder: 11 + index })),
];

/** Columns of downloads for programs. Scripts rely on their order, so new ones follow the last one. */
export const downloadDataColumns: readonly Column<Download>[] = choose(
	'infohash',
	'name',
	'status',
	'progress',
	'size',
	'down',
	'up',
	'eta',
	'ratio',
	'known-seeds',
	'known-peers',
	'hops',
	'added',
	'destination',
	'error',
	'label',
);

/** Columns of a plain table: words, and a name as wide as necessary. A narrow one keeps the status, which has no sign. */
export const downloadTableColumns: readonly Column<Download>[] = choose(
	'name',
	'status',
	'progress',
	'size',
	'down',
	'up',
	'eta',
	'ratio',
	'seeds',
	'hops',
).map(({ leastWidth: _, ...column }) => (column.isStatus ? { ...column, dropOrder: 1 } : column));
