import { comparePriority, type Order } from '../../../basics/market/order.ts';
import { lowerBound } from '../../../basics/sorted.ts';

/**
 * The asks or the bids of a pair of assets, in matching order: the best price first, then the oldest order. A change finds
 * its place by binary search. Nothing is sorted again.
 */
export class BookSide {
	readonly #orders: Order[] = [];

	/** Number of orders. */
	get size(): number {
		return this.#orders.length;
	}

	/** Adds an order that is not in the book. */
	add(order: Order): void {
		this.#orders.splice(this.#placeOf(order), 0, order);
	}

	/** Replaces an order by its next state. The terms are the same. Does nothing if it is not in the book. */
	replace(order: Order): void {
		const at = this.#placeOf(order);
		if (this.#has(order, at)) this.#orders[at] = order;
	}

	/** Removes an order. Does nothing if it is not in the book. */
	delete(order: Order): void {
		const at = this.#placeOf(order);
		if (this.#has(order, at)) this.#orders.splice(at, 1);
	}

	/** Iterates in price-time order. The book must not change meanwhile. */
	[Symbol.iterator](): Iterator<Order> {
		return this.#orders.values();
	}

	#placeOf(order: Order): number {
		return lowerBound(this.#orders, (other) => comparePriority(other, order));
	}

	#has(order: Order, at: number): boolean {
		const other = this.#orders[at];
		return other !== undefined && comparePriority(other, order) === 0;
	}
}
