import { expect, test } from 'vitest';
import { width } from '../../source/format/cells.ts';
import { wrapWhole } from '../../source/format/wrap-whole.ts';

test('wrapWhole breaks lines between words, and within words that are longer than a line', () => {
	expect(wrapWhole('one two three', 7)).toEqual(['one two', 'three']);
	expect(wrapWhole('a http://host/long/path end', 8)).toEqual(['a', 'http://h', 'ost/long', '/path', 'end']);
	expect(wrapWhole('', 8)).toEqual(['']);
});

test('wrapWhole loses no text and exceeds no width, in any script', () => {
	const text = '日本語の名前ネストされた資料 مرحبابالعالم 👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧 हिन्दीमेंनामलंबाहै café';
	for (let columns = 2; columns < 30; columns++) {
		const lines = wrapWhole(text, columns);
		expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
		expect(lines.filter((line) => width(line) > columns)).toEqual([]);
	}
});
