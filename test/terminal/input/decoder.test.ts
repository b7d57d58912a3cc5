import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { InputDecoder } from '../../../source/tui/terminal/input/decoder.ts';
import type { InputEvent } from '../../../source/tui/terminal/input/events.ts';
import { anyText } from '../../any-text.ts';
import { keys } from './known-keys.ts';

/** Returns the events of some bytes, from one read or from several. */
function decode(...chunks: (string | Buffer)[]): InputEvent[] {
	const events: InputEvent[] = [];
	const decoder = new InputDecoder((event) => events.push(event));
	for (const chunk of chunks) decoder.write(chunk);
	decoder.flush();
	return events;
}

/** Returns events in short form: 'ctrl-alt-shift-name'; pastes and others unchanged. */
function short(events: InputEvent[]): unknown[] {
	return events.map((event) =>
		event.type === 'key'
			? `${event.ctrl ? 'ctrl-' : ''}${event.alt ? 'alt-' : ''}${event.shift ? 'shift-' : ''}${event.name}`
			: event,
	);
}

describe('keys', () => {
	test.each(Object.entries(keys))('%j is %s', (bytes, name) => {
		expect(short(decode(bytes)).join()).toBe(name);
	});

	test('the text of a key is the typed one', () => {
		const texts = (bytes: string) =>
			decode(bytes).map((event) => (event.type === 'key' ? event.text : undefined));
		expect(texts('aA é日\r\t\x1b[A\x01\x1bx')).toEqual(['a', 'A', ' ', 'é', '日', '', '', '', '', '']);
	});

	test('several keys in one read are returned in order', () => {
		expect(short(decode('jjj\x1b[Akk\x7f\x7f\x1bOP\tq'))).toEqual(
			'j j j up k k backspace backspace f1 tab q'.split(' '),
		);
	});
});

describe('sequences that are no key type nothing', () => {
	const replies = {
		'device attributes': '\x1b[?62;22c',
		'secondary attributes': '\x1b[>41;354;0c',
		'cursor position': '\x1b[12;40R',
		'cursor position in the first row': '\x1b[1;40R',
		'mode report': '\x1b[?2026;2$y',
		'keyboard flags': '\x1b[?1u',
		'a color': '\x1b]11;rgb:0000/0000/0000\x07',
		'a color, ended with ST': '\x1b]11;rgb:0000/0000/0000\x1b\\',
		'a version': '\x1bP>|xterm(367)\x1b\\',
		'an application string': '\x1b_Gi=31;OK\x1b\\',
		'window size': '\x1b[8;24;80t',
		'a key going up': '\x1b[97;1:3u',
		'a shift key alone': '\x1b[57441u',
		'a key unknown here': '\x1b[25~',
		'keypad five': '\x1b[E',
		'the old mouse': '\x1b[M !!',
		'a byte that is no UTF-8': Buffer.from([0xff]),
		'a C1 control': '\u0085',
		'a side button': '\x1b[<128;1;1M',
	};
	test.each(Object.entries(replies))('%s', (_name, bytes) => {
		expect(decode(bytes)).toEqual([]);
		expect(short(decode('a', bytes, 'b'))).toEqual(['a', 'b']);
	});

	test('a truncated sequence is dropped', () => {
		expect(short(decode('a\x1b[12;'))).toEqual(['a']);
	});

	test('an invalid sequence does not affect the next one', () => {
		expect(short(decode('\x1b[1;\x1b[A'))).toEqual(['up']);
		expect(short(decode('\x1b]11;rgb\x1b[B'))).toEqual(['down']);
		expect(short(decode(`\x1b[${'1;'.repeat(3000)}`, 'x'))).toEqual(['x']);
	});
});

