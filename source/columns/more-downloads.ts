import { oneLine } from '../format/one-line.ts';
import { sanitize } from '../format/sanitize.ts';
import { ratio } from '../format/share.ts';
import type { Download } from '../protocol/resources/download.ts';
import type { Column } from './column.ts';
import { rankedColumn } from './declare.ts';
import { queuePosition } from './download-facts.ts';
import { amount, count, share, sumOf, unknown } from './figures.ts';
import { moment, validMoment } from './moments.ts';
import { trackerHosts } from './tracker-hosts.ts';

type Named = Pick<Column<Download>, 'id' | 'title' | 'about' | 'width'>;

/** Declares a text column, aligned left; rows without a text sort last. */
function text(named: Named, read: (download: Download) => string): Column<Download> {
	return {
		...named,
		align: 'left',
		dropOrder: 10,
		value: (download, width) => oneLine(read(download), width * 4) || unknown,
		sortKey: (download) => read(download) || '\uffff',
	};
}

/** Declares a number column, the greatest first; undefined or below 0 if unknown. */
function numberColumn(
	{ id, title, about, width }: Named,
	read: (download: Download) => number | undefined,
	show: (value: number) => string,
): Column<Download> {
	return { ...rankedColumn(id, title, width, 10, read, show), about };
}

/** Declares a moment column, shortened to its width. */
function momentColumn(
	named: Omit<Named, 'width'>,
	read: (download: Download) => number | undefined,
): Column<Download> {
	return {
		...numberColumn({ ...named, width: 10 }, (download) => validMoment(read(download)), String),
		align: 'left',
		value: (download, width) => moment(read(download)).slice(0, width >= 16 ? width : 10),
	};
}

/** Returns the number of connected seeds and peers; undefined if the service reports neither. */
export const connectedPeers = ({ num_connected_seeds: seeds, num_connected_peers: peers }: Download) =>
	sumOf(seeds, peers);

/** Returns the missing bytes; undefined if size or progress is unknown. */
export const remainingBytes = ({ size, progress }: Download) =>
	size === undefined || progress === undefined
		? undefined
		: Math.max(0, Math.round(size * (1 - share(progress))));

/** Columns of the list of downloads that the user can add. */
export const moreDownloadColumns: readonly Column<Download>[] = [
	numberColumn(
		{ id: 'known-seeds', title: 'SEEDS', about: 'seeds known', width: 5 },
		({ num_seeds }) => num_seeds,
		count,
	),
	numberColumn(
		{ id: 'known-peers', title: 'PEERS', about: 'peers known', width: 5 },
		({ num_peers }) => num_peers,
		count,
	),
	numberColumn(
		{ id: 'connected', title: 'CONN', about: 'seeds and peers connected', width: 5 },
		connectedPeers,
		count,
	),
	momentColumn({ id: 'added', title: 'ADDED', about: 'time it was added' }, ({ time_added }) => time_added),
	momentColumn(
		{ id: 'finished', title: 'FINISHED', about: 'time it was complete' },
		({ time_finished }) => time_finished,
	),
	numberColumn(
		{ id: 'received', title: 'RECEIVED', about: 'received so far', width: 8 },
		({ total_down }) => total_down,
		amount,
	),
	numberColumn(
		{ id: 'sent', title: 'SENT', about: 'sent so far', width: 8 },
		({ total_up }) => total_up,
		amount,
	),
	numberColumn(
		{ id: 'all-ratio', title: 'ALLRATIO', about: 'ratio since it was added', width: 8 },
		({ all_time_ratio }) => all_time_ratio,
		ratio,
	),
	numberColumn(
		{ id: 'all-received', title: 'ALLRECVD', about: 'received since it was added', width: 8 },
		({ all_time_download }) => all_time_download,
		amount,
	),
	numberColumn(
		{ id: 'all-sent', title: 'ALLSENT', about: 'sent since it was added', width: 8 },
		({ all_time_upload }) => all_time_upload,
		amount,
	),
	numberColumn(
		{ id: 'left', title: 'LEFT', about: 'size of the missing data', width: 8 },
		remainingBytes,
		amount,
	),
	numberColumn(
		{ id: 'availability', title: 'AVAIL', about: 'complete copies, here and at peers', width: 5 },
		({ availability }) => availability,
		ratio,
	),
	text({ id: 'tracker', title: 'TRACKER', about: 'names of its trackers', width: 20 }, ({ trackers }) =>
		trackerHosts((trackers ?? []).map(({ url }) => url)).join(' '),
	),
	text(
		{ id: 'destination', title: 'DESTINATION', about: 'folder of its data', width: 24 },
		({ destination }) => destination,
	),
	text({ id: 'label', title: 'LABEL', about: 'its label', width: 12 }, ({ label = '' }) => label),
	text({ id: 'error', title: 'ERROR', about: 'error message', width: 24 }, ({ error }) => error),
	numberColumn(
		{ id: 'down-limit', title: 'DOWNLIM', about: 'limit of received data per second', width: 8 },
		({ max_download_speed }) => max_download_speed,
		amount,
	),
	numberColumn(
		{ id: 'up-limit', title: 'UPLIM', about: 'limit of sent data per second', width: 8 },
		({ max_upload_speed }) => max_upload_speed,
		amount,
	),
	numberColumn(
		{ id: 'pieces', title: 'PIECES', about: 'number of its pieces', width: 6 },
		({ total_pieces }) => total_pieces,
		(pieces) => (pieces > 0 ? count(pieces) : unknown),
	),
	text(
		{ id: 'safe', title: 'SAFE', about: 'whether it is seeded only through hops', width: 4 },
		({ safe_seeding }) => (safe_seeding === undefined ? '' : safe_seeding ? 'yes' : 'no'),
	),
	{
		...numberColumn(
			{ id: 'queue', title: 'QUEUE', about: 'place in the queue', width: 5 },
			queuePosition,
			(place) => count(place + 1),
		),
		// The next in the queue is first. Downloads without a position are last.
		sortKey: (download) => queuePosition(download) ?? Number.POSITIVE_INFINITY,
		greatestFirst: false,
	},
	{
		id: 'infohash',
		title: 'INFOHASH',
		about: 'identifier of the torrent',
		width: 12,
		align: 'left',
		dropOrder: 10,
		value: ({ infohash }) => sanitize(infohash, 64),
		sortKey: ({ infohash }) => infohash,
	},
];
