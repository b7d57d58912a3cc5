import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { playlistColumns, playlistTorrentColumns } from '../../source/columns/channel.ts';
import type { Column } from '../../source/columns/column.ts';
import {
	cpuColumns,
	memoryColumns,
	openFileColumns,
	socketColumns,
	threadColumns,
} from '../../source/columns/debug.ts';
import { downloadFacts } from '../../source/columns/download-facts.ts';
import { allDownloadColumns } from '../../source/columns/downloads.ts';
import { fileColumns } from '../../source/columns/files.ts';
import {
	orderColumns,
	paymentColumns,
	tickColumns,
	transactionColumns,
} from '../../source/columns/market.ts';
import { entryColumns, healthColumns } from '../../source/columns/metadata.ts';
import { flagsInWords, peerColumns } from '../../source/columns/peers.ts';
import { trackerColumns } from '../../source/columns/trackers.ts';
import { decode } from '../../source/protocol/decode.ts';
import { repairDownloads } from '../../source/protocol/repair/downloads.ts';
import { Playlist, PlaylistTorrent } from '../../source/protocol/resources/channel.ts';
import {
	CpuSample,
	MemorySample,
	OpenFile,
	OpenSocket,
	Thread,
} from '../../source/protocol/resources/debug.ts';
import { Download } from '../../source/protocol/resources/download.ts';
import { File } from '../../source/protocol/resources/file.ts';
import { Order, Payment, Tick, Transaction } from '../../source/protocol/resources/market.ts';
import { ChannelEntry, TrackerHealth } from '../../source/protocol/resources/metadata.ts';
import { Peer } from '../../source/protocol/resources/peer.ts';
import { peerKind } from '../../source/state/details/peers.ts';
import { downloadKind } from '../../source/state/downloads/downloads.ts';
import { sortRows } from '../../source/state/list/order.ts';

const bare = decode(Download, {
	name: 'bare',
	infohash: 'a'.repeat(40),
	progress: 0.5,
	status: 'DOWNLOADING',
}).value;
const zero = decode(Download, {
	...bare,
	...Object.fromEntries(
		['speed_down', 'speed_up', 'size', 'eta', 'ratio', 'num_seeds', 'num_peers', 'hops', 'availability'].map(
			(name) => [name, 0],
		),
	),
}).value;

const stated = ['name', 'state', 'status', 'progress', 'infohash'];

test.each(allDownloadColumns.filter(({ id }) => !stated.includes(id)))(
	'column $id shows a dash for a missing value',
	({ value }) => {
		expect(value(bare, 20).replace('/', '')).toMatch(/^–+$/);
	},
);

test('columns sort unknown values after 0, the greatest first', () => {
	for (const { id, sortKey, greatestFirst } of allDownloadColumns) {
		if (!sortKey || !greatestFirst || stated.includes(id)) continue;
		const [unknown, none] = [sortKey(bare), sortKey(zero)];
		expect(Number(unknown), id).toBe(Number.NEGATIVE_INFINITY);
		expect(Number(none) >= Number(unknown), id).toBe(true);
	}
});

test('the details show no number for a missing value', () => {
	const facts = new Map(downloadFacts(bare));
	expect(facts.get('availability')).toBe('–');
	expect(facts.get('down')).toBe('–, limit unknown');
	expect(facts.get('seeds')).toBe('–');
	expect(facts.get('hops')).toBe('–');
	expect(facts.get('received')).toBe('–');
	expect(facts.get('sent')).toBe('–, ratio –');
	expect(facts.get('added')).toBe('–');
	expect(facts.get('progress')).toBe('50.0% of an unknown size');
	expect(new Map(downloadFacts(zero)).get('availability')).toBe('0.00 complete copies, here and at peers');
});

