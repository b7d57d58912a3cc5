import { AbsentError } from '../../source/client/http/errors.ts';
import { decode } from '../../source/protocol/decode.ts';
import { Download } from '../../source/protocol/resources/download.ts';
import { Peer } from '../../source/protocol/resources/peer.ts';
import type { Message } from '../../source/state/core/message.ts';
import type { State } from '../../source/state/core/state.ts';
import { emptyLine, insertText } from '../../source/state/surfaces/line-edit.ts';
import type { TabId } from '../../source/state/surfaces/tabs.ts';
import { update } from '../../source/tui/shell/update.ts';
import { hardNames, mixedName } from './hard-names.ts';
import { downloads, failureOf, now, screens } from './states.ts';

const MiB = 1024 * 1024;

export const traceback = `Traceback (most recent call last):
  File "/usr/lib/python3/dist-packages/engine/session.py", line 1234, in handle_a_very_long_function_name_of_the_engine
    storage.move("/srv/資料/ネストされた", flags=0)
OSError: [Errno 28] No space left on device: '/srv/資料/ネストされた/${'x'.repeat(90)}'`;

/** A download with all fields, some of them hostile. */
const { value: download } = decode(Download, {
	...downloads[0],
	name: mixedName,
	error: traceback,
	total_down: 323 * MiB,
	total_up: 6 * MiB,
	all_time_download: 900 * MiB,
	all_time_ratio: 1.25,
	availability: 2.31,
	total_pieces: 784,
	num_connected_seeds: 4,
	num_connected_peers: 9,
	destination: '/srv/資料/ネストされた\u001b[2J',
	completed_dir: '/srv/done',
	time_added: now / 1000 - 90_000,
	max_download_speed: 16 * MiB,
	queue_position: 0,
	auto_managed: true,
	trackers: [
		{ url: 'http://tracker.example:6969/announce', status: 'Working', peers: 31, seeds: 12, leeches: 19 },
		{
			url: 'udp://トラッカー.例え:80/\u001b[31mannounce',
			status: 'Not working',
			peers: 0,
			error: `failure reason: ${'यह ट्रैकर काम नहीं करता '.repeat(6)}\u0007end`,
		},
		{ url: `https://متتبع.example/👩‍👩‍👧/announce`, status: 'Updating', peers: 7 },
		{ url: '[DHT]', status: 'Disabled', peers: -1 },
	],
});

function peer(fields: Record<string, unknown>): Peer {
	return decode(Peer, { ip: '192.0.2.1', ...fields }).value;
}

export const peers: readonly Peer[] = [
	peer({
		port: 51413,
		extended_version: 'Transmission 4.0.5',
		direction: 'L',
		downrate: 2.5 * MiB,
		dtotal: 120 * MiB,
		dinterested: true,
		uchoked: false,
		uinterested: false,
		dchoked: true,
		seed: true,
		completed: 1,
	}),
	peer({
		ip: '192.0.2.99',
		port: 6881,
		extended_version: '客户端 🦆 \u001b[2Jclient',
		direction: 'R',
		uprate: 310_000,
		utotal: 3 * MiB,
		dinterested: false,
		uchoked: true,
		uinterested: true,
		dchoked: false,
		optimistic: true,
		completed: 0.412,
		from_dht: true,
		from_pex: true,
	}),
	peer({
		ip: '2001:db8:85a3::8a2e:370:7334',
		port: 49001,
		extended_version: 'عميل Cafe\u0301',
		direction: 'R',
		dinterested: true,
		dchoked: true,
		uinterested: true,
		uchoked: true,
		snubbed: true,
		completed: 0.99,
	}),
	peer({ ip: '198.51.100.7', port: 6882, extended_version: 'ग्राहक 👩‍👩‍👧', completed: 0.5 }),
];

/** 784 pieces: the first are complete, those in the middle partly. */
const bits = Uint8Array.from({ length: 98 }, (_, byte) =>
	byte < 35 ? 255 : byte < 60 ? 0x55 : byte < 65 ? 1 : 0,
);
const pieces = Buffer.from(bits).toString('base64');

const checkpoints = { all_loaded: true, loaded: downloads.length, total: downloads.length };
const { infohash } = download;

function after(state: State | undefined, ...messages: Message[]): State {
	if (!state) throw new Error('there is no such screen');
	return messages.reduce(update, state);
}

/** Adds some minutes of changing rates, and a minute without responses. */
function withHistory(state: State): State {
	let moving = state;
	for (let second = 1; second <= 300; second++) {
		const wave = (Math.sin(second / 25) + 1) * 6 * MiB;
		const list = [{ ...download, speed_down: wave, speed_up: wave / 20 }, ...downloads.slice(1)];
		if (second === 100) {
			const failure = { kind: 'timeout', message: 'no answer', hint: '' };
			moving = update(moving, { type: 'query-failed', query: 'downloads', failure, at: now });
		}
		if (second % 10 === 0 && (second < 100 || second > 150)) {
			moving = update(moving, {
				type: 'answer',
				query: 'downloads',
				endpoint: 'listDownloads',
				answer: { downloads: list, checkpoints },
				at: now,
			});
		}
		moving = update(moving, { type: 'tick', now: now + second * 1_000 });
	}
	return moving;
}

