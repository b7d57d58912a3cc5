import { asset } from '../../columns/market.ts';
import type { Payment, Tick, Transaction } from '../../protocol/resources/market.ts';
import { bookTickOf, isTraded, orderKey } from '../market/book-tick.ts';
import type { RequiredInput } from '../market/input-dialog.ts';
import type { MarketSlice } from '../market/market.ts';
import { ownOrderOf } from '../market/own-side.ts';
import { findTick } from '../market/side-book.ts';
import type { Journal, News } from './journal.ts';

export const marketNewsText = {
	tick: (kind: string, offer: string) => `A new ${kind}: ${offer}`,
	completed: (kind: string, number: number, offer: string) =>
		`Your ${kind} ${number} is completed: ${offer}.`,
	removed: (kind: string, offer: string) => `${kind === 'ask' ? 'An ask' : 'A bid'} left the book: ${offer}`,
	removedUnknown: (number: number) => `Order ${number} left the book.`,
	sold: (offer: string) => `Sold ${offer}.`,
	bought: (offer: string) => `Bought ${offer}.`,
	transaction: (number: number, offer: string) => `Transaction ${number} is complete: ${offer}.`,
	otherTransaction: (offer: string) => `A transaction of others is complete: ${offer}.`,
	failed: (number: number, first: string, second: string) =>
		`Transaction ${number} failed. Paid until then: ${first} and ${second}.`,
	received: (number: number, amount: string) => `Received a payment of transaction ${number}: ${amount}.`,
	sent: (number: number, amount: string) => `Sent a payment of transaction ${number}: ${amount}.`,
	input: (asset: string) => `The wallet of ${asset} waits for input.`,
	inputElsewhere: 'A wallet of the service waits for input. Enter it in the service itself.',
} as const;

const offerOf = ({ first, second }: Tick['assets']): string => `${asset(first)} for ${asset(second)}`;

/** Returns the own trader, as far as the market shows it. */
export function ownTrader({
	orders,
	transactions,
}: Pick<MarketSlice, 'orders' | 'transactions'>): string | undefined {
	return orders.list[0]?.item.trader_id ?? transactions.list[0]?.item.trader_id;
}

type Shown = Pick<Journal, 'notice'>;

/**
 * Returns the news of an event about a tick. Only the completion of an own order is a notice, unless that of its last trade
 * is still visible. A trade of an order of others is no news.
 */
export function tickNews(
	kind: 'ask' | 'bid',
	tick: Tick,
	market: MarketSlice,
	{ notice }: Shown,
): News | undefined {
	const trader = ownTrader(market);
	const isOwn = trader !== undefined && tick.trader_id === trader;
	if (isTraded(bookTickOf(tick))) {
		if (!isOwn) return undefined;
		return {
			level: 'success',
			text: marketNewsText.completed(kind, tick.order_number, offerOf(tick.assets)),
			completedOrder: orderKey(tick),
			quiet: notice?.tradedOrder === orderKey(tick),
		};
	}
	// An own order was reported when it was placed.
	if (isOwn || (tick.traded && tick.traded.digits > 0n)) return undefined;
	return { level: 'info', text: marketNewsText.tick(kind, offerOf(tick.assets)), quiet: true };
}

/**
 * Returns the news that a tick left the book before its expiry. Only its trader removes it: the user knows of an own
 * one.
 */
export function removedNews(
	order: Pick<Tick, 'trader_id' | 'order_number'>,
	market: MarketSlice,
): News | undefined {
	if (order.trader_id === ownTrader(market)) return undefined;
	for (const side of ['asks', 'bids'] as const) {
		for (const book of market[side].books.values()) {
			const tick = findTick(book, order)?.tick;
			if (!tick) continue;
			const text = marketNewsText.removed(side === 'asks' ? 'ask' : 'bid', offerOf(tick.assets));
			return { level: 'info', text, quiet: true };
		}
	}
	return { level: 'info', text: marketNewsText.removedUnknown(order.order_number), quiet: true };
}

/**
 * Returns the news of the end of a transaction. It is a notice, unless that of the order that it completes is still visible.
 */
export function transactionNews(
	{ tx, mine }: { readonly tx: Transaction; readonly mine?: boolean },
	{ orders }: Pick<MarketSlice, 'orders'>,
	{ notice }: Shown,
): News {
	const { transaction_number: number, assets, transferred, status } = tx;
	if (mine === false) {
		return { level: 'info', text: marketNewsText.otherTransaction(offerOf(assets)), quiet: true };
	}
	if (status === 'error') {
		const text = marketNewsText.failed(number, asset(transferred.first), asset(transferred.second));
		return { level: 'error', text };
	}
	const tradedOrder = orderKey(tx);
	const quiet = notice?.completedOrder === tradedOrder;
	const isAsk = ownOrderOf(tx, orders.list)?.is_ask;
	if (isAsk === undefined) {
		const text = marketNewsText.transaction(number, offerOf(assets));
		return { level: 'success', text, tradedOrder, quiet };
	}
	const text = isAsk ? marketNewsText.sold : marketNewsText.bought;
	return { level: 'success', text: text(offerOf(assets)), tradedOrder, quiet };
}

/** Returns the news of a payment: an event without a notice, because the end of its transaction is one. */
export function paymentNews(payment: Payment, direction: 'received' | 'sent'): News {
	const { transaction_number: number, quantity, transferred_quantity, quantity_type } = payment;
	const paid = asset({ amount: quantity ?? transferred_quantity, type: quantity_type });
	const text = direction === 'sent' ? marketNewsText.sent : marketNewsText.received;
	return { level: direction === 'sent' ? 'info' : 'success', text: text(number, paid), quiet: true };
}

/** Returns the news that a wallet waits for input. Services in the field do not report which one. */
export function inputNews({ asset: name = '', kind = '', question = '' }: Partial<RequiredInput>): News {
	if (name === '') return { level: 'warning', text: marketNewsText.inputElsewhere };
	const requiredInput = { asset: name, kind, question };
	return { level: 'warning', text: marketNewsText.input(name), requiredInput };
}