const rows: readonly [string, readonly Column<never>[], Type.TSchema, object, readonly string[]][] = [
	['files', fileColumns, File, { index: 3, name: 'a' }, ['index', 'name']],
	['tracker health', healthColumns, TrackerHealth, { tracker: 'DHT' }, ['tracker']],
	['channel entries', entryColumns, ChannelEntry, {}, []],
	['playlists', playlistColumns, Playlist, { id: 1, name: 'a' }, ['id', 'name']],
	[
		'playlist torrents',
		playlistTorrentColumns,
		PlaylistTorrent,
		{ infohash: 'a', name: 'a' },
		['infohash', 'name'],
	],
	['ticks', tickColumns, Tick, { trader_id: 'a', order_number: 1 }, ['order', 'trader']],
	['orders', orderColumns, Order, { trader_id: 'a', order_number: 1 }, ['order', 'trader']],
	[
		'transactions',
		transactionColumns,
		Transaction,
		{ trader_id: 'a', transaction_number: 1 },
		['number', 'trader'],
	],
	['payments', paymentColumns, Payment, { trader_id: 'a', transaction_number: 1 }, []],
	['threads', threadColumns, Thread, { thread_id: 1 }, ['id']],
	['sockets', socketColumns, OpenSocket, {}, []],
	['open files', openFileColumns, OpenFile, { path: '/a' }, ['path']],
	['CPU samples', cpuColumns, CpuSample, {}, []],
	['memory samples', memoryColumns, MemorySample, {}, []],
];

describe.each(rows)('the columns of %s', (_, columns, schema, given, named) => {
	const row = decode(schema, given).value as never;
	test.each(columns.filter(({ id }) => !named.includes(id)))(
		'show a dash in $id for a missing value',
		({ value }) => {
			expect(value(row, 20).replace('/', '')).toMatch(/^–+$/);
		},
	);
});

describe.each([undefined, null, 'half', 'NaN', {}])('a download with the progress %j', (progress) => {
	const unknown = decode(Download, { ...zero, name: 'unknown', progress }).value;
	const none = decode(Download, { ...zero, progress: 0 }).value;

	test('has a dash instead of the bar, and is last in ascending order', () => {
		const column = allDownloadColumns.find(({ id }) => id === 'progress');
		expect(column?.value(unknown, 11)).toBe('          –');
		expect(column?.value(none, 11)).toContain('0.0%');
		const sort = { column: 'progress', descending: false };
		expect(sortRows(downloadKind, [unknown, none], sort)).toEqual([none, unknown]);
		expect(new Map(downloadFacts(unknown)).get('progress')).toBe('– of an unknown size');
	});
});

describe('a peer with an address only', () => {
	const peer = decode(Peer, { ip: '10.0.0.1' }).value;
	const numbers = { completed: 0, dtotal: 0, utotal: 0, downrate: 0, uprate: 0 };
	const idle = decode(Peer, { ip: '10.0.0.2', ...numbers }).value;
	const measured = peerColumns.filter(({ greatestFirst }) => greatestFirst);

	test('has no value in any missing field', () => {
		expect(peer).toEqual({ ip: '10.0.0.1' });
	});

	test.each(measured)('has a dash in column $id and is last in descending order', (column) => {
		expect(column.value(peer, 20)).toBe('–');
		expect(column.tone?.(peer) ?? 'faint').toBe('faint');
		const sort = { column: column.id, descending: true };
		expect(sortRows(peerKind, [peer, idle], sort)).toEqual([idle, peer]);
	});

	test('has no flag for a side with unknown choking', () => {
		const { value } = decode(Peer, { ip: '10.0.0.1', dinterested: true, uinterested: true });
		expect(flagsInWords(value)).toBe('');
	});
});

test.each([{}, { peers: -1 }, { peers: null }])(
	'a tracker with %j peers has a dash, and no count in the details',
	(text) => {
		const tracker = { url: 'http://a.example/', status: 'Working', ...text };
		const answer = repairDownloads({ downloads: [{ ...bare, trackers: [tracker] }] });
		const read = decode(Type.Object({ downloads: Type.Array(Download) }), answer).value.downloads[0];
		expect(read?.trackers).toEqual([{ url: 'http://a.example/', status: 'Working' }]);
		for (const { id, value } of trackerColumns) {
			if (id === 'peers') expect(value({ url: '', status: '' }, 20)).toBe('–');
		}
		expect(new Map(downloadFacts(read ?? bare)).get('tracker')).toBe('http://a.example/: Working');
	},
);