describe('answers', () => {
	/** Events and answers in one order. */
	function everything(...chunks: string[]): unknown[] {
		const order: unknown[] = [];
		const decoder = new InputDecoder(
			(event) => order.push(event.type === 'key' ? event.name : event.type),
			(reply) => order.push(`<${reply}>`),
		);
		for (const chunk of chunks) decoder.write(chunk);
		decoder.flush();
		return order;
	}

	test('are no events, and are returned in order among them', () => {
		expect(everything('a\x1b[0nb\x1b[?1uc\x1b[?u\x1b[0n\x1b[0n')).toEqual(
			'a <alive> b <keyboard> c <keyboard> <alive> <alive>'.split(' '),
		);
		expect(everything('\x1b[0u', '\x1b[3n', '\x1b[?0n')).toEqual([]);
	});

	test('are recognized in any chunks', () => {
		for (const answer of ['\x1b[0n', '\x1b[?31u']) {
			const name = answer.endsWith('n') ? '<alive>' : '<keyboard>';
			for (let at = 1; at < answer.length; at++) {
				expect(everything(`a${answer.slice(0, at)}`, `${answer.slice(at)}b`)).toEqual(['a', name, 'b']);
			}
			expect(everything(...answer)).toEqual([name]);
		}
	});

	test('after the escape key do not change it, nor do other reports of a terminal', () => {
		for (const [sent, name] of [
			['\x1b[0n', '<alive>'],
			['\x1b[?31u', '<keyboard>'],
			['\x1b[<0;3;4M', 'mouse'],
			['\x1b[I', 'focus'],
			['\x1b[200~text\x1b[201~', 'paste'],
		] as const) {
			const input = `\x1b${sent}`;
			for (let at = 1; at < input.length; at++) {
				expect(everything(input.slice(0, at), `${input.slice(at)}b`)).toEqual(['escape', name, 'b']);
			}
			expect(everything(...input)).toEqual(['escape', name]);
		}
		expect(everything('\x1b\x1b[3n', '\x1b\x1b[?0')).toEqual(['escape', 'escape']);
		expect(everything('\x1b\x1b[1;\x1b[A', '\x1b\x1b[[')).toEqual(['escape', 'up', 'escape']);
		expect(everything('\x1b\x1b[25~', '\x1b\x1b[E'), 'keys that are not known, with alt').toEqual([]);
	});

	test('may pause within, unlike keys', () => {
		vi.useFakeTimers();
		try {
			const order: unknown[] = [];
			const decoder = new InputDecoder(
				(event) => order.push(event),
				(reply) => order.push(reply),
			);
			decoder.write('\x1b[0');
			vi.advanceTimersByTime(300);
			decoder.write('n');
			decoder.write('\x1b[?');
			vi.advanceTimersByTime(300);
			decoder.write('1u');
			expect(order).toEqual(['alive', 'keyboard']);
		} finally {
			vi.useRealTimers();
		}
	});

	test('in a paste are part of its text', () => {
		expect(everything('\x1b[200~\x1b[0n\x1b[201~')).toEqual(['paste']);
	});
});

describe('pastes', () => {
	const paste = (text: string) => `\x1b[200~${text}\x1b[201~`;

	test('are one event with control characters and sequences as text', () => {
		const text = 'q\r\nd\x1b[A\x03\t日';
		expect(short(decode(`a${paste(text)}b`))).toEqual(['a', { type: 'paste', text }, 'b']);
	});

	test('are also an event if empty', () => {
		expect(decode(paste(''))).toEqual([{ type: 'paste', text: '' }]);
	});

	test('are truncated if huge, and the rest is not typed', () => {
		const events = decode(
			'\x1b[200~',
			...Array.from({ length: 30 }, () => 'q'.repeat(100_000)),
			'\x1b[201~x',
		);
		expect(events).toHaveLength(2);
		expect(events[0]?.type === 'paste' && events[0].text.length).toBe(1_000_000);
		expect(short(events.slice(1))).toEqual(['x']);
	});

	test('without an end are ended by a timeout', () => {
		vi.useFakeTimers();
		try {
			const events: InputEvent[] = [];
			const decoder = new InputDecoder((event) => events.push(event));
			decoder.write('\x1b[200~abc');
			vi.advanceTimersByTime(2000);
			expect(events).toEqual([]);
			decoder.write('def');
			vi.advanceTimersByTime(5000);
			decoder.write('g');
			expect(short(events)).toEqual([{ type: 'paste', text: 'abcdef' }, 'g']);
		} finally {
			vi.useRealTimers();
		}
	});
});

