import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { InputDecoder } from '../../../source/tui/terminal/input/decoder.ts';
import type { TerminalReply } from '../../../source/tui/terminal/input/events.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A pause within input, ms. */
type Input = string | number;

/** Returns keys and replies of some input while replies with colors are expected. */
function read(...input: readonly Input[]): readonly (string | TerminalReply)[] {
	const seen: (string | TerminalReply)[] = [];
	const decoder = new InputDecoder(
		(event) => seen.push(event.type === 'key' ? `${event.alt ? 'alt-' : ''}${event.name}` : event.type),
		(reply) => seen.push(reply),
	);
	decoder.expectColors(2);
	for (const part of input) {
		if (typeof part === 'number') vi.advanceTimersByTime(part);
		else decoder.write(part);
	}
	vi.advanceTimersByTime(60_000);
	return seen;
}

const sequence = '\x1b]11;rgb:ffff/8080/0000\x1b\\';
const background = { colorOf: 'background', color: { red: 255, green: 128, blue: 0 } };
const bytes = [...sequence];

describe('a reply with a color', () => {
	test.each([
		['\x1b]11;rgb:ffff/8080/0000\x07', background],
		['\x1b]11;rgba:ff/80/00/ff\x1b\\', background],
		['\x1b]10;rgb:f/0/f\x1b\\', { colorOf: 'foreground', color: { red: 255, green: 0, blue: 255 } }],
		['\x1b]11;rgb:FFF/808/000\x07', background],
	])('is read in every form: %j', (reply, expected) => {
		expect(read(`a${reply}b`)).toEqual(['a', expected, 'b']);
	});

	test.each([
		'\x1b]11;?\x07',
		'\x1b]11;rgb:/1/2\x07',
		'\x1b]12;rgb:0/0/0\x07',
		'\x1b]11;rgb:12345/0/0\x1b\\',
		'\x1b]11;#d4d4d4\x1b\\',
		'\x1b]11;#d4d4d4\x1b\\',
	])('in another form is dropped: %j', (reply) => {
		expect(read(`a${reply}b`)).toEqual(['a', 'b']);
	});

	test('is read in single bytes, also with pauses', () => {
		expect(read(...bytes, 'a')).toEqual([background, 'a']);
		expect(read(...bytes.flatMap((byte) => [byte, 30]), 'a')).toEqual([background, 'a']);
	});

	test.each(bytes.slice(1).map((_, index) => index + 1))(
		'types nothing after a pause of 300 ms at byte %i, except the escape key that it looked like',
		(at) => {
			const seen = read(sequence.slice(0, at), 300, sequence.slice(at), 'a');
			const looksLike = at === 1 ? ['escape'] : at === 2 ? ['alt-]'] : [];
			expect(seen).toEqual([...looksLike, background, 'a']);
		},
	);

	test('may arrive at any time, between keys and other replies', () => {
		expect(read('j', 20_000, `\x1b[0n${sequence}k`)).toEqual(['j', 'alive', background, 'k']);
		expect(read(`\x1b${sequence}k`)).toEqual(['escape', background, 'k']);
	});

	test('without an end ends at the first key that cannot belong to it', () => {
		expect(read('\x1b]11;rgb:ff', 'j')).toEqual(['j']);
		expect(read('\x1b]11;rgb:ff', '\x1b[B')).toEqual(['down']);
		expect(read('\x1b]11;rgb:ff', 6000, 'a')).toEqual(['a']);
		expect(read('\x1b', 300, ']11;rgb:ff', 'j')).toEqual(['escape', 'j']);
		expect(read('\x1b', 300, ']11;rgb:ff', 6000, 'a')).toEqual(['escape', 'a']);
	});

	test('with other text is dropped up to its end', () => {
		expect(read('\x1b]11;hello world quit q d D y\x07', 'j')).toEqual(['j']);
		expect(read('\x1b]11;rgb:zz/\0 \ufffd/q\x1b\\j')).toEqual(['j']);
		expect(read('\x1b]11;\0\x07', 'k')).toEqual(['k']);
	});

	test('is dropped up to its end, however long', () => {
		const part = 'f'.repeat(5000);
		expect(read('\x1b]11;rgb:', part, part, part, '\x1b\\', 'j')).toEqual(['j']);
	});

	test('is not taken for keys that a user presses', () => {
		expect(read('\x1b', 300, ']')).toEqual(['escape', ']']);
		expect(read('\x1b', 300, ']', 'j')).toEqual(['escape', ']', 'j']);
		expect(read('\x1b', 300, 'j')).toEqual(['escape', 'j']);
		expect(read('\x1b]', 300, '1', 'j')).toEqual(['alt-]', '1', 'j']);
		expect(read('\x1b', 300, '\x1b', 300, ']')).toEqual(['escape', 'escape', ']']);
	});
});
