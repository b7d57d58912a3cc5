import { crosses } from '../../../../source/basics/market/find-matches.ts';
import {
	available,
	compareAge,
	createOrder,
	keyOf,
	type Order,
	statusOf,
} from '../../../../source/basics/market/order.ts';
import { MatchingEngine } from '../../../../source/service/market/matching/matching-engine.ts';
import type { OrderBook } from '../../../../source/service/market/matching/order-book.ts';
import type { Reservation } from '../../../../source/service/market/matching/reservations.ts';
import { START_MS } from './make-order.ts';

/** Returns a generator of numbers from 0 to 1, the same ones for a seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

const pairs = [
	{ first: 'BTC', second: 'MB' },
	{ first: 'MB', second: 'BTC' },
	{ first: 'ETH', second: 'EUR' },
] as const;

/** Fails with a description. Cheaper than `expect` in a loop of a million checks. */
function check(condition: boolean, describe: () => string): void {
	if (!condition) throw new Error(describe());
}

/**
 * Traders whose orders are all in one engine. Each trade is checked when it is reserved: price-time priority, and the
 * prices of both orders.
 */
export class RandomTrading {
	readonly engine = new MatchingEngine();
	nowMs = START_MS;
	trades = 0;
	/** Trades that were settled in part, by order. Each may shift a payment by one unit. */
	readonly #partial = new Map<string, number>();
	readonly #random: () => number;
	#orders = 0;

	constructor(random: () => number) {
		this.#random = random;
	}

	/** A whole number from 0 to below `end`. */
	below(end: number): number {
		return Math.floor(this.#random() * end);
	}

	/** Places an order near a price of 100 with odd amounts, and reserves its trades. */
	place(traders: number): readonly Reservation[] {
		const first = BigInt(1 + this.below(this.below(4) === 0 ? 1_000_000 : 30));
		const price = 90 + this.below(21);
		const second = (first * BigInt(price * 1000 + this.below(1000))) / 1000n;
		const order = createOrder({
			trader: `t${this.below(traders)}`,
			number: ++this.#orders,
			isAsk: this.below(2) === 0,
			assets: pairs[this.below(pairs.length)] ?? pairs[0],
			first,
			second,
			timestampMs: this.nowMs,
			timeoutS: 1 + this.below(600),
		});
		this.engine.place(order, this.nowMs);
		return this.match(keyOf(order));
	}

	match(key: string): readonly Reservation[] {
		const made = this.engine.match(key, this.nowMs);
		const order = this.engine.order(key);
		if (order && made.length > 0) this.#checkTrades(order, made);
		this.trades += made.length;
		return made;
	}

	/** Settles a reservation in whole, or a part of it. Matches what became available. */
	settle({ id, ask, bid, ...trade }: Reservation, quantity = trade.quantity): readonly Reservation[] {
		const isWhole = quantity === trade.quantity;
		const payment = (trade.payment * quantity) / trade.quantity;
		this.engine.settle(id, { quantity, payment }, this.nowMs);
		if (!isWhole) {
			for (const key of [ask, bid]) this.#partial.set(key, (this.#partial.get(key) ?? 0) + 1);
		}
		return [...this.match(ask), ...this.match(bid)];
	}

	release({ id, ask, bid }: Reservation): readonly Reservation[] {
		this.engine.release(id, this.nowMs);
		return [...this.match(ask), ...this.match(bid)];
	}

	/** Checks all orders: sums of both sides, limits of each order, and that no book is crossed. */
	checkAll(): void {
		const sums = new Map<string, { traded: bigint; paid: bigint; reserved: bigint }>();
		for (const order of this.engine.ownOrders()) {
			this.#checkOrder(order);
			const key = `${order.assets.first}/${order.assets.second}`;
			const sum = sums.get(key) ?? { traded: 0n, paid: 0n, reserved: 0n };
			const sign = order.isAsk ? 1n : -1n;
			sum.traded += sign * order.traded;
			sum.paid += sign * order.paid;
			sum.reserved += sign * order.reserved;
			sums.set(key, sum);
		}
		for (const [key, { traded, paid, reserved }] of sums) {
			check(traded === 0n && paid === 0n && reserved === 0n, () => `${key} is not conserved`);
		}
		for (const book of this.engine.books()) this.#checkNotCrossed(book);
	}

	#checkOrder(order: Order): void {
		const key = keyOf(order);
		const held = this.engine.reservationsOf(key).reduce((sum, { quantity }) => sum + quantity, 0n);
		check(order.reserved === held, () => `${key} reserves ${order.reserved} for ${held}`);
		check(order.traded + held <= order.first, () => `${key} trades more than its quantity`);
		check(order.credit >= order.usedCredit && order.usedCredit >= 0n, () => `${key} overdraws its credit`);
		const over = order.paid * order.first - order.traded * order.second;
		const parts = BigInt(this.#partial.get(key) ?? 0) * order.first;
		const loss = order.isAsk ? -over : over;
		check(loss <= parts, () => `${key} trades ${loss} beyond its price`);
	}

	/** Only orders with reservations may cross: rounding can prevent their trade. */
	#checkNotCrossed(book: OrderBook): void {
		const isFree = (order: Order) =>
			order.reserved === 0n && available(order) > 0n && statusOf(order, this.nowMs) === 'open';
		for (const ask of book.asks) {
			const [best] = book.bids;
			if (!best || !crosses(ask, best)) return;
			for (const bid of book.bids) {
				if (!crosses(ask, bid)) break;
				const isCrossed = isFree(ask) && isFree(bid) && ask.trader !== bid.trader;
				check(!isCrossed, () => `${keyOf(ask)} crosses ${keyOf(bid)}`);
			}
		}
	}

	#checkTrades(order: Order, made: readonly Reservation[]): void {
		const book = this.engine.books().find(({ assets }) => assets === order.assets);
		const partners = made.map(({ ask, bid }) => (order.isAsk ? bid : ask));
		let next = 0;
		for (const partner of book?.side(!order.isAsk) ?? []) {
			if (next === partners.length) break;
			if (keyOf(partner) === partners[next]) next++;
			else this.#checkSkipped(order, partner);
		}
		check(next === partners.length, () => `trades of ${keyOf(order)} are not in price-time order`);
		for (const { ask, bid, quantity, payment } of made) {
			const orders = [ask, bid].flatMap((key) => this.engine.order(key) ?? []);
			const [older] = orders.sort(compareAge);
			if (!older) throw new Error('The orders of a reservation do not exist.');
			const over = payment * older.first - quantity * older.second;
			const isExact = (over < 0n ? -over : over) < older.first || older.reserved > quantity;
			check(isExact, () => `${ask} and ${bid} trade at a price of neither`);
		}
	}

	/** A better partner may be skipped only if it cannot trade. */
	#checkSkipped(order: Order, partner: Order): void {
		const isForced =
			partner.trader === order.trader ||
			available(partner) === 0n ||
			partner.reserved > 0n ||
			order.reserved > 0n ||
			statusOf(partner, this.nowMs) !== 'open';
		check(isForced, () => `${keyOf(order)} skips ${keyOf(partner)}`);
	}
}
