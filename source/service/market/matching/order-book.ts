import type { AssetNames, Order } from '../../../basics/market/order.ts';
import { BookSide } from './book-side.ts';

/** The open orders of a pair of assets. */
export class OrderBook {
	readonly assets: AssetNames;
	readonly asks = new BookSide();
	readonly bids = new BookSide();

	constructor(assets: AssetNames) {
		this.assets = assets;
	}

	get isEmpty(): boolean {
		return this.asks.size + this.bids.size === 0;
	}

	side(isAsk: boolean): BookSide {
		return isAsk ? this.asks : this.bids;
	}

	add(order: Order): void {
		this.side(order.isAsk).add(order);
	}

	replace(order: Order): void {
		this.side(order.isAsk).replace(order);
	}

	delete(order: Order): void {
		this.side(order.isAsk).delete(order);
	}
}

/** Books by pair of assets. Empty books are removed. */
export class OrderBooks {
	readonly #books = new Map<string, OrderBook>();

	/** In the sequence of the assets' names. */
	all(): readonly OrderBook[] {
		return [...this.#books.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, book]) => book);
	}

	of(assets: AssetNames): OrderBook | undefined {
		return this.#books.get(bookKey(assets));
	}

	add(order: Order): void {
		const key = bookKey(order.assets);
		let book = this.#books.get(key);
		if (!book) {
			book = new OrderBook(order.assets);
			this.#books.set(key, book);
		}
		book.add(order);
	}

	replace(order: Order): void {
		this.of(order.assets)?.replace(order);
	}

	delete(order: Order): void {
		const book = this.of(order.assets);
		book?.delete(order);
		if (book?.isEmpty) this.#books.delete(bookKey(order.assets));
	}
}

/** Names may contain any character, so the key has the length of the first. */
const bookKey = ({ first, second }: AssetNames): string => `${first.length}.${first}.${second}`;
