import { expect, test } from 'vitest';
import { decode } from '../../../source/protocol/decode.ts';
import { NO_AMOUNT } from '../../../source/protocol/exact-amount.ts';
import { stringifyExact } from '../../../source/protocol/exact-json.ts';
import { Order, Tick, TickGroup } from '../../../source/protocol/resources/market.ts';
import { tickGroups } from '../../../source/service/market/matching/book-view.ts';
import { OrderBooks } from '../../../source/service/market/matching/order-book.ts';
import { orderFields, tickFields } from '../../../source/service/market/order-fields.ts';
import { makeAsk, makeBid, START_MS } from './matching/make-order.ts';

const precisionOf = (asset: string) => (asset === 'BTC' ? 8 : 0);

test('an order has all fields of the interface', () => {
	const bid = { ...makeBid(150_000_000n, 4_200n, { number: 7, traded: 1n }), reserved: 50_000_000n };
	const fields = orderFields(bid, precisionOf, START_MS + 1000);
	expect(JSON.parse(stringifyExact(fields))).toEqual({
		trader_id: 'b',
		order_number: 7,
		timeout: 3600,
		timestamp: (START_MS + 7) / 1000,
		assets: { first: { amount: 1.5, type: 'BTC' }, second: { amount: 4200, type: 'MB' } },
		traded: 0.00000001,
		reserved_quantity: 0.5,
		is_ask: false,
		completed_timestamp: null,
		cancelled: false,
		status: 'open',
	});
	expect(decode(Order, fields)).toEqual({ value: fields, deviations: [] });
	expect(Object.keys(Order.properties).sort()).toEqual(Object.keys(fields).sort());
});

test('a completed order has the time of its completion', () => {
	const order = { ...makeAsk(5n, 5n, { traded: 5n }), completedMs: START_MS + 500 };
	expect(orderFields(order, precisionOf, START_MS)).toMatchObject({
		completed_timestamp: (START_MS + 500) / 1000,
		status: 'completed',
	});
});

test('large amounts keep all digits', () => {
	const ask = makeAsk(12_345_678_901_234_567_890n, 98_765_432_109_876_543_210n, { number: 1 });
	const json = stringifyExact(tickFields(ask, precisionOf));
	expect(json).toContain('"amount":123456789012.3456789,');
	expect(json).toContain('"amount":98765432109876543210,');
});

test('groups of ticks have the fields of the interface', () => {
	const books = new OrderBooks();
	books.add(makeAsk(100_000_000n, 3n, { number: 1 }));
	const groups = tickGroups(books.all(), true).map(({ ticks, ...assets }) => ({
		...assets,
		ticks: ticks.map((order) => tickFields(order, precisionOf)),
	}));
	expect(groups).toMatchObject([
		{ asset1: 'BTC', asset2: 'MB', ticks: [{ order_number: 1, traded: NO_AMOUNT }] },
	]);
	for (const group of groups) expect(decode(TickGroup, group)).toEqual({ value: group, deviations: [] });
	const [tick] = groups[0]?.ticks ?? [];
	expect(Object.keys(tick ?? {}).sort()).toEqual(
		Object.keys(Tick.properties)
			.filter((name) => name !== 'block_hash')
			.sort(),
	);
});
