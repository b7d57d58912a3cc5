import type { Order } from '../../../basics/market/order.ts';
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
