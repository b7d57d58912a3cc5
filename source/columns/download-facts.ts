import { bytes, rate } from '../format/bytes.ts';
import { nameOrInfohash } from '../format/download-name.ts';
import { duration } from '../format/duration.ts';
import { ownLimitText } from '../format/own-limit.ts';
import { pieceLength } from '../format/piece-map.ts';
import { sanitize } from '../format/sanitize.ts';
import { percent, ratio } from '../format/share.ts';
import type { Download } from '../protocol/resources/download.ts';
import type { Facts } from './facts.ts';
import { count, decimal, formatOrDash, nonNegative, unknown } from './figures.ts';
import { moment } from './moments.ts';

/** Returns all facts of a download in the list, with units. Values may be untrusted and of several lines. */
export function downloadFacts(download: Download): Facts {
	const { progress, status, error } = download;
	return [
		['name', nameOrInfohash(download)],
		...optionalFact('torrent name', download.torrent_name),
		['status', `${status}${queueText(download)}`],
		...(error === '' ? [] : [['error', error] as const]),
		...optionalFact('waits for', download.waits_for),
		...optionalFact('stopped', download.stopped_reason),
		...optionalFact('label', download.label),
		...optionalFact('order', download.sequential ? 'sequential' : undefined),
		['progress', `${formatOrDash(progress, percent)} of ${sizeOf(download)}`],
		['received', transferText(download.total_down, download.all_time_download)],
		['sent', `${transferText(download.total_up, download.all_time_upload)}, ratio ${ratioText(download)}`],
		['down', rateText(download.speed_down, download.max_download_speed, download.label)],
		['up', rateText(download.speed_up, download.max_upload_speed, download.label)],
		[
			'time left',
			status === 'DOWNLOADING' && !isComplete(download) ? formatOrDash(download.eta, duration) : unknown,
		],
		['seeds', swarmText(download.num_seeds, download.num_connected_seeds)],
		['peers', swarmText(download.num_peers, download.num_connected_peers)],
		[
			'availability',
			formatOrDash(download.availability, (copies) => `${ratio(copies)} complete copies, here and at peers`),
		],
		['pieces', piecesOf(download)],
		['hops', anonymityOf(download)],
		['destination', download.destination],
		...optionalFact('moving to', download.moving_to),
		...optionalFact('move failed', download.move_error),
		...optionalFact('moves to', download.completed_dir),
		['added', formatOrDash(download.time_added, moment)],
		...optionalFact('finished', download.time_finished ? moment(download.time_finished) : undefined),
		...optionalFact('streaming', streamingOf(download)),
		...optionalFact('managed', managementOf(download)),
		['infohash', download.infohash],
		...(download.trackers ?? []).map(
			({ url, status: state, peers, error }) =>
				[
					'tracker',
					`${sanitize(url, 300)}: ${sanitize(state, 100)}${nonNegative(peers) === undefined ? '' : `, ${count(peers)} peers`}${error ? `; ${error}` : ''}`,
				] as const,
		),
	];
}

/** Returns whether the progress is complete; false if unknown. */
export function isComplete({ progress }: Pick<Download, 'progress'>): boolean {
	return progress !== undefined && progress >= 1;
}

/** Returns the size. Without metadata it is 0, which means unknown. */
function sizeOf({ size, progress }: Download): string {
	return size !== undefined && (size > 0 || isComplete({ progress })) ? bytes(size) : 'an unknown size';
}

/** Returns a fact, or none if the service omits its value. */
function optionalFact(name: string, value: string | undefined): Facts {
	return value === undefined || value === '' ? [] : [[name, value]];
}

function queueText(download: Download): string {
	const place = download.status === 'QUEUED' ? queuePosition(download) : undefined;
	return place === undefined ? '' : `, number ${count(place + 1)} in the queue`;
}

/** Returns the queue position, from 0; undefined if the service does not manage the download. */
export function queuePosition({ queue_position, auto_managed }: Download): number | undefined {
	return auto_managed === false ? undefined : nonNegative(queue_position);
}

/** Returns bytes, and the total since the download was added, if the service reports it and it differs. */
export function transferText(now: number | undefined, all: number | undefined): string {
	return `${formatOrDash(now, bytes)}${all === undefined || all === now ? '' : `, total ${bytes(all)}`}`;
}

/** Returns the ratios. Omits `seeding_ratio`: its effect depends on a mode that no service reports. */
export function ratioText({ ratio: now, all_time_ratio: all }: Download): string {
	return `${formatOrDash(now, ratio)}${all === undefined || all === now ? '' : `, total ${ratio(all)}`}`;
}

function rateText(current: number | undefined, limit: number | undefined, label = ''): string {
	const limited = limit === undefined ? 'unknown' : ownLimitText(limit, label);
	return `${formatOrDash(current, rate)}, limit ${limited}`;
}

function swarmText(all: number | undefined, connected: number | undefined): string {
	return connected === undefined ? count(all) : `${count(all)}, connected ${count(connected)}`;
}

/** Returns '784 of 1.0 MiB', with 'about' before an estimated length. */
function piecesOf({ size, total_pieces: total }: Download): string {
	const length = pieceLength(size, total);
	if (!length || total === undefined) return formatOrDash(total, decimal);
	return `${decimal(total)} of ${length.exact ? '' : 'about '}${bytes(length.bytes)}`;
}

function anonymityOf({ hops, anon_download, safe_seeding }: Download): string {
	const anonymous = anon_download && hops === 0 ? ', anonymous' : '';
	return `${formatOrDash(hops, count)}${anonymous}${safe_seeding ? ', safe seeding' : ''}`;
}

function streamingOf({
	streamable,
	vod_mode,
	vod_prebuffering_progress: buffered,
}: Download): string | undefined {
	if (vod_mode) return buffered === undefined ? 'now' : `now, ${percent(buffered)} buffered`;
	return streamable === undefined ? undefined : streamable ? 'possible' : 'nothing to stream';
}

function managementOf({ auto_managed, user_stopped }: Download): string | undefined {
	if (user_stopped) return 'stopped by you';
	return auto_managed === undefined ? undefined : auto_managed ? 'by the service' : 'by you';
}
