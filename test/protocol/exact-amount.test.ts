import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decode } from '../../source/protocol/decode.ts';
import { valueText } from '../../source/protocol/decode-values.ts';
import type { Endpoint } from '../../source/protocol/endpoint.ts';
import { endpoints } from '../../source/protocol/endpoints/table.ts';
import {
	addAmounts,
	compareAmounts,
	comparePrices,
	equalAmounts,
	exactAmount,
	MAX_AMOUNT_DIGITS,
	multiplyAmounts,
	NO_AMOUNT,
	parseExactAmount,
	quotientOf,
	quotientText,
	readExactAmount,
	subtractAmounts,
} from '../../source/protocol/exact-amount.ts';
import { parseExactDecimals, stringifyExact } from '../../source/protocol/exact-json.ts';
import { FrameReader, frameLine, frameServerSent } from '../../source/protocol/framing.ts';
import { Tick } from '../../source/protocol/resources/market.ts';
import { holdsAmounts } from '../../source/protocol/schema-fields.ts';
import { exact } from '../fixtures/exact.ts';

const units = fc.bigInt(-(10n ** 60n), 10n ** 60n);
const amount = fc
	.tuple(units, fc.integer({ min: 0, max: 30 }))
	.map(([digits, decimals]) => exactAmount(digits, decimals));
const positive = amount.filter(({ digits }) => digits > 0n);

describe('an amount', () => {
	test('is the same after its text, and after JSON', () => {
		fc.assert(
			fc.property(amount, (one) => {
				expect(parseExactAmount(one.text)).toEqual(one);
				const json = stringifyExact({ traded: one });
				expect(json).toBe(`{"traded":${one.text}}`);
				const { value, deviations } = decode(Tick, {
					trader_id: 'a',
					order_number: 1,
					assets: { first: {}, second: {} },
					...(parseExactDecimals(json) as object),
				});
				expect(deviations).toEqual([]);
				expect(value.traded).toEqual(one);
				expect(decode(Tick, value).value).toBe(value);
			}),
			{ numRuns: 1_000 },
		);
	});

	test('is exact in both framings of events', () => {
		fc.assert(
			fc.property(amount, (traded) => {
				const text = frameLine('market_ask', { traded }) + frameServerSent('market_bid', { traded });
				const found = new FrameReader().read(
					Buffer.from(`${text}event: market_ask\ndata: {"traded":${traded.text}}\n\n`),
				);
				expect(found.map((event) => ('payload' in event ? event.payload : event))).toEqual(
					Array.from({ length: 3 }, () => ({ traded: expect.anything() })),
				);
				for (const event of found) {
					const { traded: read } = ('payload' in event ? event.payload : {}) as { traded?: unknown };
					expect(readExactAmount(read)).toEqual(traded);
				}
			}),
		);
	});

	test('with equal value has equal fields', () => {
		expect(exact('1.50')).toEqual(exactAmount(15n, 1));
		expect(exact('150e-2')).toEqual(exactAmount(15n, 1));
		expect(exact('-0.0')).toEqual(NO_AMOUNT);
		expect(readExactAmount(-0)).toEqual(NO_AMOUNT);
		expect(exact('1e20').text).toBe(`1${'0'.repeat(20)}`);
		expect(equalAmounts(exact('2.0'), exact('2'))).toBe(true);
		expect(equalAmounts(undefined, exact('2'))).toBe(false);
		expect(equalAmounts(undefined, undefined)).toBe(true);
	});

	test('is frozen and refuses operators', () => {
		expect(Object.isFrozen(exact('1'))).toBe(true);
		expect(() => Number(exact('1'))).toThrow(TypeError);
		expect(() => exact('1') < exact('2')).toThrow(TypeError);
		expect(`${exact('1.5')}`).toBe('1.5');
	});
});

test('readExactAmount reads every number of the wire', () => {
	const read = (json: string) => readExactAmount(parseExactDecimals(json))?.text;
	expect(read('0.1')).toBe('0.1');
	expect(read('1e-7')).toBe('0.0000001');
	expect(read('10.0')).toBe('10');
	expect(read('9007199254740993')).toBe('9007199254740993');
	expect(read('"0.30000000000000000004"')).toBe('0.30000000000000000004');
	expect(read('1e-90')).toBe(`0.${'0'.repeat(89)}1`);
	expect(read(`1${'0'.repeat(MAX_AMOUNT_DIGITS - 1)}`)).toBe(`1${'0'.repeat(MAX_AMOUNT_DIGITS - 1)}`);
});

