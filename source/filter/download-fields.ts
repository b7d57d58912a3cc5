import { isComplete } from '../columns/download-facts.ts';
import { downloadStates, stateDisplays, stateOf } from '../columns/download-state.ts';
import { nonNegative, share } from '../columns/figures.ts';
import { validMoment } from '../columns/moments.ts';
import { connectedPeers, remainingBytes } from '../columns/more-downloads.ts';
import { trackerHosts } from '../columns/tracker-hosts.ts';
import { type DownloadStatus, downloadStatuses } from '../protocol/download-status.ts';
import type { Download } from '../protocol/resources/download.ts';
import { conditions } from './download-conditions.ts';
import type { ChoiceField, Field, NumberField, TextField, Unit } from './fields.ts';

/** Meanings of statuses, the most common first. */
export const statusMeanings: Readonly<Record<DownloadStatus, string>> = {
	SEEDING: 'complete and shared',
	DOWNLOADING: 'incomplete and running',
	STOPPED: 'stopped by you',
	STOPPED_ON_ERROR: 'stopped by an error',
	METADATA: 'fetches the metadata from peers',
	HASHCHECKING: 'the data is being checked',
	WAITING4HASHCHECK: 'waits for the check of its data',
	ALLOCATING_DISKSPACE: 'reserves space on the disk',
	CIRCUITS: 'waits for its hops',
	EXIT_NODES: 'waits for an exit node',
	MOVING: 'its data is being moved',
	QUEUED: 'waits in the queue',
};

/** Statuses of services in the field that the interface does not name. */
const moreMeanings: Readonly<Record<string, string>> = {
	loading: 'the service still loads it',
};

/** Cache of lower-case statuses, because ten thousand rows share a few. */
const lowered = new Map<string, string>(downloadStatuses.map((each) => [each, each.toLowerCase()]));
const lower = (text: string) => lowered.get(text) ?? text.toLowerCase();

const status: ChoiceField<Download> = {
	kind: 'choice',
	name: 'status',
	about: 'current status',
	values: {
		...Object.fromEntries(Object.entries(statusMeanings).map(([each, meaning]) => [lower(each), meaning])),
		...moreMeanings,
	},
	open: true,
	has: (download, value) => lower(download.status) === value,
	read: (download) => lower(download.status),
};

/** Every download has one of these. The list shows it as a sign. */
const state: ChoiceField<Download> = {
	kind: 'choice',
	name: 'state',
	about: 'state in the list: downloading, stalled, …',
	values: Object.fromEntries(downloadStates.map((each) => [each, stateDisplays[each].about])),
	has: (download, value) => stateOf(download) === value,
};

const is: ChoiceField<Download> = {
	kind: 'choice',
	name: 'is',
	about: 'active, idle, stalled, complete, …',
	values: Object.fromEntries(Object.entries(conditions).map(([name, { about }]) => [name, about])),
	synonyms: Object.fromEntries(
		Object.entries(conditions).flatMap(([name, { synonyms = [] }]) => synonyms.map((each) => [each, name])),
	),
	has: (download, value) => conditions[value]?.holds(download) === true,
	isKnown: (download, value) => conditions[value]?.holds(download) !== undefined,
};

/** Returns a number field; values below 0 are unknown, as in columns. */
function number(
	name: string,
	unit: Unit,
	about: string,
	read: (download: Download) => number | undefined,
	aliases: readonly string[] = [],
): NumberField<Download> {
	return {
		kind: 'number',
		name,
		unit,
		about,
		read: (download) => nonNegative(read(download)) ?? Number.NaN,
		aliases,
	};
}

function text(
	name: string,
	about: string,
	read: TextField<Download>['read'],
	more: Partial<TextField<Download>> = {},
): TextField<Download> {
	return { kind: 'text', name, about, read, ...more };
}

/** Returns the URLs of trackers, and their hosts. */
function addressesOf(trackers: Download['trackers']): readonly string[] {
	const urls = (trackers ?? []).map(({ url }) => url);
	return [...urls, ...trackerHosts(urls)];
}

/** Fields of a filter of downloads, the most useful first. */
export const downloadFields: readonly Field<Download>[] = [
	status,
	is,
	state,
	text('error', 'part of the error message; alone: any error', ({ error }) => error, { bare: true }),
	number('ratio', 'number', 'sent divided by received', (download) => download.ratio),
	number('size', 'bytes', 'size of its files', ({ size }) => size),
	// Rounded down to tenths, as shown: only a complete download is 100.
	number(
		'progress',
		'percent',
		'part that is complete',
		({ progress }) => (progress === undefined ? undefined : Math.floor(share(progress) * 1000 + 1e-9) / 10),
		['done'],
	),
	number('down', 'rate', 'received per second', ({ speed_down }) => speed_down),
	number('up', 'rate', 'sent per second', ({ speed_up }) => speed_up),
	number('added', 'age', 'age or date', ({ time_added }) => validMoment(time_added), ['age']),
	number('finished', 'age', 'age or date of completion', ({ time_finished }) => validMoment(time_finished)),
	// Includes hosts, so that a condition can match a whole host.
	text('tracker', 'part of the address of a tracker', ({ trackers }) => addressesOf(trackers), {
		shared: true,
	}),
	text('label', 'label; alone: any label', ({ label = '' }) => label, { bare: true, shared: true }),
	text('name', 'part of the name', ({ name, infohash }) => (name === '' ? infohash : name)),
	text('destination', 'part of the folder', ({ destination }) => destination, {
		shared: true,
		aliases: ['path', 'folder'],
	}),
	number('eta', 'duration', 'time left; unknown times never match', (download) =>
		download.status === 'DOWNLOADING' && !isComplete(download) ? download.eta : undefined,
	),
	number('left', 'bytes', 'size of the missing data', remainingBytes),
	number('seeds', 'number', 'seeds known', ({ num_seeds }) => num_seeds),
	number('peers', 'number', 'peers known', ({ num_peers }) => num_peers),
	number('connected', 'number', 'seeds and peers connected', connectedPeers),
	number('received', 'bytes', 'received so far', ({ total_down }) => total_down),
	number('sent', 'bytes', 'sent so far', ({ total_up }) => total_up),
	number('availability', 'number', 'complete copies, here and at peers', ({ availability }) => availability),
	number('hops', 'number', 'number of anonymity hops', ({ hops }) => hops),
	text('infohash', 'part of the infohash', ({ infohash }) => infohash, { aliases: ['hash'] }),
];
