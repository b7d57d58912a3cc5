import { type ClientError, UnauthorizedError, UnreachableError } from '../../source/client/http/errors.ts';
import { decode } from '../../source/protocol/decode.ts';
import { Download } from '../../source/protocol/resources/download.ts';
import type { Failure } from '../../source/state/connection/connection.ts';
import type { Message } from '../../source/state/core/message.ts';
import { initialState, type State } from '../../source/state/core/state.ts';
import { emptyLine } from '../../source/state/surfaces/line-edit.ts';
import { update } from '../../source/tui/shell/update.ts';
import { hardNames, mixedName } from './hard-names.ts';

/** Time at which all screens are painted. */
export const now = Date.UTC(2026, 10, 20, 12, 0, 0);

const MiB = 1024 * 1024;

function download(fields: Record<string, unknown>): Download {
	return decode(Download, { infohash: '', progress: 0, status: 'STOPPED', ...fields }).value;
}

const hash = (digit: string) => digit.repeat(40);

/** Downloads with every status that has its own look, and names that are hard to draw. */
export const downloads: readonly Download[] = [
	download({
		name: 'debian-13.2.0-amd64-netinst.iso',
		infohash: hash('1'),
		status: 'DOWNLOADING',
		progress: 0.412,
		size: 784 * MiB,
		speed_down: 12.4 * MiB,
		speed_up: 310_000,
		eta: 38,
		num_seeds: 12,
		num_peers: 31,
		ratio: 0.02,
	}),
	download({
		name: 'nested',
		infohash: hash('2'),
		status: 'SEEDING',
		progress: 1,
		size: 12 * MiB,
		speed_up: 1.5 * MiB,
		num_peers: 3,
		ratio: 2.5,
	}),
	download({
		name: hardNames.Chinese,
		infohash: hash('3'),
		status: 'STOPPED',
		progress: 0.5,
		size: 3 * 1024 * MiB,
	}),
	download({
		name: 'Cafe\u0301 👩‍👩‍👧 مرحبا',
		infohash: hash('4'),
		status: 'HASHCHECKING',
		progress: 0.875,
		size: 5_000_000,
	}),
	download({
		name: hardNames.hostile,
		infohash: hash('5'),
		status: 'WAITING4HASHCHECK',
		size: 700,
	}),
	download({ name: hash('6'), infohash: hash('6'), status: 'METADATA', eta: 2e15 }),
	download({
		name: 'occupied.bin',
		infohash: hash('7'),
		status: 'STOPPED_ON_ERROR',
		progress: 0.1,
		size: MiB,
		error: 'Cannot write /srv/downloads/occupied.bin: it is a folder.',
	}),
	download({
		name: hardNames.Hindi,
		infohash: hash('8'),
		status: 'CIRCUITS',
		size: 41.2 * 1024 * MiB,
		hops: 3,
	}),
];

/** Returns an error of the client as the state has it. */
export function failureOf({ kind, message, hint }: ClientError): Failure {
	return { kind, message, hint };
}

function after(state: State, ...messages: Message[]): State {
	return messages.reduce(update, state);
}

const started = { state: 'STARTED', last_exception: null, readable_state: '' };
const checkpoints = { all_loaded: true, loaded: downloads.length, total: downloads.length };
const begin = initialState('http://127.0.0.1:8085', '--url', now);
const unreachable = failureOf(new UnreachableError('http://127.0.0.1:8085', new Error('ECONNREFUSED')));

/** The list of downloads, before any key. */
export const listed = after(
	begin,
	{ type: 'answer', query: 'core', endpoint: 'getState', answer: started, at: now },
	{
		type: 'answer',
		query: 'downloads',
		endpoint: 'listDownloads',
		answer: { downloads: [...downloads], checkpoints },
		at: now,
	},
);

