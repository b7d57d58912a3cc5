import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_AMOUNT, parseExactAmount } from '../../../source/protocol/exact-amount.ts';
import type { Tick } from '../../../source/protocol/resources/market.ts';
import type { KnownAssets } from '../../../source/state/market/known-assets.ts';
import { previewTerms } from '../../../source/state/market/order-preview.ts';
import type { OrderTerms } from '../../../source/state/market/read-order-form.ts';

const amount = (text: string) => parseExactAmount(text) ?? NO_AMOUNT;
const context = { trader: 'me', nowMs: 1_000_000 };
const unknown: KnownAssets = { declared: undefined, listed: [] };
const declared: KnownAssets = {
	declared: [
		{ name: 'MB', precision: 0, available: amount('100') },
		{ name: 'BTC', precision: 2, available: amount('1') },
	],
	listed: [],
};
const bid: OrderTerms = {
	isAsk: false,
	firstAsset: 'MB',
	secondAsset: 'BTC',
	first: amount('10'),
	second: amount('5'),
	timeoutS: 60,
};
const ask = (order_number: number, first: string, second: string, values: Partial<Tick> = {}): Tick => ({
	trader_id: 'other',
	order_number,
	timestamp: 900 + order_number,
	timeout: 600,
	assets: { first: { amount: amount(first), type: 'MB' }, second: { amount: amount(second), type: 'BTC' } },
	...values,
});

test('a bid takes the best asks at their prices, and the rest stays', () => {
	const book = [ask(1, '4', '1', { traded: amount('1') }), ask(2, '2', '0.9'), ask(3, '9', '9')];
	const preview = previewTerms(bid, book, unknown, context);
	expect(preview.matches.map((match) => [match.quantity.text, match.payment.text, match.price])).toEqual([
		['3', '0.7', '0.25'],
		['2', '0.9', '0.45'],
	]);
	expect([preview.quantity.text, preview.payment.text, preview.rest.text]).toEqual(['5', '1.6', '5']);
	expect([preview.average, preview.isAverageExact]).toEqual(['0.32', true]);
	expect(preview.balances).toEqual([]);
});

test('a declared precision sets the smallest payment', () => {
	const book = [ask(1, '3', '1')];
	const { payment } = previewTerms({ ...bid, first: amount('1') }, book, declared, context);
	// A third of 1 BTC, rounded up in favor of the older ask.
	expect(payment.text).toBe('0.34');
});

test('the balances after placing show the received trades and an amount that is missing', () => {
	const { balances } = previewTerms(bid, [ask(1, '2', '0.5')], declared, context);
	expect(balances.map(({ asset, before, after }) => [asset, before.text, after.text])).toEqual([
		['MB', '100', '102'],
		['BTC', '1', '-3.5'],
	]);
});

test('an order without a trade holds the given amount, and receives nothing', () => {
	const changes = (isAsk: boolean) =>
		previewTerms({ ...bid, isAsk }, [], declared, context).balances.map(
			({ asset, before, after }) => `${asset} ${before.text} ${after.text}`,
		);
	expect(changes(true)).toEqual(['MB 100 90', 'BTC 1 1']);
	expect(changes(false)).toEqual(['MB 100 100', 'BTC 1 -4']);
});

test('own, expired and incomplete ticks do not match', () => {
	const book = [
		ask(1, '1', '0.1', { trader_id: 'me' }),
		ask(2, '1', '0.1', { timeout: 50 }),
		ask(3, '1', '0.1', { assets: { first: { type: 'MB' }, second: { type: 'BTC' } } }),
		ask(4, '1', '0.1', { traded: amount('1') }),
	];
	expect(previewTerms(bid, book, unknown, context).matches).toEqual([]);
	expect(previewTerms(bid, book, unknown, { ...context, trader: undefined }).matches).toHaveLength(1);
});

test('the quantity of an order is traded or stays, and a bid pays at most its price in trades and rest together', () => {
	const ticks = fc.array(
		fc.record({ first: fc.integer({ min: 1, max: 30 }), price: fc.integer({ min: 30, max: 60 }) }),
	);
	fc.assert(
		fc.property(ticks, fc.boolean(), (sizes, isAsk) => {
			const book = sizes
				.toSorted((a, b) => (isAsk ? b.price - a.price : a.price - b.price))
				.map(({ first, price }, at) => ask(at, `${first}`, `${((first * price) / 100).toFixed(2)}`));
			const preview = previewTerms({ ...bid, isAsk }, book, declared, context);
			const [, paid = 0] = preview.balances.map(
				({ before, after }) => Number(after.text) - Number(before.text),
			);
			expect(Number(preview.quantity.text) + Number(preview.rest.text)).toBe(10);
			if (!isAsk) expect(paid).toBeGreaterThanOrEqual(-5);
		}),
	);
});
