import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { parseExact, stringifyExact } from '../../source/protocol/exact-json.ts';
import { FrameReader, frameLine, frameServerSent } from '../../source/protocol/framing.ts';
import { anyText } from '../any-text.ts';

const encoder = new TextEncoder();

/** Returns all messages that one reader finds in the text, split at the given places. */
function read(text: string, cuts: readonly number[] = []) {
	const bytes = encoder.encode(text);
	const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
	const reader = new FrameReader();
	return [0, ...places].flatMap((place, index) => reader.read(bytes.slice(place, places[index])));
}

interface Sent {
	readonly name: string;
	readonly payload: object;
}

const framings = {
	'to 7.4': ({ name, payload }: Sent, end: string) =>
		`${stringifyExact({ type: name, event: payload })}${end}`,
	'7.5 to 7.11': ({ name, payload }: Sent, end: string) =>
		`data: ${stringifyExact({ type: name, event: payload })}${end}${end}`,
	'7.12 to 7.14': ({ name, payload }: Sent, end: string) =>
		Object.keys(payload).length > 0
			? `data: ${stringifyExact({ topic: name, args: [], kwargs: payload })}${end}${end}`
			: `data: ${stringifyExact({ topic: name, args: [payload] })}${end}${end}`,
	'8.x': ({ name, payload }: Sent, end: string) =>
		`event: ${name}${end}data: ${stringifyExact(payload)}${end}${end}`,
};

const sent = fc.record({
	name: fc.constantFrom('events_start', 'torrent_finished', 'tribler_exception', 'x-ünknown', '__proto__'),
	payload: fc.dictionary(anyText(), fc.oneof(fc.jsonValue(), fc.bigInt()), { maxKeys: 4 }).map((payload) => {
		// Returns a value after a round trip: -0 is 0, and a small bigint is a number.
		const plain = parseExact(stringifyExact(payload));
		return typeof plain === 'object' && plain !== null ? plain : {};
	}),
});

const between = fc.constantFrom('', ': keep-alive', ':', 'id: 7', 'retry: 100');
const ending = fc.constantFrom('\n', '\r\n');
const cuts = fc.array(fc.nat(), { maxLength: 30 });

describe.each(Object.entries(framings))('the framing of %s', (_, frame) => {
	test('returns the sent events for any chunks', () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(between, sent)), ending, cuts, (messages, end, places) => {
				const text = messages
					.map(([line, one]) => (line === '' ? '' : `${line}${end}${end}`) + frame(one, end))
					.join('');
				const expected = messages.map(([, one]) => one);
				expect(read(text, places)).toEqual(expected);
			}),
		);
	});

	test('reads byte by byte, also within characters and line ends', () => {
		const one = { name: 'torrent_finished', payload: { name: 'Ünï \u{1f468}\u200d\u{1f469} 漢字', n: 1 } };
		const text = frame(one, '\r\n') + frame(one, '\n');
		expect(read(text, [...encoder.encode(text).keys()])).toEqual([one, one]);
	});

	test('reads a message of 5 MB in small chunks', () => {
		const one = { name: 'torrent_discovered', payload: { name: 'ü'.repeat(2_500_000) } };
		const bytes = encoder.encode(frame(one, '\n') + frame({ name: 'next', payload: { a: 1 } }, '\n'));
		const reader = new FrameReader();
		const found = [];
		let portions = 0;
		const [joined, searched] = [vi.spyOn(Array.prototype, 'join'), vi.spyOn(String.prototype, 'indexOf')];
		for (let from = 0; from < bytes.length; from += 1021) {
			portions++;
			found.push(...reader.read(bytes.subarray(from, from + 1021)));
		}
		const [joins, searches] = [joined.mock.calls.length, searched.mock.calls.length];
		vi.restoreAllMocks();
		expect(found).toEqual([one, { name: 'next', payload: { a: 1 } }]);
		// Joining or searching the whole line for every portion would be quadratic.
		expect(joins).toBeLessThan(20);
		expect(searches).toBeLessThan(portions + 20);
	});
});

test('FrameReader reads the frames of our own service', () => {
	fc.assert(
		fc.property(sent, ({ name, payload }) => {
			const text = frameLine(name, payload) + frameServerSent(name, payload);
			expect(read(text)).toEqual([
				{ name, payload },
				{ name, payload },
			]);
			expect(frameLine(name, payload).match(/\n/g)).toHaveLength(1);
		}),
	);
});

test.each([
	[
		'an event of [A] without content',
		'{"type":"upgrader_started"}\n',
		{ name: 'upgrader_started', payload: {} },
	],
	['a bare string', 'data: {"type":"x","event":"Saving"}\n\n', { name: 'x', payload: 'Saving' }],
	['an argument', 'data: {"topic":"x","args":["Saving"],"kwargs":{}}\n\n', { name: 'x', payload: 'Saving' }],
	['no arguments', 'data: {"topic":"x"}\n\n', { name: 'x', payload: {} }],
	['no space behind the colon', 'event:x\ndata:{"a":1}\n\n', { name: 'x', payload: { a: 1 } }],
	['data of several lines', 'event: x\ndata: {"a":\ndata: 1}\n\n', { name: 'x', payload: { a: 1 } }],
	['white space before it', ' \t  {"type":"x"}\n', { name: 'x', payload: {} }],
	['a byte order mark', '\ufeff{"type":"x"}\n', { name: 'x', payload: {} }],
	['null', 'event: x\ndata: null\n\n', { name: 'x', payload: null }],
])('%s', (_, text, event) => expect(read(text)).toEqual([event]));

test.each([
	['{"type":', 'not JSON: {"type":'],
	['data: oops\n', 'not JSON: oops'],
	['{"no":"type"}', 'no type: {"no":"type"}'],
	['data: [1]\n', 'no type: [1]'],
	['{"type":7}', 'no type: {"type":7}'],
	['<html>', 'unknown line: <html>'],
])('FrameReader reports %j as a fault, and continues', (line, fault) => {
	expect(read(`${line}\n{"type":"next"}\n`)).toEqual([{ fault }, { name: 'next', payload: {} }]);
});

test('a fault of FrameReader quotes only the beginning of its message', () => {
	const [fault] = read(`{${'x'.repeat(1_000_000)}\n`);
	expect(fault && 'fault' in fault && fault.fault.length).toBeLessThan(100);
});

test('FrameReader does not return an incomplete message', () => {
	expect(read('{"type":"x"}')).toEqual([]);
	expect(read('event: x\ndata: {}\n')).toEqual([]);
	expect(read('event: x\n\n')).toEqual([]);
});

test('the name of an event applies to that event only', () => {
	expect(read('event: x\n\ndata: {"type":"y"}\n\n')).toEqual([{ name: 'y', payload: {} }]);
});

test('FrameReader abandons an endless line', () => {
	const reader = new FrameReader();
	const bytes = encoder.encode('x'.repeat(1024 * 1024));
	expect(() => {
		for (let portions = 0; portions < 70; portions++) reader.read(bytes);
	}).toThrow(RangeError);
});
