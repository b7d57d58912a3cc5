import { oneLine } from '../format/one-line.ts';
import type { Download } from '../protocol/resources/download.ts';
import type { Tone } from './column.ts';
import { isComplete } from './download-facts.ts';
import { trackerHost } from './tracker-hosts.ts';

/** States of downloads in the order of their sort. Every download has exactly one. */
export const downloadStates = [
	'error',
	'downloading',
	'stalled',
	'metadata',
	'checking',
	'waiting',
	'seeding',
	'stopped',
] as const;
export type DownloadState = (typeof downloadStates)[number];

/** How a state is shown. The sign alone is sufficient, without color. */
interface StateDisplay {
	readonly sign: string;
	readonly about: string;
	readonly tone: Tone;
}

export const stateDisplays: Readonly<Record<DownloadState, StateDisplay>> = {
	error: { sign: '✗', about: 'an error', tone: 'bad' },
	downloading: { sign: '▼', about: 'data arrives, or the last pieces are written', tone: 'down' },
	stalled: { sign: '◌', about: 'incomplete and running, but no data arrives', tone: 'stalled' },
	metadata: { sign: '…', about: 'fetches the metadata from peers', tone: 'down' },
	checking: { sign: '⟳', about: 'the data is being checked', tone: 'busy' },
	waiting: { sign: '…', about: 'waits for a check, for space, for its hops or in the queue', tone: 'normal' },
	seeding: { sign: '▲', about: 'complete and shared', tone: 'up' },
	stopped: { sign: '‖', about: 'stopped by you', tone: 'idle' },
};

/** A map, because an object has a 'constructor', and the status is untrusted. */
const states: ReadonlyMap<string, DownloadState> = new Map<string, DownloadState>([
	['DOWNLOADING', 'downloading'],
	['METADATA', 'metadata'],
	['HASHCHECKING', 'checking'],
	['SEEDING', 'seeding'],
	['STOPPED', 'stopped'],
	['STOPPED_ON_ERROR', 'error'],
]);

/** Returns the state of a download. An unknown status is one that waits. */
export function stateOf(download: Download): DownloadState {
	if (download.error !== '') return 'error';
	const state = states.get(download.status) ?? 'waiting';
	return isStalled(download) === true ? 'stalled' : state;
}

/** Whether the status in the words of the service says more than the state. */
export function hasOwnStatus(download: Download): boolean {
	const state = stateOf(download);
	const usual = states.get(download.status);
	return usual !== state && !(state === 'stalled' && usual === 'downloading');
}

/** Whether a download wants data and gets none; undefined if the service does not report its rate. */
export function isStalled(download: Download): boolean | undefined {
	const { status, speed_down: rate, error } = download;
	const wantsData = status === 'METADATA' || (status === 'DOWNLOADING' && !isComplete(download));
	if (error !== '' || !wantsData) return false;
	return rate === undefined ? undefined : !(rate > 0);
}

/** Whether data moves. */
function isMoving({ speed_down: down = 0, speed_up: up = 0 }: Download): boolean {
	return down > 0 || up > 0;
}

/** Returns the sort key of the state: errors, activity, then seeds without peers, and stopped downloads last. */
export function stateRank(download: Download): number {
	const state = stateOf(download);
	const isIdleSeed = state === 'seeding' && !isMoving(download);
	return downloadStates.indexOf(state) + (isIdleSeed ? 0.5 : 0);
}

/** Returns the tone of values without a meaning of their own: nothing happens in idle rows. */
export function restTone(download: Download): Tone {
	const { status } = download;
	const rests = status === 'SEEDING' || status === 'STOPPED';
	return rests && download.error === '' && !isMoving(download) ? 'idle' : 'normal';
}

/** Texts in place of the rates of a download. */
export const reasonText = {
	noSpace: 'no space left',
	denied: 'permission denied',
	readOnly: 'read-only disk',
	missing: 'file missing',
	noPeers: 'no peers',
	noSeeds: 'no seeds',
	tracker: (reason: string) => `tracker: ${reason}`,
} as const;

/** Short texts of errors that services report in many words. */
const shortErrors: readonly (readonly [RegExp, string])[] = [
	[/no space|enospc|disk (is )?full|quota/i, reasonText.noSpace],
	[/permission|eacces|eperm/i, reasonText.denied],
	[/read-only|erofs/i, reasonText.readOnly],
	[/no such file|enoent|missing/i, reasonText.missing],
];

/** Returns why a download gets no data, in a few words; '' if it gets some, needs none, or the reason is unknown. */
export function reasonOf(download: Download): string {
	const { error, speed_down: rate = 0 } = download;
	if (rate > 0) return '';
	if (error !== '') return shortErrors.find(([pattern]) => pattern.test(error))?.[1] ?? lastReason(error);
	return isStalled(download) === true ? stallReason(download) : '';
}

/** Returns the reason of an error: the words after its last colon. The details have the whole error. */
function lastReason(error: string): string {
	const text = oneLine(error, 300);
	const reason = text.slice(text.lastIndexOf(': ') + 1).trim();
	return reason.includes(' ') ? reason : text;
}

function stallReason(download: Download): string {
	const { num_seeds, num_peers, num_connected_seeds, num_connected_peers, availability, trackers } = download;
	const seeds = most(num_seeds, num_connected_seeds);
	const peers = most(num_peers, num_connected_peers);
	if (seeds === undefined && peers === undefined) return '';
	if (!seeds && !peers) return trackerFailure(trackers) || reasonText.noPeers;
	return seeds === 0 && (availability ?? 0) < 1 ? reasonText.noSeeds : '';
}

/** Returns the greater of two counts; undefined if both are unknown. */
function most(one: number | undefined, other: number | undefined): number | undefined {
	return one === undefined && other === undefined ? undefined : Math.max(one ?? 0, other ?? 0);
}

/** Returns the error of a tracker, if all fail that have a host; '' if one works or none is known. */
function trackerFailure(trackers: Download['trackers'] = []): string {
	const known = trackers.filter(({ url }) => trackerHost(url) !== '');
	const errors = known.map(({ error }) => error ?? '');
	const [first = ''] = errors;
	if (first === '' || errors.includes('')) return '';
	const reason = oneLine(first, 100).replace(/^the (?=tracker)/i, '');
	return /tracker/i.test(reason) ? reason : reasonText.tracker(reason);
}
