import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { sanitize } from '../../source/format/sanitize.ts';
import { runs } from '../runs.ts';
import { hostileText } from './hostile.ts';

/** Characters that could act on a terminal or hide in the result. */
const forbidden =
	/[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\u200b\u200c\u2060\ufeff\u00ad\ufff9-\ufffc]|[\u{e0000}-\u{e0fff}]|[\ufe00-\ufe0e]/u;

describe('sanitize, for any text', () => {
	test('returns no control character or sequence', () => {
		fc.assert(
			fc.property(hostileText, fc.nat(60), (text, length) => {
				expect(sanitize(text)).not.toMatch(forbidden);
				expect(sanitize(text, length)).not.toMatch(forbidden);
			}),
			{ numRuns: runs(400) },
		);
	});

	test('is idempotent', () => {
		fc.assert(
			fc.property(hostileText, fc.nat(60), (text, length) => {
				const once = sanitize(text);
				expect(sanitize(once)).toBe(once);
				const short = sanitize(text, length);
				expect(sanitize(short, length)).toBe(short);
				expect(sanitize(short)).toBe(short);
			}),
			{ numRuns: runs(400) },
		);
	});

	test('limits the length, and marks truncation', () => {
		fc.assert(
			fc.property(hostileText, fc.nat(60), (text, length) => {
				const whole = sanitize(text);
				const short = sanitize(text, length);
				expect(short.length).toBeLessThanOrEqual(length);
				if (short !== whole && length > 0) expect(short.endsWith('…')).toBe(true);
				if (whole.length <= length && text.length <= length * 4) expect(short).toBe(whole);
			}),
			{ numRuns: runs(300) },
		);
	});

	test('allows four combining marks a base, and none at the start', () => {
		fc.assert(
			fc.property(hostileText, (text) => {
				expect(sanitize(text)).not.toMatch(/^[\p{Mn}\p{Me}]/u);
				expect(sanitize(text)).not.toMatch(/(?:(?!\ufe0f)[\p{Mn}\p{Me}]){5}/u);
			}),
		);
	});

	test('keeps joiners and tones only within emoji', () => {
		fc.assert(
			fc.property(hostileText, (text) => {
				const clean = sanitize(text);
				expect(clean).not.toMatch(/(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d/u);
				expect(clean).not.toMatch(/\u200d(?!\p{Extended_Pictographic})/u);
				expect(clean).not.toMatch(/(?<!\p{Emoji_Modifier_Base})\p{Emoji_Modifier}/u);
			}),
			{ numRuns: runs(300) },
		);
	});
});

test.each([
	['plain text', 'ubuntu-26.04-live-server.iso', 'ubuntu-26.04-live-server.iso'],
	['a color', 'a\x1b[31mred\x1b[0m', 'a�red�'],
	['a title, ended by BEL', '\x1b]0;pwned\x07name', '�name'],
	['a hyperlink, ended by ST', '\x1b]8;;http://x\x1b\\name', '�name'],
	['a string without an end stays visible', '\x1b]0;name', '�]0;name'],
	['an 8-bit control sequence', '\x9b2Jname', '�name'],
	['a lone escape', 'a\x1b', 'a�'],
	['escape upon escape', '\x1b\x1b[31m[31m', '��[31m'],
	['a bell and a deletion', 'a\x07b\x7fc', 'a�b�c'],
	['breaks and tabs', 'a\r\nb\tc\u0085d\u2028e', 'a  b c d e'],
	['text turned around', 'photo\u202egpj.exe', 'photo�gpj.exe'],
	['direction marks', '\u200eשלום\u200f', 'שלום'],
	['invisible characters', 'a\u200bb\u2060c\ufeffd\u00ade', 'abcde'],
	['fillers that look like nothing', '\u3164\u115f\u1160', ''],
	['strange spaces', 'a\u00a0b\u2003c\u3000d', 'a b c\u3000d'],
	['half a pair', 'a\ud83db', 'a�b'],
	['private use and noncharacters', '\ue000\ufdd0\u{10ffff}', '���'],
	['annotations', '\ufff9a\ufffab\ufffb', '�a�b�'],
	['tags', '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}', '\u{1f3f4}'],
	['a pile of marks', `a${'\u0301'.repeat(100)}b`, `a${'\u0301'.repeat(4)}b`],
	['a mark without a base', '\u0301a', 'a'],
	['decent marks', 'Cafe\u0301', 'Cafe\u0301'],
	['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
	['a heart in color', '\u2764\ufe0f', '\u2764\ufe0f'],
	['a keycap', '1\ufe0f\u20e3', '1\ufe0f\u20e3'],
	['a selector on a letter', 'a\ufe0f1\ufe0f', 'a1'],
	['selector upon selector', '\u2764\ufe0f\ufe0f\ufe0f', '\u2764\ufe0f'],
	['a tone on a hand', '\u{1f44d}\u{1f3fd}', '\u{1f44d}\u{1f3fd}'],
	['tone upon tone', '\u{1f44d}\u{1f3fd}\u{1f3fd}', '\u{1f44d}\u{1f3fd}�'],
	['a joiner between letters', 'a\u200db', 'ab'],
	['a joiner at the end', '\u{1f468}\u200d', '\u{1f468}'],
	['Thai', 'น้ำ', 'น\u0e49\u0e4d\u0e32'],
])('%s', (_, text, clean) => expect(sanitize(text)).toBe(clean));

test('sanitize limits a chain of joiners', () => {
	const chain = Array.from({ length: 100 }, () => '\u{1f468}').join('\u200d');
	for (const part of sanitize(chain).split(/(?<!\u200d)(?=\u{1f468})/u)) {
		expect(part.split('\u200d').length).toBeLessThanOrEqual(5);
	}
});

test('sanitize cuts between characters', () => {
	expect(sanitize('abcdef', 4)).toBe('abc…');
	expect(sanitize('ab\u{1f468}cdef', 4)).toBe('ab…');
	expect(sanitize('abcd', 4)).toBe('abcd');
	expect(sanitize('abcd', 1)).toBe('…');
	expect(sanitize('abcd', 0)).toBe('');
});

test.each([
	['letters', 'é'.repeat(8_000_000)],
	['invisible characters', '\u200b'.repeat(8_000_000)],
	['escape sequences without an end', '\x1b]'.repeat(4_000_000)],
	['one string without an end', `\x1b]${'x'.repeat(8_000_000)}`],
	['parameters without an end', `\x1b[${'0;'.repeat(4_000_000)}`],
])('sanitize examines only the head of eight million units of %s', (_, text) => {
	const read = vi.spyOn(String.prototype, 'codePointAt');
	const matched = vi.spyOn(RegExp.prototype, 'exec');
	sanitize(text, 100);
	const reads = read.mock.calls.length;
	const expressions = matched.mock.contexts.filter(
		(_, call) => (matched.mock.calls[call]?.[0].length ?? 0) > 2,
	);
	vi.restoreAllMocks();
	expect(reads).toBeGreaterThan(0);
	expect(reads).toBeLessThan(1_000);
	// An expression that sees the whole text is tried at one place and repeats nothing without a bound.
	for (const { sticky, source } of expressions as RegExp[]) {
		expect(sticky).toBe(true);
		expect(source.replace(/\\.|\[[^\]]*\]/g, '')).not.toMatch(/[*+]|,\}/);
	}
});
