import { expect, test } from 'vitest';
import { depthOf, tickGroups } from '../../../../source/service/market/matching/book-view.ts';
import { OrderBooks } from '../../../../source/service/market/matching/order-book.ts';
import { keyOf } from '../../../../source/shared/market/order.ts';
import { makeAsk, makeBid } from './make-order.ts';

test('tickGroups returns a group for each pair with ticks, in price-time order', () => {
	const books = new OrderBooks();
	const assets = { first: 'ETH', second: 'EUR' };
	books.add(makeAsk(1n, 3n, { number: 1 }));
	books.add(makeAsk(1n, 2n, { number: 3 }));
	books.add(makeAsk(2n, 4n, { number: 2 }));
	books.add(makeBid(1n, 1n, { number: 4, assets }));
	const groupsOf = (isAsk: boolean) =>
		tickGroups(books.all(), isAsk).map(({ asset1, asset2, ticks }) => [asset1, asset2, ...ticks.map(keyOf)]);
	expect(groupsOf(true)).toEqual([['BTC', 'MB', 'a.2', 'a.3', 'a.1']]);
	expect(groupsOf(false)).toEqual([['ETH', 'EUR', 'b.4']]);
});

test('depthOf returns the levels with sums, and the part of own orders', () => {
	const books = new OrderBooks();
	books.add(makeBid(10n, 20n, { number: 1, traded: 4n }));
	books.add(makeBid(5n, 10n, { number: 2, trader: 'c' }));
	books.add(makeBid(5n, 15n, { number: 3 }));
	books.add(makeBid(5n, 5n, { number: 4 }));
	const bids = books.all()[0]?.bids;
	if (!bids) throw new Error('no book');
	const depth = depthOf(bids, (key) => key.startsWith('c.'));
	expect(depth.map(({ quantity, cumulative, own, count }) => [quantity, cumulative, own, count])).toEqual([
		[5n, 5n, 0n, 1],
		[11n, 16n, 5n, 2],
		[5n, 21n, 0n, 1],
	]);
	expect(depth[1]?.price).toEqual({ first: 10n, second: 20n });
	expect(depthOf(bids, () => false, 2)).toHaveLength(2);
});
