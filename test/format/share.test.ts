import fc from 'fast-check';
import { expect, test } from 'vitest';
import { percent, ratio } from '../../source/format/share.ts';

test.each([
	[0, '0.00'],
	[1.25, '1.25'],
	[9.996, '10.0'],
	[12.34, '12.3'],
	[99.96, '100'],
	[123.4, '123'],
	[9999.4, '9999'],
	[9999.6, '>9999'],
	[1e300, '>9999'],
	[Number.POSITIVE_INFINITY, '∞'],
	[Number.NaN, '–'],
	[-1, '–'],
])('a ratio of %d is %s', (value, text) => expect(ratio(value)).toBe(text));

test.each([
	[0, '0.0%'],
	[0.29, '29.0%'],
	[0.412, '41.2%'],
	[0.4129, '41.2%'],
	[0.9999999999, '99.9%'],
	[1, '100%'],
	[1.5, '100%'],
	[-1, '0.0%'],
	[Number.NaN, '–'],
])('a progress of %d is %s', (progress, text) => expect(percent(progress)).toBe(text));

test('only complete downloads show 100%', () => {
	fc.assert(
		fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (progress) => {
			expect(percent(progress)).toMatch(/^\d\d?\.\d%$/);
		}),
	);
});
