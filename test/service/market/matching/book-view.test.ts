import { expect, test } from 'vitest';
import { keyOf } from '../../../../source/basics/market/order.ts';
import { tickGroups } from '../../../../source/service/market/matching/book-view.ts';
import { OrderBooks } from '../../../../source/service/market/matching/order-book.ts';
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