const begun = after(
	screens.downloads,
	{ type: 'move', rows: Number.NEGATIVE_INFINITY },
	{
		type: 'answer',
		query: 'downloads',
		endpoint: 'listDownloads',
		answer: { downloads: [download, ...downloads.slice(1)], checkpoints },
		at: now,
	},
);

function shown(tab: TabId, split: 'split' | 'full', ...messages: Message[]): State {
	return after(
		begun,
		{ type: 'details', what: { type: 'tab', tab } },
		{ type: 'details', what: { type: 'show', shown: split, focused: true } },
		...messages,
	);
}

const failure = { kind: 'timeout', message: 'GET /downloads: no answer within 30 s.', hint: 'Try again.' };
const absent = failureOf(new AbsentError('http://127.0.0.1:8085', 'GET /health'));
const somePeers: Message = { type: 'details', what: { type: 'peers', of: infohash, peers, at: now } };
const dialog = { kind: 'save-torrent', of: infohash, name: download.name, fault: '' } as const;
const line = insertText(emptyLine, `${hardNames.Chinese}.torrent`);

/** Tabs of the details, in their states. */
export const tabScreens: Readonly<Record<string, State>> = {
	'tab-overview': withHistory(shown('overview', 'full')),
	'tab-overview-split': withHistory(shown('overview', 'split')),
	'tab-overview-checking': after(
		begun,
		{ type: 'move', rows: 3 },
		{ type: 'details', what: { type: 'tab', tab: 'overview' } },
		{ type: 'details', what: { type: 'show', shown: 'full', focused: true } },
	),
	'tab-overview-resting': shown('overview', 'split', {
		type: 'details',
		what: { type: 'focus', focused: false },
	}),
	'tab-peers': shown('peers', 'full', somePeers, { type: 'move', rows: 1 }),
	'tab-peers-split': shown(
		'peers',
		'split',
		{ type: 'details', what: { type: 'sort-peers', sort: { column: 'down', descending: true } } },
		somePeers,
	),
	'tab-peers-asking': shown('peers', 'split'),
	'tab-peers-failing': shown('peers', 'full', somePeers, {
		type: 'query-failed',
		query: 'tab-peers:peers',
		failure,
		at: now,
	}),
	'tab-trackers': shown('trackers', 'full', { type: 'move', rows: 1 }),
	'tab-trackers-split': shown('trackers', 'split'),
	'tab-pieces': shown('pieces', 'full', {
		type: 'details',
		what: { type: 'pieces', of: infohash, pieces, total: 784, at: now },
	}),
	'tab-pieces-failing': shown('pieces', 'split', {
		type: 'query-failed',
		query: 'tab-pieces:pieces',
		failure,
		at: now,
	}),
	'tab-health': shown('health', 'split'),
	'tab-health-results': shown(
		'health',
		'full',
		{ type: 'details', what: { type: 'check-health', at: now } },
		{
			type: 'details',
			what: {
				type: 'health',
				of: infohash,
				answer: {
					checking: false,
					trackers: [
						{ tracker: 'DHT', infohash, seeders: 3, leechers: 1, error: '' },
						{
							tracker: 'udp://トラッカー.例え:80',
							infohash,
							seeders: 0,
							leechers: 0,
							error: 'समय समाप्त',
						},
						{
							tracker: 'https://متتبع.example/announce',
							infohash,
							seeders: 40,
							leechers: 2,
							error: '👩‍👩‍👧 \u001b[2Jgone',
						},
					],
				},
				at: now,
			},
		},
		{
			type: 'event',
			event: {
				type: 'torrent_health_updated',
				payload: { infohash, num_seeders: 12, num_leechers: 3, last_tracker_check: now / 1000 },
			},
			at: now,
		},
	),
	'tab-health-absent': shown(
		'health',
		'split',
		{ type: 'details', what: { type: 'check-health', at: now } },
		{ type: 'query-failed', query: 'health', failure: absent, at: now },
	),
	'dialog-stream': after(
		shown('overview', 'split'),
		{ type: 'settings', what: { type: 'choose', change: { player: 'mpv --fs' } } },
		{
			type: 'open',
			dialog: {
				kind: 'stream',
				of: infohash,
				file: { index: 3, name: `${hardNames.Hindi}/${mixedName}`, size: 3e9 },
			},
		},
	),
	'dialog-save-torrent': shown('overview', 'split', {
		type: 'open',
		dialog: { ...dialog, line, stage: 'exists' },
	}),
};
