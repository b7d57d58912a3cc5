import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divideDown, divideUp } from '../../../source/basics/big-integers.ts';
import { comparePrices } from '../../../source/basics/market/price.ts';
import { readExactAmount } from '../../../source/protocol/exact-amount.ts';
import { ExactDecimal } from '../../../source/protocol/exact-json.ts';
import {
	formatAmount,
	MAX_PRECISION,
	MAX_UNITS,
	parseAmount,
} from '../../../source/service/market/amount.ts';
import { processorTime } from '../../programs/processor-time.ts';

const units = fc.bigInt(0n, MAX_UNITS);
const precision = fc.integer({ min: 0, max: MAX_PRECISION });

describe('parseAmount', () => {
	test.each([
		['0', 8, 0n],
		['0.0', 0, 0n],
		['0e99', 0, 0n],
		['10', 0, 10n],
		['0.1', 8, 10_000_000n],
		['0.30000000000000004', 17, 30_000_000_000_000_004n],
		['123456789012.123456789012345678', 18, 123_456_789_012_123_456_789_012_345_678n],
		['1.50', 1, 15n],
		['1e3', 2, 100_000n],
		['2.5E-3', 4, 25n],
		['120e-1', 0, 12n],
		['9007199254740993', 0, 9_007_199_254_740_993n],
	] as const)('reads %s with %i decimals', (text, decimals, amount) => {
		expect(parseAmount(text, decimals)).toBe(amount);
	});

	test.each([
		'',
		'-1',
		'+1',
		'.5',
		'5.',
		'01',
		'1,5',
		'1 ',
		' 1',
		'1\n',
		'0x10',
		'NaN',
		'Infinity',
		'1e',
		'1e1000',
		'1_0',
		'٣',
	])('refuses %j', (text) => {
		expect(parseAmount(text, 8)).toBe('not-a-number');
	});

	test.each([
		['0.001', 2],
		['1.5', 0],
		['1e-1', 0],
		['123e-9', 8],
	])('does not round %s to %i decimals', (text, decimals) => {
		expect(parseAmount(text, decimals)).toBe('too-many-decimals');
	});

	test('refuses amounts above the limit at once, however long', () => {
		expect(parseAmount(formatAmount(MAX_UNITS, 8), 8)).toBe(MAX_UNITS);
		expect(parseAmount(formatAmount(MAX_UNITS + 1n, 8), 8)).toBe('too-large');
		for (const text of ['9'.repeat(1_000_000), '1e99', '1e999', `0.${'1'.repeat(1_000_000)}`]) {
			expect(parseAmount(text, 18), text.slice(0, 9)).toBe('too-large');
		}
	});

	test('never throws and never returns a negative amount', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.double().map(String)), precision, (text, decimals) => {
				const amount = parseAmount(text, decimals);
				if (typeof amount === 'bigint') expect(amount >= 0n && amount <= MAX_UNITS).toBe(true);
			}),
		);
	});
});

describe('formatAmount', () => {
	test.each([
		[0n, 8, '0'],
		[1n, 8, '0.00000001'],
		[150_000_000n, 8, '1.5'],
		[100n, 0, '100'],
		[100n, 2, '1'],
		[-25n, 1, '-2.5'],
	] as const)('writes %d with %i decimals as %s', (amount, decimals, text) => {
		expect(formatAmount(amount, decimals)).toBe(text);
	});

	test('is read back exactly, and is a JSON number', () => {
		fc.assert(
			fc.property(units, precision, (amount, decimals) => {
				const text = formatAmount(amount, decimals);
				expect(parseAmount(text, decimals)).toBe(amount);
				expect(typeof JSON.parse(text)).toBe('number');
			}),
		);
	});

	test('is the shortest text, also with an exponent in the input', () => {
		fc.assert(
			fc.property(fc.bigInt(0n, 10n ** 12n), fc.integer({ min: -6, max: 6 }), (significand, exponent) => {
				const amount = parseAmount(`${significand}e${exponent}`, 6);
				if (typeof amount !== 'bigint') throw new Error(amount);
				expect(amount).toBe(significand * 10n ** BigInt(exponent + 6));
				expect(formatAmount(amount, 6)).not.toMatch(/\.\d*0$|\.$/);
			}),
		);
	});
});

test('divideUp and divideDown enclose the quotient', () => {
	fc.assert(
		fc.property(fc.bigInt(), fc.bigInt(1n, 10n ** 40n), (dividend, divisor) => {
			const [up, down] = [divideUp(dividend, divisor), divideDown(dividend, divisor)];
			expect(up * divisor >= dividend && (up - 1n) * divisor < dividend).toBe(true);
			expect(down * divisor <= dividend && (down + 1n) * divisor > dividend).toBe(true);
		}),
	);
});

describe('comparePrices', () => {
	const price = fc.record({ first: fc.bigInt(1n, MAX_UNITS), second: fc.bigInt(1n, MAX_UNITS) });

	test('distinguishes prices that are the same floating-point number', () => {
		const a = { first: 10n ** 20n, second: 10n ** 20n };
		const b = { first: 10n ** 20n, second: 10n ** 20n + 1n };
		expect(Number(a.second) / Number(a.first)).toBe(Number(b.second) / Number(b.first));
		expect(comparePrices(a, b)).toBe(-1);
		expect(comparePrices({ first: 3n, second: 1n }, { first: 6n, second: 2n })).toBe(0);
	});

	test('is a total order', () => {
		fc.assert(
			fc.property(price, price, price, (a, b, c) => {
				expect(comparePrices(a, b) + comparePrices(b, a)).toBe(0);
				const [low, middle, high] = [a, b, c].sort(comparePrices);
				if (!low || !middle || !high) return;
				expect(comparePrices(low, middle)).toBeLessThanOrEqual(0);
				expect(comparePrices(low, high)).toBeLessThanOrEqual(0);
			}),
		);
	});
});

test('parseAmount and readExactAmount refuse a long number in little time', () => {
	const text = `0.1${'0'.repeat(300_000)}1`;
	const time = processorTime(() => {
		expect(parseAmount(text, 8)).toBe('too-large');
		expect(readExactAmount(text)).toBeUndefined();
		expect(readExactAmount(new ExactDecimal(text))).toBeUndefined();
	});
	expect(time).toBeLessThan(1_000);
});
