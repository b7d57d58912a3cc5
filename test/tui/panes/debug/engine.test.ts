import { expect, test } from 'vitest';
import { engineKind } from '../../../../source/tui/panes/debug/sections/engine/rows.ts';
import { engineSection, engineText } from '../../../../source/tui/panes/debug/sections/engine/section.ts';
import {
	type EngineSlice,
	engine,
	takePart,
	valuesOf,
	valuesOfSlots,
	withHop,
} from '../../../../source/tui/panes/debug/sections/engine/slice.ts';
import { slotText } from '../../../../source/tui/panes/debug/sections/engine/slot-text.ts';
import { differenceText, valueText } from '../../../../source/tui/panes/debug/sections/engine/value-text.ts';
import { update } from '../../../../source/tui/shell/update.ts';
import { listed, now } from '../../../screens/states.ts';

test.each([
	['net.sent_bytes', 9_007_199_254_740_993n, '8.0 PiB'],
	['dht.dht_bytes_in', 1_536, '1.5 KiB'],
	['net.recv_payload_rate', 2_048, '2.0 KiB/s'],
	['upload_rate_limit', 0, 'unlimited'],
	['upload_rate_limit', 1_024, '1.0 KiB/s'],
	['active_downloads', -1, 'unlimited'],
	['peer_timeout', 120, '2m 0s'],
	['tick_interval', 500, '500 ms'],
	['disk.disk_hash_time', 1_500, '1.5 ms'],
	['share_ratio_limit', 200, '200 %'],
	['process.event_loop_utilization', 0.0312, '3.1 %'],
	['net.has_incoming_connections', 1, 'yes'],
	['enable_dht', false, 'no'],
	['listen_port', null, 'none'],
	['peer.error_peers', 7, '7'],
	['an_id', 9_007_199_254_740_993n, '9007199254740993'],
	['user_agent', '\u001b[2JForeign', '\ufffdForeign'],
	['a_list', [1, 'a'], '[1,"a"]'],
])('%s: %s is shown as %s', (name, value, text) => {
	expect(valueText(name, value)).toBe(text);
});

test('a difference has a sign and the unit of its counter', () => {
	expect(differenceText('net.sent_bytes', 2_048)).toBe('+2.0 KiB');
	expect(differenceText('peer.num_peers', -3)).toBe('-3');
	expect(differenceText('upload_rate_limit', -1_024)).toBe('-1.0 KiB/s');
});

test('a slot is a route of proxies on seedtop, and two numbers elsewhere', () => {
	expect(slotText({ random: 1, competing: 2, proxies: ['socks5://192.0.2.1:1'], reachable: true })).toBe(
		'1 hop, 2 downloads, reachable via socks5://192.0.2.1:1',
	);
	expect(slotText({ proxies: [], reachable: false, failure: 'refused' })).toBe(
		'0 hops, 0 downloads, not reachable (refused)',
	);
	expect([slotText({ random: 3, competing: 7 }), slotText({ random: 3 }), slotText({})]).toEqual([
		'random 3, competing 7',
		'random 3',
		'unused',
	]);
});

const none: EngineSlice = engine.of(listed);
const rowsOf = ({ rows }: EngineSlice) =>
	rows.list.map(({ item: { part, name, difference }, change }) => [part, name, change, difference]);

test('each part is observed by itself, and their values are one list', () => {
	const samples = [
		{ a: 1, gone: 1 },
		{ a: 3, b: 1 },
	].map(valuesOf);
	const first = takePart(none, 'session', samples[0] ?? [], now, engineKind);
	const both = takePart(first, 'slots', valuesOfSlots([{ random: 3 }]), now, engineKind);
	expect(rowsOf(both)).toEqual([
		['slots', 'slot 1', 'same', undefined],
		['session', 'a', 'same', undefined],
		['session', 'gone', 'same', undefined],
	]);
	expect(rowsOf(takePart(both, 'session', samples[1] ?? [], now + 2_000, engineKind))).toEqual([
		['slots', 'slot 1', 'same', undefined],
		['session', 'a', 'changed', 2],
		['session', 'b', 'new', undefined],
		['session', 'gone', 'gone', undefined],
	]);
});

test('another number of hops drops the values of the session before, and its late answer', () => {
	const known = takePart(none, 'session', valuesOf({ a: 1 }), now, engineKind);
	const other = withHop(known, 1, engineKind);
	expect(rowsOf(other)).toEqual([]);
	const state = engine.put(update(listed, { type: 'pane', pane: 'debug' }), other);
	const answer = (hop: number) =>
		update(state, {
			type: 'answer',
			query: 'debug-engine:session',
			endpoint: 'getSession',
			answer: { hop, settings: { a: 1 } },
			at: now,
		});
	expect(answer(0)).toBe(state);
	expect(rowsOf(engine.of(answer(1)))).toHaveLength(1);
});

test('the engine shows its last values and the reason when a later request fails', () => {
	const { slots, ...parts } = takePart(engine.of(listed), 'slots', [], now - 5_000, engineKind).parts;
	const failure = { kind: 'refused', message: 'no route', hint: '' } as const;
	const slice = { ...engine.of(listed), parts: { ...parts, slots: { ...slots, failure } } };
	const [line] = engineSection.text?.(engine.put({ ...listed, now }, slice))?.lines ?? [];
	expect(line).toBe(`Circuit slots: ${engineText.noSlot}  ✗ As of 5s ago: no route`);
});
