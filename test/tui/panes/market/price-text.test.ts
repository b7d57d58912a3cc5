import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareAmounts, comparePrices, exactAmount } from '../../../../source/protocol/exact-amount.ts';
import { bookPrice, compareBookPrices } from '../../../../source/state/market/book-tick.ts';
import {
	amountKey,
	amountText,
	decimalsOf,
	priceText,
	spreadOf,
	stepsOf,
	tradeDecimals,
} from '../../../../source/tui/panes/market/price-text.ts';
import { exact } from '../../../fixtures/exact.ts';

const price = (first: string, second: string) => bookPrice(exact(first), exact(second));
const positive = fc
	.tuple(fc.bigInt({ min: 1n, max: 10n ** 40n }), fc.integer({ min: 0, max: 40 }))
	.map(([digits, decimals]) => exactAmount(digits, decimals));

test.each([
	['123', 6, '123'],
	['0.123456789', 6, '~0.123'],
	['1234.5678', 6, '~1234'],
	['12345.678', 6, '~12345'],
	['123456789', 6, '~1.2e8'],
	['12345678901234567890.5', 10, '~1.2345e19'],
	['0.000000000000000001', 8, '~0.00000'],
])('the amount %s in %i cells is %s', (text, width, shown) => {
	expect(amountText(exact(text), width)).toBe(shown);
});

test.each([
	['1', '2', '2'],
	['3', '1', '~0.333333'],
	['1000', '20.75', '0.02075'],
	['3', '2000', '~666.667'],
	['1', '0.00000000000000000001', '<0.000000000001'],
])('%s for %s has the price %s', (first, second, shown) => {
	const one = price(first, second);
	expect(priceText(one, decimalsOf(one))).toBe(shown);
});

test.each([
	['1000', '0.121', 3, '0.000121'],
	['3', '1', 0, '~0.3333'],
	['1000', '20.75', 5, '0.02075'],
	['1', '20', 0, '20'],
	['3', '200', 0, '~66.67'],
	['1', '2', 3, '2.000'],
])('the trade of %s for %s in a book with %i decimals has the price %s', (first, second, decimals, shown) => {
	const one = price(first, second);
	expect(priceText(one, tradeDecimals(one, decimals))).toBe(shown);
});

test('the spread is exact, also of a crossed book', () => {
	expect(spreadOf(price('1', '3'), price('1', '1'), 2)).toEqual({
		spread: '2.00',
		percent: '100 %',
		mid: '2.000',
		isCrossed: false,
	});
	expect(spreadOf(price('1', '1'), price('1', '1.000000000000000001'), 2)?.isCrossed).toBe(true);
	expect(spreadOf(undefined, price('1', '1'), 2)).toBeUndefined();
});

test('sort keys have the order of amounts, and quick comparisons that of exact prices', () => {
	fc.assert(
		fc.property(positive, positive, positive, positive, (a, b, c, d) => {
			const [one, other] = [amountKey(a), amountKey(b)];
			expect(Math.sign(compareAmounts(a, b))).toBe(one < other ? -1 : one > other ? 1 : 0);
			const [left, right] = [bookPrice(a, b), bookPrice(c, d)];
			expect(Math.sign(compareBookPrices(left, right))).toBe(Math.sign(comparePrices(left, right)));
			// Prices that differ in one unit of many digits.
			const near = bookPrice(a, exactAmount(b.digits + 1n, b.decimals));
			expect(compareBookPrices(left, near)).toBeLessThan(0);
		}),
	);
});

test('steps of a part are rounded down and never more than all', () => {
	expect(stepsOf(exact('1'), exact('3'), 10)).toBe(3);
	expect(stepsOf(exact('0.1'), exact('0.1'), 8)).toBe(8);
	expect(stepsOf(exact('5'), exact('3'), 8)).toBe(8);
	expect(stepsOf(exact('0'), exact('3'), 8)).toBe(0);
});
