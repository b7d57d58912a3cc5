import { keyOf, type Order, remaining } from '../../../shared/market/order.ts';
import type { Price } from '../../../shared/market/price.ts';
import type { BookSide } from './book-side.ts';
import type { OrderBook } from './order-book.ts';

/** The asks or the bids of a pair of assets (interface, 4.3), in price-time order. */
export interface TickGroup {
	readonly asset1: string;
	readonly asset2: string;
	readonly ticks: readonly Order[];
}

/** Groups without ticks are left out. */
export function tickGroups(books: readonly OrderBook[], isAsk: boolean): readonly TickGroup[] {
	return books.flatMap((book) => {
		const side = book.side(isAsk);
		const { first, second } = book.assets;
		return side.size === 0 ? [] : { asset1: first, asset2: second, ticks: [...side] };
	});
}

/** A price level of the depth of a book. Quantities are units of the first asset that are not traded. */
export interface DepthLevel {
	readonly price: Price;
	readonly quantity: bigint;
	/** Sum of this level and all better ones. */
	readonly cumulative: bigint;
	/** Part of the quantity in own orders. */
	readonly own: bigint;
	/** Number of orders. */
	readonly count: number;
}

/** Returns the best `limit` levels, best first. */
export function depthOf(
	side: BookSide,
	isOwn: (key: string) => boolean,
	limit = Number.POSITIVE_INFINITY,
): readonly DepthLevel[] {
	const depth: DepthLevel[] = [];
	let cumulative = 0n;
	for (const { price, quantity, orders } of side.levels) {
		if (depth.length >= limit) break;
		cumulative += quantity;
		const own = orders.reduce((sum, order) => (isOwn(keyOf(order)) ? sum + remaining(order) : sum), 0n);
		depth.push({ price, quantity, cumulative, own, count: orders.length });
	}
	return depth;
}
