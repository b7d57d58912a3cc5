import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MatchingEngine } from '../../../source/service/market/matching/matching-engine.ts';
import { createOrder, expiryMs, keyOf, type Order } from '../../../source/service/market/matching/order.ts';
import { comparePriority, type PreviewOrder, previewOrder } from '../../../source/state/market/preview.ts';
import { runs } from '../../runs.ts';

const NOW_MS = 1_795_000_000_000;
const assets = { first: 'BTC', second: 'MB' };

const previewed = (order: Order): PreviewOrder => ({ ...order, expiryMs: expiryMs(order) });

/** Returns the other side of a book in price-time order. */
const opposite = (order: Order, book: readonly Order[]): readonly PreviewOrder[] =>
	book
		.filter(({ isAsk }) => isAsk !== order.isAsk)
		.map(previewed)
		.toSorted(comparePriority);

/** An order of the book, or the new one. Prices are near each other, so that many cross. */
const orders = (age: fc.Arbitrary<number>) =>
	fc
		.record({
			trader: fc.constantFrom('me', 'a', 'b', 'c'),
			number: fc.integer({ min: 1, max: 1_000_000 }),
			isAsk: fc.boolean(),
			first: fc.oneof(fc.bigInt(1n, 30n), fc.bigInt(1n, 10n ** 20n)),
			price: fc.integer({ min: 95_000, max: 105_000 }),
			age,
			timeoutS: fc.constantFrom(1, 3_600),
			traded: fc.integer({ min: 0, max: 99 }),
		})
		.map(({ price, age: ageMs, traded, ...terms }) => {
			const second = (terms.first * BigInt(price)) / 1_000n + 1n;
			return createOrder(
				{ ...terms, assets, second, timestampMs: NOW_MS - ageMs },
				{ traded: (terms.first * BigInt(traded)) / 100n },
			);
		});

const bookOrders = orders(fc.constantFrom(-1, 0, 1, 999, 1_000, 60_000));
const newOrders = orders(fc.constant(0)).map((order) => createOrder({ ...order, trader: 'me', number: 0 }));

test('previewOrder finds the same trades as the matching of the service', () => {
	let trades = 0;
	fc.assert(
		fc.property(
			fc.uniqueArray(bookOrders, { maxLength: 25, size: 'max', selector: keyOf }),
			newOrders,
			(book, order) => {
				const engine = new MatchingEngine();
				for (const each of book) engine.learn(each, NOW_MS);
				const expected = engine.preview(order, NOW_MS);
				const { matches, quantity, payment, rest } = previewOrder(
					previewed(order),
					opposite(order, book),
					NOW_MS,
				);
				expect(matches.map((match) => [keyOf(match.partner), match.quantity, match.payment])).toEqual(
					expected.map((match) => [keyOf(match.partner), match.quantity, match.payment]),
				);
				expect(quantity + rest).toBe(order.first);
				expect(payment).toBe(expected.reduce((sum, match) => sum + match.payment, 0n));
				trades += matches.length;
			},
		),
		{ numRuns: runs(250) },
	);
	expect(trades).toBeGreaterThan(runs(125));
});

test('previewOrder pays at most the price of a bid, in trades and rest together', () => {
	fc.assert(
		fc.property(fc.array(bookOrders, { maxLength: 25 }), newOrders, (book, order) => {
			const { payment, restPayment } = previewOrder(previewed(order), opposite(order, book), NOW_MS);
			if (order.isAsk) expect(payment + restPayment).toBeGreaterThanOrEqual(order.second);
			else expect(payment + restPayment).toBeLessThanOrEqual(order.second);
		}),
	);
});

test('previewOrder leaves the whole order in an empty book', () => {
	const order = previewed(
		createOrder({
			trader: 'me',
			number: 1,
			isAsk: true,
			assets,
			first: 3n,
			second: 10n,
			timestampMs: NOW_MS,
			timeoutS: 60,
		}),
	);
	expect(previewOrder(order, [], NOW_MS)).toEqual({
		matches: [],
		quantity: 0n,
		payment: 0n,
		rest: 3n,
		restPayment: 10n,
	});
});
