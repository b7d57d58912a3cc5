import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareAge, keyOf, type Order } from '../../../../source/basics/market/order.ts';
import { comparePrices } from '../../../../source/basics/market/price.ts';
import { BookSide } from '../../../../source/service/market/matching/book-side.ts';
import { ExpiryQueue } from '../../../../source/service/market/matching/expiry-queue.ts';
import { OrderBooks } from '../../../../source/service/market/matching/order-book.ts';
import { makeAsk, makeBid } from './make-order.ts';

/** Few prices and times, so that many orders share them. */
const amounts = fc.record({
	first: fc.bigInt(1n, 6n),
	second: fc.bigInt(1n, 6n),
	timestampMs: fc.integer({ min: 1, max: 4 }),
	trader: fc.constantFrom('a', 'b', 'c'),
});
const step = fc.oneof(
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant('add' as const), order: amounts }) },
	{
		weight: 1,
		arbitrary: fc.record({ kind: fc.constantFrom('delete' as const, 'trade' as const), at: fc.nat() }),
	},
);

test.each([true, false])('BookSide stays in price-time order with correct sums (asks: %s)', (isAsk) => {
	fc.assert(
		fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
			const side = new BookSide();
			const orders: Order[] = [];
			for (const [number, made] of steps.entries()) {
				if (made.kind === 'add') {
					const { first, second, ...options } = made.order;
					const order = (isAsk ? makeAsk : makeBid)(first, second, { ...options, number });
					orders.push(order);
					side.add(order);
				} else if (orders.length > 0) {
					const at = made.at % orders.length;
					const [order] = orders.splice(at, 1);
					if (!order) continue;
					if (made.kind === 'delete') side.delete(order);
					else {
						const traded = { ...order, traded: order.first - 1n };
						orders.push(traded);
						side.replace(traded);
					}
				}
			}
			const direction = isAsk ? 1 : -1;
			orders.sort((a, b) => direction * comparePrices(a, b) || compareAge(a, b));
			expect([...side].map(keyOf)).toEqual(orders.map(keyOf));
			expect(side.size).toBe(orders.length);
		}),
	);
});

test('BookSide ignores orders that it does not have', () => {
	const side = new BookSide();
	side.add(makeAsk(2n, 2n, { number: 1 }));
	for (const unlisted of [makeAsk(2n, 2n, { number: 2 }), makeAsk(2n, 3n, { number: 3 })]) {
		side.delete(unlisted);
		side.replace(unlisted);
	}
	expect([...side].map(keyOf)).toEqual(['a.1']);
});

test('OrderBooks has a book for each pair and direction, and removes empty ones', () => {
	const books = new OrderBooks();
	const pairs = [
		{ first: 'MB', second: 'BTC' },
		{ first: 'BTC', second: 'MB' },
		{ first: '1.A', second: 'B' },
		{ first: '1', second: 'A.B' },
	];
	const orders = pairs.map((assets, number) => makeAsk(1n, 1n, { assets, number }));
	for (const order of orders) books.add(order);
	expect(books.all()).toHaveLength(4);
	for (const [at, assets] of pairs.entries()) {
		expect([...(books.of(assets)?.asks ?? [])]).toEqual([orders[at]]);
	}
	for (const order of orders) books.delete(order);
	expect(books.all()).toEqual([]);
});

test('ExpiryQueue returns keys in time, whatever was set and removed before', () => {
	const action = fc.record({ key: fc.nat(9).map(String), atMs: fc.option(fc.nat(50)) });
	fc.assert(
		fc.property(fc.array(action, { maxLength: 300 }), fc.nat(50), (actions, nowMs) => {
			const queue = new ExpiryQueue();
			const times = new Map<string, number>();
			for (const { key, atMs } of actions) {
				if (atMs === null) {
					queue.delete(key);
					times.delete(key);
				} else {
					queue.set(key, atMs);
					times.set(key, atMs);
				}
			}
			const due = [...times].filter(([, atMs]) => atMs <= nowMs);
			const later = [...times.values()].filter((atMs) => atMs > nowMs);
			expect(queue.nextMs).toBe(times.size === 0 ? undefined : Math.min(...times.values()));
			const taken = queue.take(nowMs);
			expect([...taken].sort()).toEqual(due.map(([key]) => key).sort());
			expect(taken.map((key) => times.get(key))).toEqual(due.map(([, atMs]) => atMs).sort((a, b) => a - b));
			expect(queue.take(nowMs)).toEqual([]);
			expect(queue.nextMs).toBe(later.length === 0 ? undefined : Math.min(...later));
		}),
	);
});
