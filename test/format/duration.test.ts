import fc from 'fast-check';
import { expect, test } from 'vitest';
import { age, duration } from '../../source/format/duration.ts';

const hour = 3600;
const day = 24 * hour;

test.each([
	[0, '0s'],
	[45.4, '45s'],
	[59.6, '1m 0s'],
	[725, '12m 5s'],
	[2 * hour, '2h 0m'],
	[2 * hour + 59 * 60 + 59, '2h 59m'],
	[3 * day + 4 * hour + 5, '3d 4h'],
	[100 * day - 1, '99d 23h'],
	[100 * day - 0.2, '∞'],
	[100 * day, '∞'],
	[2e15, '∞'],
	[Number.POSITIVE_INFINITY, '∞'],
	[Number.NaN, '∞'],
	[-1, '–'],
])('a duration of %d s is %s', (seconds, text) => expect(duration(seconds)).toBe(text));

test('a duration fits into seven characters and never shows 60 of a unit', () => {
	fc.assert(
		fc.property(fc.double(), (seconds) => {
			const text = duration(seconds);
			expect(text.length).toBeLessThanOrEqual(7);
			expect(text).not.toMatch(/\b60[sm]|\b24h/);
		}),
	);
});

test.each([
	[0, '0s'],
	[12.9, '12s'],
	[59.9, '59s'],
	[60, '1m'],
	[3 * hour + 1, '3h'],
	[12 * day, '12d'],
	[800 * day, '2y'],
	[-30, '0s'],
	[Number.NaN, '–'],
	[Number.POSITIVE_INFINITY, '–'],
])('an age of %d s is %s', (seconds, text) => expect(age(seconds)).toBe(text));
