import { expect, test } from 'vitest';
import type { Column } from '../../source/columns/column.ts';
import { fitColumns, stableColumns } from '../../source/columns/fit-columns.ts';
import { layOut, rowCells } from '../../source/columns/layout.ts';
import { peerColumns } from '../../source/columns/peers.ts';
import { trackerColumns } from '../../source/columns/trackers.ts';
import { width } from '../../source/format/cells.ts';
import { decode } from '../../source/protocol/decode.ts';
import { Peer } from '../../source/protocol/resources/peer.ts';
import type { Tracker } from '../../source/protocol/resources/tracker.ts';

const url = 'http://a-tracker-with-a-long-name.example.org:6969/announce';
const error = 'the tracker refused the connection: it is overloaded, try again in an hour';
const trackers: readonly Tracker[] = [
	{ url, status: 'Working', peers: 3, seeds: 1, leeches: 2, error: '' },
	{ url: '[DHT]', status: 'Disabled', peers: 0, seeds: 0, leeches: 0, error: '' },
];
const shown = <Row>(columns: readonly Column<Row>[], rows: readonly Row[], total: number) =>
	rows.map((row) => rowCells(layOut(columns, total), row).join(' '));

test('the address of a tracker gets the cells that short texts leave', () => {
	expect(shown(trackerColumns, trackers, 95)[0]).not.toContain(url);
	expect(shown(fitColumns(trackerColumns, trackers, 95, true), trackers, 95)[0]).toContain(url);
	// On a shorter line, the address is cut before the columns of status and peers are dropped.
	const host = 'http://a-tracker-with-a-long-name.example.org:';
	expect(shown(trackerColumns, trackers, 77)[0]).not.toContain(host);
	const [short = ''] = shown(fitColumns(trackerColumns, trackers, 77, true), trackers, 77);
	expect(short).toContain(host);
	expect(short).toMatch(/… Working +3 /);
});

test('a text that fits on a wide line is not cut', () => {
	const failing = trackers.map((tracker) => ({ ...tracker, error }));
	const [first = ''] = shown(fitColumns(trackerColumns, failing, 197, true), failing, 197);
	expect(first).toContain(url);
	expect(first).toContain(error);
	expect(width(first)).toBe(197);
	const peer = decode(Peer, {
		ip: '2001:db8:1234:5678:9abc:def0:1234:5678',
		port: 51413,
		completed: 1,
	}).value;
	const address = '[2001:db8:1234:5678:9abc:def0:1234:5678]:51413';
	expect(shown(peerColumns, [peer], 197)[0]).not.toContain(address);
	expect(shown(fitColumns(peerColumns, [peer], 197, false), [peer], 197)[0]).toContain(address);
});

test('a share of the growing column drops no column of a wide line', () => {
	const failing = trackers.map((tracker) => ({ ...tracker, error: error.repeat(3) }));
	for (const share of [0, 0.15, 0.3]) {
		const placed = layOut(fitColumns(trackerColumns, failing, 197, true, share), 197, share);
		expect(placed.map(({ column }) => column.id)).toEqual(trackerColumns.map(({ id }) => id));
		expect(placed[0]?.width).toBeGreaterThanOrEqual(Math.floor(197 * share));
	}
});

test('a line is never wider than its place', () => {
	const failing = trackers.map((tracker) => ({ ...tracker, error, url: url.repeat(9) }));
	for (const total of [20, 38, 58, 77, 118, 197])
		for (const shrinks of [true, false]) {
			const columns = fitColumns(trackerColumns, failing, total, shrinks);
			for (const line of shown(columns, failing, total)) expect(width(line)).toBe(total);
		}
});

test('columns stay the same objects while their widths do', () => {
	const stable = stableColumns<Tracker>();
	const first = stable(fitColumns(trackerColumns, trackers, 77, true));
	expect(stable(fitColumns(trackerColumns, [...trackers], 77, true))).toBe(first);
	expect(stable(fitColumns(trackerColumns, trackers, 197, true))).not.toBe(first);
});