describe('mouse and focus', () => {
	const mouse = { type: 'mouse', ctrl: false, alt: false, shift: false };

	test('are distinguished from keys', () => {
		expect(decode('\x1b[<0;10;5M\x1b[<0;10;5m\x1b[<2;1;1M')).toEqual([
			{ ...mouse, action: 'press', button: 'left', column: 9, row: 4 },
			{ ...mouse, action: 'release', button: 'left', column: 9, row: 4 },
			{ ...mouse, action: 'press', button: 'right', column: 0, row: 0 },
		]);
		expect(decode('\x1b[<64;3;4M\x1b[<81;3;4M\x1b[<32;3;4M\x1b[<35;3;4M')).toEqual([
			{ ...mouse, action: 'scroll', button: 'wheel-up', column: 2, row: 3 },
			{ ...mouse, action: 'scroll', button: 'wheel-down', column: 2, row: 3, ctrl: true },
			{ ...mouse, action: 'move', button: 'left', column: 2, row: 3 },
			{ ...mouse, action: 'move', button: 'none', column: 2, row: 3 },
		]);
		expect(decode('\x1b[I\x1b[O')).toEqual([
			{ type: 'focus', focused: true },
			{ type: 'focus', focused: false },
		]);
	});
});

describe('timeouts', () => {
	test('a lone ESC is the escape key after a while; with more bytes in time it is not', () => {
		vi.useFakeTimers();
		try {
			const events: InputEvent[] = [];
			const decoder = new InputDecoder((event) => events.push(event));
			decoder.write('\x1b');
			vi.advanceTimersByTime(30);
			expect(events).toEqual([]);
			vi.advanceTimersByTime(30);
			expect(short(events)).toEqual(['escape']);
			decoder.write('\x1b');
			vi.advanceTimersByTime(30);
			decoder.write('[A');
			vi.advanceTimersByTime(1000);
			expect(short(events)).toEqual(['escape', 'up']);
		} finally {
			vi.useRealTimers();
		}
	});

	test('a reply in pieces over a slow link is no key', () => {
		vi.useFakeTimers();
		try {
			const events: InputEvent[] = [];
			const decoder = new InputDecoder((event) => events.push(event));
			decoder.write('\x1b]11;rgb:00');
			vi.advanceTimersByTime(300);
			decoder.write('00/0000/0000\x07');
			vi.advanceTimersByTime(1000);
			expect(events).toEqual([]);
		} finally {
			vi.useRealTimers();
		}
	});
});

test('events are the same for any chunks', () => {
	const pieces = fc.constantFrom(
		...Object.keys(keys),
		'\x1b[200~pa\x1bste\r日\x1b[201~',
		'\x1b[<0;10;5M',
		'\x1b[I',
		'\x1b]11;rgb:0/0/0\x1b\\',
		'\x1b[?1;2c',
		'\x1b[M abc',
		'\x1b[9;9',
		'\x1bP1$r\x07',
		'👨‍👩‍👧‍👦',
	);
	fc.assert(
		fc.property(
			fc.array(fc.oneof({ weight: 6, arbitrary: pieces }, { weight: 1, arbitrary: anyText() }), {
				maxLength: 12,
			}),
			fc.array(fc.nat(1000), { maxLength: 12 }),
			(parts, cuts) => {
				const bytes = Buffer.from(parts.join(''));
				const places = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort(
					(a, b) => a - b,
				);
				const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
				expect(decode(...chunks)).toEqual(decode(bytes));
				expect(decode(...Array.from(bytes, (byte) => Buffer.from([byte])))).toEqual(decode(bytes));
			},
		),
		{ numRuns: 2000 },
	);
});

test('the decoder accepts any bytes, and returns no control characters as names', () => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
			for (const event of decode(Buffer.from(bytes))) {
				if (event.type === 'key') expect(event.name + event.text).not.toMatch(/[\x00-\x1f\x7f-\x9f\ufffd]/);
			}
		}),
		{ numRuns: 3000 },
	);
});
