import fc from 'fast-check';
import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { feedColumns, playlistColumns, playlistTorrentColumns } from '../../source/columns/channel.ts';
import type { Column } from '../../source/columns/column.ts';
import {
	circuitColumns,
	cpuColumns,
	memoryColumns,
	openFileColumns,
	socketColumns,
	threadColumns,
} from '../../source/columns/debug.ts';
import { downloadFacts } from '../../source/columns/download-facts.ts';
import { allDownloadColumns } from '../../source/columns/downloads.ts';
import { fileColumns } from '../../source/columns/files.ts';
import { layOut, rowCells } from '../../source/columns/layout.ts';
import {
	orderColumns,
	paymentColumns,
	tickColumns,
	transactionColumns,
} from '../../source/columns/market.ts';
import { entryColumns, healthColumns } from '../../source/columns/metadata.ts';
import { peerColumns } from '../../source/columns/peers.ts';
import { trackerColumns } from '../../source/columns/trackers.ts';
import { width } from '../../source/format/cells.ts';
import { decode } from '../../source/protocol/decode.ts';
import { Playlist, PlaylistTorrent, RssFeed } from '../../source/protocol/resources/channel.ts';
import {
	CircuitSlots,
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
import { Tracker } from '../../source/protocol/resources/tracker.ts';
import { downloadKind, initialDownloads } from '../../source/state/downloads/downloads.ts';
import { filterList, sortList, takeRows } from '../../source/state/list/list.ts';

/** Numbers of faulty services. JSON has 1e999, which is read as Infinity. */
const odd = fc.oneof(
	fc.constantFrom(
		...[-1, -0, 0, 0.5, 1, 7.5, -7.5, 1e-300, 2 ** 31, -(2 ** 31), 2 ** 53, 2e15, 1e20, 1e21, 1e300],
		...[-1e308, 1e308, Number.MIN_VALUE, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN],
	),
	fc.double(),
	fc.integer(),
);

/** Plain data with an odd number wherever a schema has a number. */
function oddOf(schema: Type.TSchema): fc.Arbitrary<unknown> {
	if (Type.IsObject(schema)) {
		const fields = Object.entries(schema.properties).map(([name, field]) => [name, oddOf(field)] as const);
		return fc.record(Object.fromEntries(fields));
	}
	if (Type.IsArray(schema)) return fc.array(oddOf(schema.items), { maxLength: 2 });
	if (Type.IsBoolean(schema)) return fc.boolean();
	if (Type.IsString(schema)) return fc.constantFrom('', 'text', 'DOWNLOADING');
	if (Type.IsNumber(schema) || Type.IsInteger(schema)) return odd;
	return fc.constant(undefined);
}

/** Returns rows that pass the decoder, with any numbers. */
function rowsOf<Schema extends Type.TSchema>(schema: Schema): fc.Arbitrary<Type.Static<Schema>> {
	return oddOf(schema).map((row) => decode(schema, row).value);
}

/** Matches numbers in machine format, which no text on a screen may contain. */
const raw = /NaN|Infinity|undefined|null|\de[+-]?\d/;

function looksSensible<Row>(columns: readonly Column<Row>[], row: Row): void {
	for (const total of [40, 80, 120, 200]) {
		const placed = layOut(columns, total, 0.3);
		const cells = rowCells(placed, row);
		expect(cells.map(width)).toEqual(placed.map((one) => one.width));
	}
	for (const column of columns) {
		expect(`${column.id} ${column.value(row, column.width)}`).not.toMatch(raw);
		const key = column.sortKey?.(row);
		if (key !== undefined) expect([column.id, key]).not.toEqual([column.id, Number.NaN]);
		column.tone?.(row);
	}
}

function lists<Schema extends Type.TSchema>(
	name: string,
	schema: Schema,
	columns: readonly Column<Type.Static<Schema>>[],
): void {
	test(name, () => {
		fc.assert(fc.property(rowsOf(schema), (row) => looksSensible(columns, row)));
	});
}

describe('odd numbers are never shown raw and keep to their columns:', () => {
	lists('downloads', Download, allDownloadColumns);
	lists('peers', Peer, peerColumns);
	lists('trackers', Tracker, trackerColumns);
	lists('files', File, fileColumns);
	lists('metadata entries', ChannelEntry, entryColumns);
	lists('health', TrackerHealth, healthColumns);
	lists('ticks', Tick, tickColumns);
	lists('orders', Order, orderColumns);
	lists('transactions', Transaction, transactionColumns);
	lists('payments', Payment, paymentColumns);
	lists('playlists', Playlist, playlistColumns);
	lists('playlist torrents', PlaylistTorrent, playlistTorrentColumns);
	lists('feeds', RssFeed, feedColumns);
	lists('threads', Thread, threadColumns);
	lists('sockets', OpenSocket, socketColumns);
	lists('open files', OpenFile, openFileColumns);
	lists('circuits', CircuitSlots, circuitColumns);
	lists('CPU', CpuSample, cpuColumns);
	lists('memory', MemorySample, memoryColumns);

	test('facts of a download', () => {
		fc.assert(
			fc.property(rowsOf(Download), (download) => {
				for (const [name, value] of downloadFacts(download)) expect(`${name} ${value}`).not.toMatch(raw);
			}),
		);
	});
});

const downloads = fc
	.array(rowsOf(Download), { maxLength: 8 })
	.map((some) => some.map((one, index): Download => ({ ...one, infohash: String(index) })));

describe('odd numbers among downloads', () => {
	test('sort the same from scratch and after a change, by every column', () => {
		const column = fc.constantFrom(...allDownloadColumns.map(({ id }) => id));
		fc.assert(
			fc.property(downloads, downloads, column, fc.boolean(), (first, second, id, descending) => {
				const sort = { column: id, descending };
				const sorted = sortList(downloadKind, takeRows(downloadKind, initialDownloads, first).slice, sort);
				const changed = takeRows(downloadKind, sorted, [
					...first.slice(2),
					...second.map((one) => ({ ...one, infohash: `new ${one.infohash}` })),
				]).slice;
				const fresh = sortList(
					downloadKind,
					takeRows(downloadKind, initialDownloads, changed.list).slice,
					sort,
				);
				expect(changed.view.map(({ infohash }) => infohash)).toEqual(
					fresh.view.map(({ infohash }) => infohash),
				);
			}),
		);
	});

	test.each(allDownloadColumns.map(({ id }) => id))('are grouped by %s if they show nothing', (id) => {
		const column = allDownloadColumns.find((one) => one.id === id);
		fc.assert(
			fc.property(downloads, (list) => {
				const slice = sortList(downloadKind, takeRows(downloadKind, initialDownloads, list).slice, {
					column: id,
					descending: false,
				});
				const shown = slice.view.map((download) => column?.value(download, 60).trim() === '–');
				const runs = shown.filter((empty, at) => empty && !shown[at - 1]);
				expect(runs.length).toBeLessThanOrEqual(1);
			}),
			{ numRuns: 30 },
		);
	});

	test('do not compare with other values if they are invalid', () => {
		const list = [{ num_seeds: -1e308, ratio: -1, size: -5, time_added: 1e300, speed_down: -3 }].map(
			(fields): Download => ({
				...decode(Download, { name: 'odd', infohash: 'a', progress: -4, status: 'STOPPED', ...fields }).value,
			}),
		);
		const slice = takeRows(downloadKind, initialDownloads, list).slice;
		const finds = (filter: string) => filterList(downloadKind, slice, filter, Date.now()).view.length;
		for (const name of ['seeds', 'ratio', 'size', 'down']) {
			expect([finds(`${name}<5`), finds(`${name}>=0`)]).toEqual([0, 0]);
		}
		expect([finds('added<1d'), finds('added>1d')]).toEqual([0, 0]);
		expect(finds('progress=0')).toBe(1);
	});
});
