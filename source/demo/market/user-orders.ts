import { isOpenOrder } from '../../protocol/resources/market.ts';
import { demoPairs } from './assets.ts';
import { crosses, type Offer, type OpenOrder, offerAt, termsOf } from './next-action.ts';

/** Distances of the user's orders from the usual price, thousandths. */
const SPREADS = [32, 48];
/** Sizes of the first orders and of their replacements, in usual sizes. */
const FIRST_SIZE = 2n;
const LATER_SIZE = 1n;
/** Orders of the user in all that the demo places. The service keeps them. */
const MAX_ORDERS = 400;

/** An order of the user. Status as in the interface. */
interface UserOrder {
	readonly number: number;
	readonly status: string | undefined;
}

/** An order to place for the user. `stored` is called with its number after that. */
export interface UserOffer {
	readonly offer: Offer;
	stored(number: number): void;
}

/**
 * The orders that the demo places for its user, on both sides, so that the balances return. The trader takes them part
 * by part.
 */
export class UserOrders {
	readonly #places = SPREADS.flatMap((spread) => [
		{ isAsk: true, permille: 1000 + spread },
		{ isAsk: false, permille: 1000 - spread },
	]);
	/** Index of the place for each order, by its number. */
	readonly #placed = new Map<number, number>();
	#count = 0;

	first(): readonly UserOffer[] {
		return this.#places.map((_, index) => this.#at(index, FIRST_SIZE));
	}

	/**
	 * Returns an order that replaces a completed or expired one. A cancelled one is not replaced, because the user
	 * decided so. `open`: all open orders of the user, which the order must not match.
	 */
	replacement(orders: readonly UserOrder[], open: readonly OpenOrder[]): UserOffer | undefined {
		for (const { number, status } of orders) {
			const index = this.#placed.get(number);
			if (index === undefined || isOpenOrder({ status })) continue;
			if (status === 'cancelled') {
				this.#placed.delete(number);
				continue;
			}
			const next = this.#at(index, LATER_SIZE, number);
			const terms = termsOf(next.offer);
			if (this.#count < MAX_ORDERS && !open.some((order) => crosses(order, terms))) return next;
		}
		return undefined;
	}

	#at(index: number, size: bigint, replaced?: number): UserOffer {
		const [pair] = demoPairs;
		const { isAsk, permille } = this.#places[index] ?? { isAsk: true, permille: 1000 };
		return {
			offer: offerAt(pair, isAsk, pair.size * size, permille),
			stored: (number) => {
				if (replaced !== undefined) this.#placed.delete(replaced);
				this.#placed.set(number, index);
				this.#count++;
			},
		};
	}
}
