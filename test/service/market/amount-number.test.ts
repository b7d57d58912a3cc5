import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactAmount } from '../../../source/protocol/exact-amount.ts';
import { parseExactDecimals, stringifyExact } from '../../../source/protocol/exact-json.ts';
import { MAX_PRECISION, MAX_UNITS, parseAmount } from '../../../source/service/market/amount.ts';
import { amountFrom } from '../../../source/service/market/amount-number.ts';

const precision = fc.integer({ min: 0, max: MAX_PRECISION });

test('an amount is exact after a response and a request', () => {
	fc.assert(
		fc.property(fc.bigInt(0n, MAX_UNITS), precision, (units, decimals) => {
			const json = stringifyExact({ amount: exactAmount(units, decimals) });
			const read = parseExactDecimals(json) as { readonly amount: unknown };
			expect(amountFrom(read.amount, decimals)).toBe(units);
			// The digits in the response are those of the amount.
			expect(parseAmount(json.slice('{"amount":'.length, -1), decimals)).toBe(units);
		}),
		{ numRuns: 1_000 },
	);
});

test('amountFrom reads numbers, bigints and texts', () => {
	expect(amountFrom(0.1, 8)).toBe(10_000_000n);
	expect(amountFrom(1e-7, 8)).toBe(10n);
	expect(amountFrom(1e21, 0)).toBe(10n ** 21n);
	expect(amountFrom('1.5', 1)).toBe(15n);
	expect(amountFrom(10n ** 20n, 0)).toBe(10n ** 20n);
	expect(amountFrom(0.1 + 0.2, 8)).toBe('too-many-decimals');
	for (const value of [undefined, null, Number.NaN, Number.POSITIVE_INFINITY, -1, {}, [], true]) {
		expect(amountFrom(value, 8), String(value)).toBe('not-a-number');
	}
});
