import { expect, test } from 'vitest';
import { readRate } from '../../source/format/read-rate.ts';

test.each([
	['500K', 500 * 1024],
	['500', 500 * 1024],
	['2M', 2 * 1024 ** 2],
	['1.5 MiB/s', 1.5 * 1024 ** 2],
	['1,5m', 1.5 * 1024 ** 2],
	['64kb', 64 * 1024],
	['1g', 1024 ** 3],
	['100 B/s', 100],
	['none', 0],
	['0', 0],
	['-1', 0],
	['∞', 0],
	[' off ', 0],
])('readRate reads %s as a limit', (text, rate) => {
	expect(readRate(text)).toBe(rate);
});

test.each(['', 'fast', '5 apples', '1e9', '-5', '0.0001 B', '999999999999G', '1 2', 'K'])(
	'readRate reads %j as no limit',
	(text) => {
		expect(readRate(text)).toBeUndefined();
	},
);
