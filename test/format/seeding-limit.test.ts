import { describe, expect, test } from 'vitest';
import {
	readRatioLimit,
	readTimeLimit,
	typedRatioLimit,
	typedTimeLimit,
} from '../../source/format/seeding-limit.ts';

describe('seeding limits', () => {
	test.each([
		['2', 2],
		['1,5', 1.5],
		['none', 0],
		['0', 0],
		['', null],
		['inherit', null],
		['-1', undefined],
		['1e9', undefined],
		['9999999', undefined],
		['2x', undefined],
	])('reads the ratio %o as %o', (text, ratio) => {
		expect(readRatioLimit(text)).toBe(ratio);
	});

	test.each([
		['90m', 90],
		['2d', 2_880],
		['1s', 1],
		['none', 0],
		['0', 0],
		['', null],
		['90', undefined],
		['999999999w', undefined],
	])('reads the time %o as %o minutes', (text, minutes) => {
		expect(readTimeLimit(text)).toBe(minutes);
	});

	test.each([null, 0, 0.5, 2, 1_000_000])('formats the ratio %o so that it is read again', (ratio) => {
		expect(readRatioLimit(typedRatioLimit(ratio))).toBe(ratio);
	});

	test.each([null, 0, 1, 90, 1_441])('formats %o minutes so that they are read again', (minutes) => {
		expect(readTimeLimit(typedTimeLimit(minutes))).toBe(minutes);
	});
});