/** Golden screens, by name. */
export const screens: Readonly<Record<string, State>> = {
	connecting: begin,
	empty: after(
		begin,
		{ type: 'answer', query: 'core', endpoint: 'getState', answer: started, at: now },
		{
			type: 'answer',
			query: 'downloads',
			endpoint: 'listDownloads',
			answer: { downloads: [], checkpoints: { all_loaded: true, loaded: 0, total: 0 } },
			at: now,
		},
	),
	loading: after(
		begin,
		{
			type: 'answer',
			query: 'core',
			endpoint: 'getState',
			answer: { ...started, state: 'STARTING' },
			at: now,
		},
		{
			type: 'answer',
			query: 'downloads',
			endpoint: 'listDownloads',
			answer: { downloads: [], checkpoints: { all_loaded: false, loaded: 120, total: 3000 } },
			at: now,
		},
	),
	unauthorized: after(begin, {
		type: 'query-failed',
		query: 'downloads',
		failure: failureOf(new UnauthorizedError('http://127.0.0.1:8085')),
		at: now,
	}),
	unreachable: after(begin, { type: 'query-failed', query: 'downloads', failure: unreachable, at: now }),
	downloads: after(listed, { type: 'move', rows: 1 }),
	'download-error': after(listed, { type: 'move', rows: 6 }),
	'after-an-outage': after(
		listed,
		{ type: 'tick', now: now + 42_000 },
		{ type: 'query-failed', query: 'downloads', failure: unreachable, at: now + 42_000 },
	),
	help: after(listed, { type: 'open', dialog: { kind: 'help', scroll: 0 } }),
	add: after(listed, {
		type: 'adding',
		what: {
			type: 'begin',
			text: `magnet:?xt=urn:btih:d2474e86c95b19b8bcfdb92bc12c9d44667cfa36&dn=${encodeURIComponent(mixedName)}`,
			place: { folder: '/home/me', home: '/home/me' },
		},
	}),
	remove: after(listed, {
		type: 'open',
		dialog: {
			kind: 'remove',
			subjects: [
				{
					infohash: hash('3'),
					name: mixedName,
					bytes: 1.5 * 1024 * MiB,
					size: 3 * 1024 * MiB,
					ratio: 0.5,
					status: 'STOPPED',
					destination: '/srv/downloads',
				},
			],
		},
	}),
	'delete-data': after(listed, {
		type: 'open',
		dialog: {
			kind: 'delete-data',
			subjects: [
				{
					infohash: hash('3'),
					name: mixedName,
					bytes: 1.5 * 1024 * MiB,
					size: 3 * 1024 * MiB,
					ratio: 0.5,
					status: 'STOPPED',
					destination: '/srv/downloads',
				},
			],
		},
	}),
	filter: after(
		listed,
		{
			type: 'open',
			dialog: { kind: 'filter', line: emptyLine, before: { filter: '', cursor: hash('1') } },
		},
		{ type: 'type-text', text: 'e' },
	),
	marked: after(
		listed,
		{ type: 'sort', sort: { column: 'size', descending: true } },
		{ type: 'select', which: 'current' },
		{ type: 'move', rows: 2 },
		{ type: 'select', which: 'current' },
		{ type: 'move', rows: 1 },
	),
	details: after(
		listed,
		{ type: 'move', rows: 6 },
		{ type: 'details', what: { type: 'show', shown: 'split', focused: false } },
	),
	palette: after(
		listed,
		{ type: 'open', dialog: { kind: 'palette', line: emptyLine, chosen: 0 } },
		{ type: 'type-text', text: 'the download' },
		{ type: 'move', rows: 2, lines: 9 },
	),
	notice: after(listed, {
		type: 'news',
		news: { level: 'success', text: `Finished: ${mixedName}` },
		at: now,
	}),
	events: after(
		listed,
		{ type: 'news', news: { level: 'info', text: 'Added: /srv/a.torrent' }, at: now },
		{
			type: 'event',
			event: { type: 'torrent_finished', payload: { infohash: hash('2'), name: 'nested' } },
			at: now + 1000,
		},
		{ type: 'event', event: { type: 'unknown', name: 'odd_\u001b[2Jevent', payload: {} }, at: now + 2000 },
		{
			type: 'event',
			event: { type: 'torrent_error', payload: { infohash: hash('7'), error: 'disk full' } },
			at: now + 3000,
		},
		{ type: 'pane', pane: 'events' },
	),
};
