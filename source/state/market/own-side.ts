import { addAmounts, type ExactAmount, NO_AMOUNT } from '../../protocol/exact-amount.ts';
import type { Order, Transaction } from '../../protocol/resources/market.ts';
import type { MarketSlice } from './market.ts';

/** Returns the own order of a transaction, if it is listed. */
export function ownOrderOf(
	{ trader_id, order_number }: Pick<Transaction, 'trader_id' | 'order_number'>,
	list: MarketSlice['orders']['list'],
): Order | undefined {
	return list.find(({ item }) => item.order_number === order_number && item.trader_id === trader_id)?.item;
}

/** Amounts that the transactions of an order moved. */
export interface Settled {
	readonly first: ExactAmount;
	readonly second: ExactAmount;
}

/** Returns the amounts that the transactions of an order moved so far; undefined if none is listed. */
export function settledOf(
	{ trader_id, order_number }: Pick<Order, 'trader_id' | 'order_number'>,
	list: MarketSlice['transactions']['list'],
): Settled | undefined {
	const own = list.filter(({ item }) => item.order_number === order_number && item.trader_id === trader_id);
	if (own.length === 0) return undefined;
	const sum = (which: 'first' | 'second') =>
		own.reduce((all, { item }) => addAmounts(all, item.transferred[which].amount ?? NO_AMOUNT), NO_AMOUNT);
	return { first: sum('first'), second: sum('second') };
}
