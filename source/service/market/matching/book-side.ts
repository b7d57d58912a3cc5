import { compareAge, type Order, remaining } from '../../../shared/market/order.ts';
import { comparePrices, type Price } from '../../../shared/market/price.ts';
import { lowerBound } from '../../../shared/sorted.ts';

/** All orders of a price. */
export interface Level {
	readonly price: Price;
	/** Oldest first. */
	readonly orders: readonly Order[];
	/** Sum of the quantities that are not traded. */
	readonly quantity: bigint;
}

interface MutableLevel extends Level {
	readonly orders: Order[];
	quantity: bigint;
}

/**
 * The asks or the bids of a pair of assets, in matching order. The best price is first, then the oldest order. A
 * change finds its place by binary search. Nothing is sorted again.
 */
export class BookSide {
	readonly #isAsk: boolean;
	/** Best price first. No level is empty. */
	readonly #levels: MutableLevel[] = [];
	#size = 0;

	constructor(isAsk: boolean) {
		this.#isAsk = isAsk;
	}

	/** Number of orders. */
	get size(): number {
		return this.#size;
	}

	/** Best price first. Valid until the next change. */
	get levels(): readonly Level[] {
		return this.#levels;
	}

	get best(): Level | undefined {
		return this.#levels[0];
	}

	/** Adds an order that is not in the book. */
	add(order: Order): void {
		const at = this.#levelIndex(order);
		let level = this.#levels[at];
		if (!level || comparePrices(level.price, order) !== 0) {
			level = { price: { first: order.first, second: order.second }, orders: [], quantity: 0n };
			this.#levels.splice(at, 0, level);
		}
		level.orders.splice(orderIndex(level, order), 0, order);
		level.quantity += remaining(order);
		this.#size++;
	}

	/** Replaces an order by its next state. The terms are the same. Does nothing if it is not in the book. */
	replace(order: Order): void {
		const level = this.#levels[this.#levelIndex(order)];
		if (!level) return;
		const at = orderIndex(level, order);
		const before = level.orders[at];
		if (!before || compareAge(before, order) !== 0) return;
		level.orders[at] = order;
		level.quantity += remaining(order) - remaining(before);
	}

	/** Removes an order. Does nothing if it is not in the book. */
	delete(order: Order): void {
		const levelAt = this.#levelIndex(order);
		const level = this.#levels[levelAt];
		if (!level) return;
		const at = orderIndex(level, order);
		const before = level.orders[at];
		if (!before || compareAge(before, order) !== 0) return;
		level.orders.splice(at, 1);
		level.quantity -= remaining(before);
		this.#size--;
		if (level.orders.length === 0) this.#levels.splice(levelAt, 1);
	}

	/** Iterates in price-time order. The book must not change meanwhile. */
	*[Symbol.iterator](): Generator<Order, void> {
		for (const level of this.#levels) yield* level.orders;
	}

	/** Index of the level of a price, or of the first worse one. */
	#levelIndex(price: Price): number {
		const direction = this.#isAsk ? 1 : -1;
		return lowerBound(this.#levels, (level) => direction * comparePrices(level.price, price));
	}
}

function orderIndex(level: Level, order: Order): number {
	return lowerBound(level.orders, (other) => compareAge(other, order));
}
