import { expect, test } from 'vitest';
import { width } from '../../source/format/cells.ts';
import { wrap } from '../../source/format/wrap.ts';

test('wrap breaks a sentence between words', () => {
	expect(wrap('Wrap these two short lines.', 14)).toEqual(['Wrap these two', 'short lines.']);
	expect(wrap('short', 14)).toEqual(['short']);
	expect(wrap('', 14)).toEqual(['']);
});

test('wrap exceeds no width, with long words or wide characters', () => {
	const lines = wrap('at http://a.very.long.address.example/ 日本語の名前 日本語', 12);
	expect(lines).toEqual(['at', 'http://a.ve…', '日本語の名前', '日本語']);
	expect(lines.every((line) => width(line) <= 12)).toBe(true);
});
