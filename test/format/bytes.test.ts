import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytes, rate, speed } from '../../source/format/bytes.ts';

describe('bytes', () => {
	test.each([
		[0, '0 B'],
		[1, '1 B'],
		[1023, '1023 B'],
		[1024, '1.0 KiB'],
		[1_300_000, '1.2 MiB'],
		[44_238_163_149, '41.2 GiB'],
		[99.94 * 1024, '99.9 KiB'],
		[99.96 * 1024, '100 KiB'],
		[1023.4 * 1024, '1023 KiB'],
		[1023.7 * 1024, '1.0 MiB'],
		[2 ** 40, '1.0 TiB'],
		[2 ** 63, '8.0 EiB'],
		[1e300, '∞'],
		[Number.POSITIVE_INFINITY, '∞'],
		[-1, '–'],
		[Number.NaN, '–'],
	])('%d is %s', (count, text) => expect(bytes(count)).toBe(text));

	test('bytes takes at most four digits and eight characters', () => {
		fc.assert(
			fc.property(fc.double({ min: 0, noNaN: true }), (count) => {
				const text = bytes(count);
				expect(text.length).toBeLessThanOrEqual(8);
				expect(text.replace(/\D/g, '').length).toBeLessThanOrEqual(4);
			}),
		);
	});

	test('a larger amount is never shown as a smaller one', () => {
		const order = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB'];
		const shown = (text: string) => {
			const [digits = '', unit = ''] = text.split(' ');
			return Number(digits) * 1024 ** order.indexOf(unit);
		};
		fc.assert(
			fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (a, b) => {
				expect(shown(bytes(Math.min(a, b)))).toBeLessThanOrEqual(shown(bytes(Math.max(a, b))));
			}),
		);
	});
});

test.each([
	[0, '–'],
	[0.2, '–'],
	[1, '1 B/s'],
	[1_300_000, '1.2 MiB/s'],
	[Number.NaN, '–'],
	[-5, '–'],
	[Number.POSITIVE_INFINITY, '∞/s'],
])('a speed of %d is %s', (rate, text) => expect(speed(rate)).toBe(text));

test.each([
	[0, '0 B/s'],
	[1_300_000, '1.2 MiB/s'],
	[Number.NaN, '–'],
	[-5, '–'],
])('a rate of %d is %s', (bytesPerSecond, text) => expect(rate(bytesPerSecond)).toBe(text));
