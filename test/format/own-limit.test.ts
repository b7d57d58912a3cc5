import { expect, test } from 'vitest';
import { INHERITED, ownLimitText, readOwnLimit, UNLIMITED } from '../../source/format/own-limit.ts';

test('readOwnLimit tells no limit from that of the label, where there are labels', () => {
	expect(['2K', 'none', ' Inherit ', '-1', '', '5 apples'].map((text) => readOwnLimit(text, true))).toEqual([
		2_048,
		UNLIMITED,
		INHERITED,
		UNLIMITED,
		undefined,
		undefined,
	]);
	expect(['2K', 'none', 'inherit'].map((text) => readOwnLimit(text, false))).toEqual([2_048, 0, undefined]);
});

test('ownLimitText mentions the label only if the download has one', () => {
	expect(ownLimitText(2_048, 'films')).toBe('2.0 KiB/s');
	expect(ownLimitText(UNLIMITED, 'films')).toBe('none');
	expect(ownLimitText(INHERITED, 'films')).not.toBe('none');
	expect(ownLimitText(INHERITED, '')).toBe('none');
});
