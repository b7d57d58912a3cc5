import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { textWidth } from '../../source/format/text-width.ts';
import { anyText } from '../any-text.ts';
import { isThorough, runs } from '../runs.ts';
import { hostileText } from './hostile.ts';

const emoji = [
	...['👍', '👨‍👩‍👧‍👦', '👨‍👩‍👧', '🇩🇪', '❤️', '❤', '1️⃣', '1⃣', '👋🏽', '☺', '©️', '™'],
	...['⛹🏿‍♀️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🧑‍🤝‍🧑'],
];
const parts = [
	...'aé日本ﾊﾞ한각ᄀ가가ㅏ…✓ا',
	...['\u0301', '\u0903', '\u093f', '\u0e33', '\u200d', '\ufe0f', '\u20e3', '\ud800', '\u00ad', '\u0000'],
	...emoji,
];

/** Text to measure. Escape sequences count as their characters, as in the function under test. */
const expected = (text: string) => stringWidth(text, { countAnsiEscapeCodes: true });

/** Steps through all characters, and through blocks whose characters have one width. */
const [STEP, UNIFORM_STEP] = isThorough ? [1, 1] : [7, 97];

/** Whether a character is in the middle of a block of ideographs or hangul syllables, or of historic scripts. */
function isUniform(code: number): boolean {
	const blocks = [
		[0x3500, 0x9f00],
		[0xac10, 0xd790],
		[0xe010, 0xf8f0],
		[0x12000, 0x16000],
		[0x17000, 0x1b000],
	] as const;
	return blocks.some(([first, last]) => code >= first && code < last);
}

test('code points have the width of string-width', () => {
	const wrong: string[] = [];
	const check = (code: number) => {
		const character = String.fromCodePoint(code);
		if (textWidth(character) !== expected(character)) wrong.push(code.toString(16));
	};
	// Individually assigned characters, then samples of uniform blocks.
	for (let code = 0; code < 0x20000; code += isUniform(code) ? UNIFORM_STEP : STEP) check(code);
	for (let code = 0x20000; code <= 0x10ffff; code += 97 * STEP) check(code);
	for (const end of [0x2fffd, 0x2fffe, 0x30000, 0x3fffd, 0x3fffe, 0xe0100, 0x10ffff]) check(end);
	expect(wrong).toEqual([]);
});

test('every text has the width of string-width', () => {
	for (const text of emoji) expect(textWidth(text)).toBe(expected(text));
	const text = fc.oneof(
		hostileText,
		fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((pieces) => pieces.join('')),
		anyText({ maxLength: 12 }),
		fc.string({ unit: 'grapheme', maxLength: 12 }),
	);
	fc.assert(
		fc.property(text, (sample) => {
			expect(textWidth(sample)).toBe(expected(sample));
		}),
		{ numRuns: runs(500) },
	);
});
