import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test, vi } from 'vitest';
import {
	fit as fitted,
	shorten,
	shortenAtWord,
	shortenMiddle,
	truncate,
	width,
} from '../../source/format/cells.ts';
import { sanitize } from '../../source/format/sanitize.ts';
import { anyText } from '../any-text.ts';
import { isThorough, runs } from '../runs.ts';
import { hostileText } from './hostile.ts';

const cleanText = hostileText.map((text) => sanitize(text));

/** Text of scripts with a fast path. */
const simpleText = fc
	.array(
		fc.constantFrom(
			'a',
			'é',
			'ß',
			'Ж',
			'ъ',
			'の',
			'ノ',
			'漢',
			'字',
			'한',
			'글',
			'ש',
			'ص',
			'λ',
			'…',
			'█',
			'�',
			' ',
		),
		{ maxLength: 30 },
	)
	.map((pieces) => pieces.join(''));

const columns = fc.integer({ min: 0, max: 40 });
const alignment = fc.constantFrom('left', 'right', 'center');

test.each([
	['', 0],
	['abc', 3],
	['漢字', 4],
	['한글', 4],
	['e\u0301', 1],
	['\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', 2],
	['\u{1f1e9}\u{1f1ea}', 2],
	['1\ufe0f\u20e3', 2],
	['שלום', 4],
	['…', 1],
])('textWidth of %j is %d cells', (text, cells) => expect(width(text)).toBe(cells));

test('the fast and the slow path agree', () => {
	fc.assert(
		fc.property(fc.oneof(simpleText, cleanText), (text) => {
			expect(width(text)).toBe(stringWidth(text));
		}),
	);
	const wrong: number[] = [];
	for (let code = 0x20; code < 0xffff; code += isThorough ? 1 : 7) {
		const text = String.fromCharCode(code);
		if (sanitize(text) === text && width(text) !== stringWidth(text)) wrong.push(code);
	}
	expect(wrong).toEqual([]);
});

describe('fit', () => {
	test('returns exactly the requested cells', () => {
		fc.assert(
			fc.property(fc.oneof(cleanText, simpleText), columns, alignment, (text, cells, align) => {
				const result = fitted(text, cells, align);
				expect(width(result)).toBe(cells);
				expect(stringWidth(result)).toBe(cells);
			}),
			{ numRuns: runs(500) },
		);
	});

	test('keeps the text that fits, and marks truncation', () => {
		fc.assert(
			fc.property(fc.oneof(cleanText, simpleText), columns, (text, cells) => {
				const short = truncate(text, cells);
				if (width(text) <= cells && (cells > 0 || text === '')) expect(short).toBe(text);
				else if (cells > 0) expect(text.startsWith(short.slice(0, -1)) && short.endsWith('…')).toBe(true);
				else expect(short).toBe('');
			}),
			{ numRuns: runs(400) },
		);
	});

	test('accepts any text', () => {
		fc.assert(
			fc.property(anyText(), columns, (text, cells) => {
				expect(width(truncate(text, cells))).toBeLessThanOrEqual(cells);
			}),
		);
	});

	test.each([
		['abc', 5, 'left', 'abc  '],
		['abc', 5, 'right', '  abc'],
		['abc', 6, 'center', ' abc  '],
		['abcdef', 4, 'left', 'abc…'],
		['abcdef', 4, 'right', 'abc…'],
		['漢字漢', 5, 'left', '漢字…'],
		['漢字漢', 4, 'left', '漢… '],
		['漢字漢', 4, 'right', ' 漢…'],
		['漢', 1, 'left', '…'],
		['abc', 1, 'left', '…'],
		['abc', 0, 'left', ''],
		['abc', -3, 'left', ''],
		['', 3, 'left', '   '],
		['Cafe\u0301s', 5, 'left', 'Cafe\u0301s'],
		['Cafe\u0301s', 4, 'left', 'Caf…'],
	] as const)('%j in %d cells, %s', (text, cells, align, result) =>
		expect(fitted(text, cells, align)).toBe(result),
	);
});

test('fit examines only the head of a text of millions', () => {
	const [columns, unitsPerCell] = [40, 64];
	const examined: number[] = [];
	const tested = vi.spyOn(RegExp.prototype, 'test');
	const segmented = vi.spyOn(Intl.Segmenter.prototype, 'segment');
	for (const text of ['é'.repeat(8_000_000), '\u{1f468}'.repeat(4_000_000), 'a'.repeat(8_000_000)]) {
		fitted(text, columns);
		examined.push(...[...tested.mock.calls, ...segmented.mock.calls].map(([input]) => input.length));
	}
	vi.restoreAllMocks();
	expect(examined.length).toBeGreaterThan(3);
	expect(Math.max(...examined)).toBeLessThanOrEqual(columns * unitsPerCell);
});

describe('shortenMiddle', () => {
	test('keeps the beginning of a name and its extension', () => {
		const name = 'Show.S01E01.1080p.WEB-DL.mkv';
		expect(shortenMiddle(name, name.length)).toBe(name);
		expect(shortenMiddle(name, 21)).toBe('Show.S01E01.10…DL.mkv');
		expect(shortenMiddle('日本語の長い名前です.srt', 15)).toBe('日本語の長….srt');
		expect(shortenMiddle(name, 1)).toBe('…');
		expect(shortenMiddle(name, 0)).toBe('');
	});

	test.each(['a'.repeat(60), '日本語'.repeat(20), '👩‍👩‍👧'.repeat(20), 'e\u0301'.repeat(40)])(
		'%s never takes more cells',
		(name) => {
			for (let columns = 0; columns < 50; columns++)
				expect(width(shortenMiddle(name, columns))).toBeLessThanOrEqual(columns);
		},
	);
});

describe('shortenAtWord', () => {
	test.each([
		['Field recordings', 16, 'Field recordings'],
		['Field recordings', 10, 'Field…'],
		['Field recordings', 15, ''],
		['debian-13.2.0-amd64-netinst.iso', 16, 'debian-13.2.0…'],
		['debian-13.2.0-amd64-netinst.iso', 14, 'debian-13.2.0…'],
		['日本語の名前', 8, ''],
		['one', 0, ''],
	])('%s in %i cells: %s', (name, columns, shown) => {
		expect(shortenAtWord(name, columns)).toBe(shown);
	});

	test('never takes more cells', () => {
		fc.assert(
			fc.property(cleanText, fc.integer({ min: 0, max: 40 }), (name, columns) => {
				expect(width(shortenAtWord(name, columns))).toBeLessThanOrEqual(columns);
			}),
		);
	});
});

describe('shorten', () => {
	test('shortens the longest words first, and then the end', () => {
		const text = 'cannot write /srv/downloads/of/many/kinds/file.bin: no space';
		expect(shorten(text, 60)).toBe(text);
		expect(shorten(text, 50)).toBe('cannot write /srv/downloads…nds/file.bin: no space');
		expect(shorten(text, 30)).toBe('cannot write /srv/dow…le.bin:…');
		expect(shorten('words that are short', 10)).toBe('words tha…');
		expect(shorten('日本語日本語日本語日本語 x', 20)).toBe('日本語日…語日本語 x');
	});

	test('never exceeds its cells', () => {
		fc.assert(
			fc.property(cleanText, fc.integer({ min: 1, max: 60 }), (text, columns) => {
				expect(width(shorten(text, columns))).toBeLessThanOrEqual(columns);
			}),
		);
	});
});