test.each([
	'null',
	'true',
	'""',
	'" "',
	'"1,5"',
	'"0x10"',
	'"1n"',
	'"١"',
	'[]',
	'{}',
	'{"toString":1}',
	'["1"]',
])('%s is no amount', (json) => {
	expect(readExactAmount(JSON.parse(json))).toBeUndefined();
	const { deviations } = decode(Tick.properties.assets.properties.first, { amount: JSON.parse(json) });
	if (json !== 'null') expect(deviations).toMatchObject([{ path: 'amount' }]);
});

test.each([
	'9'.repeat(MAX_AMOUNT_DIGITS + 1),
	'9'.repeat(100_000),
	`0.${'3'.repeat(100_000)}`,
	`0.${'0'.repeat(100_000)}1`,
	'1e400',
	'1e-400',
	'1e99999999999999999999',
	'123456789012345678e-101',
])('a number beyond the limits is unknown, and never a wrong one: %#', (text) => {
	const { value, deviations } = decode(
		Tick.properties.assets.properties.first,
		parseExactDecimals(`{"amount":${text}}`),
	);
	expect(value).toEqual({});
	expect(deviations).toEqual([{ path: 'amount', problem: valueText.tooManyDigits }]);
});

describe('arithmetic', () => {
	test('keeps the laws of integers', () => {
		fc.assert(
			fc.property(amount, amount, amount, (a, b, c) => {
				expect(subtractAmounts(addAmounts(a, b), b)).toEqual(a);
				expect(addAmounts(a, b)).toEqual(addAmounts(b, a));
				expect(multiplyAmounts(addAmounts(a, b), c)).toEqual(
					addAmounts(multiplyAmounts(a, c), multiplyAmounts(b, c)),
				);
				const { digits } = subtractAmounts(a, b);
				expect(compareAmounts(a, b)).toBe(digits > 0n ? 1 : digits < 0n ? -1 : 0);
			}),
		);
	});

	test('compares prices exactly', () => {
		expect(
			comparePrices({ first: exact('3'), second: exact('1') }, { first: exact('6'), second: exact('2') }),
		).toBe(0);
		fc.assert(
			fc.property(positive, positive, positive, (first, second, factor) => {
				const scaled = { first: multiplyAmounts(first, factor), second: multiplyAmounts(second, factor) };
				expect(comparePrices({ first, second }, scaled)).toBe(0);
				const more = { first: scaled.first, second: addAmounts(scaled.second, exactAmount(1n, 90)) };
				expect(comparePrices({ first, second }, more)).toBeLessThan(0);
				expect(comparePrices(more, { first, second })).toBeGreaterThan(0);
			}),
		);
	});

	test('rounds quotients only for screens', () => {
		expect(quotientText(exact('1'), exact('3'), 4)).toBe('0.3333');
		expect(quotientText(exact('2'), exact('3'), 4)).toBe('0.6667');
		expect(quotientText(exact('-2'), exact('3'), 4)).toBe('-0.6667');
		expect(quotientText(exact('1'), exact('2'), 0)).toBe('1');
		expect(quotientText(exact('10'), exact('0.0025'), 8)).toBe('4000');
		expect(quotientText(exact('1'), NO_AMOUNT, 8)).toBeUndefined();
		expect(quotientOf(exact('1'), exact('8'), 3)).toEqual({ text: '0.125', isExact: true });
		expect(quotientOf(exact('1'), exact('8'), 2)).toEqual({ text: '0.13', isExact: false });
	});
});

test('holdsAmounts finds amounts at any depth', () => {
	const [market, downloads]: [Endpoint, Endpoint] = [endpoints.listAsks, endpoints.listDownloads];
	expect(holdsAmounts(market.response)).toBe(true);
	expect(holdsAmounts(downloads.response)).toBe(false);
});
