import { smaller } from '../../../basics/big-integers.ts';
import { crosses, fillOf, findMatches, type Match } from '../../../basics/market/find-matches.ts';
import { accepts, type Fill, hold, release, settle } from '../../../basics/market/hold.ts';
import {
	available,
	compareAge,
	comparePriority,
	creditOf,
	expiryMs,
	isLive,
	keyOf,
	type LiveStatus,
	type Order,
	type OrderStatus,
	statusOf,
	type Terms,
} from '../../../basics/market/order.ts';
import { ExpiryQueue } from './expiry-queue.ts';
import { type OrderBook, OrderBooks } from './order-book.ts';
import { type Reservation, Reservations } from './reservations.ts';

/** Result of `learn`. 'altered': the terms differ from those of the same order before. */
type Learned = 'new' | 'changed' | 'same' | 'altered' | 'over';

/** Otherwise the status that forbids it. */
export type CancelResult = 'ok' | 'unknown' | Exclude<OrderStatus, LiveStatus>;

/** A trade that the trader of `partner` proposes for `own`. Both are keys of orders. */
export interface Proposal extends Fill {
	readonly own: string;
	readonly partner: string;
}

export type Refusal =
	| 'unknown-order'
	| 'unknown-partner'
	| 'not-open'
	| 'prices-do-not-cross'
	| 'nothing-available'
	| 'price'
	| 'proposed-already'
	/** The two orders have a trade that is not settled. */
	| 'trade-in-progress';

export type Answer =
	/** `withdrawn`: own proposals for the same orders that the agreement replaces. */
	| {
			readonly kind: 'agreed';
			readonly reservation: Reservation;
			readonly withdrawn: readonly Reservation[];
	  }
	/** A trade that would be agreed to. */
	| { readonly kind: 'counter'; readonly fill: Fill }
	| { readonly kind: 'refused'; readonly reason: Refusal };

/** State of an engine as plain data. */
interface SavedMatching {
	readonly own: readonly Order[];
	readonly foreign: readonly Order[];
	readonly reservations: readonly Reservation[];
}

/**
 * Payments of both sides may differ by rounding, because a trader does not know the reservations of the other's order.
 * Units of the second asset.
 */
const ROUNDING_TOLERANCE = 1n;

/**
 * The orders of this service and of all known traders, their books and reservations. It has no input, output or
 * clock: each method gets the time. Only own orders are matched, with own and foreign ones.
 *
 * A trade has these steps: `match` reserves it as a proposal, or `answer` reserves the proposal of another trader.
 * `agree` records the consent. `settle` records the payments, `release` the failure. Two orders have at most one
 * reservation for each other. Thus messages about an earlier trade are not mistaken for those of a later one.
 */
export class MatchingEngine {
	/** By key. Own orders stay after their end, until `delete`; foreign ones do not. */
	readonly #orders = new Map<string, Order>();
	readonly #own = new Set<string>();
	/** Keys of the orders in `#books`. */
	readonly #listed = new Set<string>();
	readonly #books = new OrderBooks();
	/** The own orders of `#books`. */
	readonly #ownBooks = new OrderBooks();
	readonly #reservations = new Reservations();
	readonly #expiry = new ExpiryQueue();
	/** End of the pause after a failed trade, Unix time, ms, by pair of orders. */
	readonly #pauses = new Map<string, number>();

	/** Continues from a saved state. `expire` does not return orders that expired before. */
	constructor(saved?: { readonly state: SavedMatching; readonly nowMs: number }) {
		if (!saved) return;
		const { state, nowMs } = saved;
		for (const reservation of state.reservations) this.#reservations.put(reservation);
		for (const order of state.own) this.#own.add(keyOf(order));
		for (const order of [...state.own, ...state.foreign]) {
			const isExpired = order.isExpired || statusOf(order, nowMs) === 'expired';
			this.#update({ ...order, isExpired }, nowMs);
		}
	}

	save(): SavedMatching {
		const orders = [...this.#orders];
		return {
			own: orders.flatMap(([key, order]) => (this.#own.has(key) ? order : [])),
			foreign: orders.flatMap(([key, order]) => (this.#own.has(key) ? [] : order)),
			reservations: this.#reservations.all(),
		};
	}

	/** Books with open orders, sorted by assets. */
	books(): readonly OrderBook[] {
		return this.#books.all();
	}

	order(key: string): Order | undefined {
		return this.#orders.get(key);
	}

	isOwn(key: string): boolean {
		return this.#own.has(key);
	}

	/** Own orders with any status, in the sequence of their creation. */
	ownOrders(): readonly Order[] {
		return [...this.#own].flatMap((key) => this.#orders.get(key) ?? []);
	}

	reservation(id: number): Reservation | undefined {
		return this.#reservations.get(id);
	}

	reservationsOf(key: string): readonly Reservation[] {
		return this.#reservations.of(key);
	}

	/** Time of the next expiry, Unix time, ms. */
	get nextExpiryMs(): number | undefined {
		return this.#expiry.nextMs;
	}

	/** Adds an own order. Does not match it. The key must be new. */
	place(order: Order, nowMs: number): void {
		const key = keyOf(order);
		if (this.#orders.has(key)) throw new Error(`Order ${key} exists already.`);
		this.#own.add(key);
		this.#update(order, nowMs);
	}

	/**
	 * Adds a foreign order, or updates its traded quantity, which its trader alone knows. The caller passes only
	 * statements that are newer than those before. An own order never changes here.
	 */
	learn(stated: Order, nowMs: number): Learned {
		const key = keyOf(stated);
		const known = this.#orders.get(key);
		if (known && !hasSameTerms(known, stated)) return 'altered';
		if (known && this.#own.has(key)) return 'same';
		const status = statusOf(stated, nowMs);
		if (!known && status !== 'open') return 'over';
		if (!known) {
			this.#update({ ...stated, reserved: 0n, usedCredit: 0n }, nowMs);
			return 'new';
		}
		if (known.traded === stated.traded) return 'same';
		const { traded } = stated;
		this.#update({ ...known, traded, credit: creditOf(known, traded) }, nowMs);
		return 'changed';
	}

	/** Removes a foreign order that its trader cancelled. Its reservations stay. */
	forget(key: string, nowMs: number): void {
		const order = this.#orders.get(key);
		if (order && !this.#own.has(key)) this.#update({ ...order, isCancelled: true }, nowMs);
	}

	/** Opens an own order after its wallet confirmed it. */
	verify(key: string, nowMs: number): void {
		const order = this.#orders.get(key);
		if (order && this.#own.has(key)) this.#update({ ...order, isVerified: true }, nowMs);
	}

	/** Deletes an own order that ended. Returns whether it is gone: a live one, or one with reservations, stays. */
	delete(key: string, nowMs: number): boolean {
		const order = this.#own.has(key) ? this.#orders.get(key) : undefined;
		if (!order) return true;
		if (isLive(statusOf(order, nowMs)) || this.#reservations.hasAny(key)) return false;
		this.#own.delete(key);
		this.#orders.delete(key);
		this.#expiry.delete(key);
		return true;
	}

	/** Cancels an own order. Its reservations stay: they can still be settled or released. */
	cancel(key: string, nowMs: number): CancelResult {
		const order = this.#own.has(key) ? this.#orders.get(key) : undefined;
		if (!order) return 'unknown';
		const status = statusOf(order, nowMs);
		if (!isLive(status)) return status;
		this.#update({ ...order, isCancelled: true }, nowMs);
		return 'ok';
	}

	/** Removes orders from the books whose time has come, for ever. Returns those that expired. */
	expire(nowMs: number): readonly Order[] {
		for (const [pair, untilMs] of this.#pauses) if (untilMs <= nowMs) this.#pauses.delete(pair);
		return this.#expiry.take(nowMs).flatMap((key) => {
			const order = this.#orders.get(key);
			if (!order) return [];
			if (statusOf(order, nowMs) !== 'expired') {
				this.#update(order, nowMs);
				return [];
			}
			const expired = { ...order, isExpired: true };
			this.#update(expired, nowMs);
			return expired;
		});
	}

	/** Returns the trades that would follow if the order was placed. Changes nothing. */
	preview(order: Order, nowMs: number): readonly Match[] {
		return this.#findMatches(order, this.#books, nowMs);
	}

	/**
	 * Reserves the trades of an order, best first. An own order matches all others, a foreign one matches own ones. Call
	 * it after an order was added, or after some of its quantity became available.
	 */
	match(key: string, nowMs: number): readonly Reservation[] {
		const order = this.#orders.get(key);
		if (!order) return [];
		const matches = this.#findMatches(order, this.#own.has(key) ? this.#books : this.#ownBooks, nowMs);
		return matches.map(({ partner, quantity, payment }) => {
			const partnerKey = keyOf(partner);
			const proposer = this.#own.has(key) ? key : partnerKey;
			return this.#reserve(key, partnerKey, { quantity, payment }, proposer, nowMs);
		});
	}

	/** Reserves a given trade, as after a counter-proposal. Returns undefined if it is not acceptable or not possible. */
	propose({ own: ownKey, partner: partnerKey, ...fill }: Proposal, nowMs: number): Reservation | undefined {
		const own = this.#own.has(ownKey) ? this.#orders.get(ownKey) : undefined;
		const partner = this.#orders.get(partnerKey);
		if (!own || !partner || !isTradable(own, partner)) return undefined;
		if (statusOf(own, nowMs) !== 'open' || statusOf(partner, nowMs) !== 'open') return undefined;
		if (this.#reservations.hasPair(ownKey, partnerKey)) return undefined;
		const isAvailable = fill.quantity > 0n && fill.quantity <= smaller(available(own), available(partner));
		if (!isAvailable || !accepts(own, fill)) return undefined;
		return this.#reserve(ownKey, partnerKey, fill, ownKey, nowMs);
	}

	/**
	 * Answers the proposal of another trader. If both traders proposed the same trade, the proposal of the newer order
	 * counts. If own proposals hold the whole quantity for partners with lower priority, the proposal replaces them.
	 */
	answer({ own: ownKey, partner: partnerKey, quantity, payment }: Proposal, nowMs: number): Answer {
		const refuse = (reason: Refusal): Answer => ({ kind: 'refused', reason });
		if (!this.#own.has(ownKey)) return refuse('unknown-order');
		if (!this.#orders.has(partnerKey)) return refuse('unknown-partner');
		const pending = this.#reservations.of(ownKey).filter(({ ask, bid }) => {
			return ask === partnerKey || bid === partnerKey;
		});
		if (pending.some(({ proposer, isAgreed }) => proposer !== ownKey || isAgreed)) {
			return refuse('trade-in-progress');
		}
		const [before, partnerBefore] = [this.#orders.get(ownKey), this.#orders.get(partnerKey)];
		if (!before || !partnerBefore) return refuse('unknown-order');
		if (pending.length > 0 && compareAge(before, partnerBefore) > 0) return refuse('proposed-already');
		const withdrawn = [
			...pending,
			...this.#outranked(released(before, pending), partnerBefore, quantity),
			...this.#outranked(released(partnerBefore, pending), before, quantity),
		];
		const [own, partner] = [released(before, withdrawn), released(partnerBefore, withdrawn)];
		if (statusOf(own, nowMs) !== 'open' || statusOf(partner, nowMs) !== 'open') return refuse('not-open');
		if (!isTradable(own, partner)) return refuse('prices-do-not-cross');
		if (quantity <= 0n || payment < 0n) return refuse('price');
		if (available(own) === 0n || available(partner) === 0n) return refuse('nothing-available');
		const fair = fillOf(own, partner, quantity);
		if (!fair) return refuse('price');
		const worse = own.isAsk ? fair.payment - payment : payment - fair.payment;
		const isGood = accepts(own, { quantity, payment }) && worse <= ROUNDING_TOLERANCE;
		if (fair.quantity < quantity || !isGood) return { kind: 'counter', fill: fair };
		for (const { id } of withdrawn) this.release(id, nowMs);
		const reserved = this.#reserve(ownKey, partnerKey, { quantity, payment }, partnerKey, nowMs);
		const reservation = { ...reserved, isAgreed: true };
		this.#reservations.put(reservation);
		return { kind: 'agreed', reservation, withdrawn };
	}

	/** Records that the other trader agreed to a proposal. Returns undefined if it was withdrawn. */
	agree(id: number): Reservation | undefined {
		const reservation = this.#reservations.get(id);
		if (!reservation) return undefined;
		const agreed = { ...reservation, isAgreed: true };
		this.#reservations.put(agreed);
		return agreed;
	}

	/** Makes the quantity of a reservation available. The two orders do not match again before `retryMs`. */
	release(id: number, nowMs: number, retryMs = nowMs): void {
		const reservation = this.#reservations.get(id);
		if (!reservation) return;
		this.#reservations.delete(reservation);
		const { ask, bid, askHold, bidHold } = reservation;
		if (retryMs > nowMs) this.#pauses.set(pairOf(ask, bid), retryMs);
		this.#change(ask, (order) => release(order, askHold), nowMs);
		this.#change(bid, (order) => release(order, bidHold), nowMs);
	}

	/** Records the amounts that changed hands and ends the reservation. They may be less than reserved. */
	settle(id: number, fill: Fill, nowMs: number): void {
		const reservation = this.#reservations.get(id);
		if (!reservation) return;
		const { ask, bid, askHold, bidHold, quantity } = reservation;
		if (fill.quantity > quantity) throw new Error(`Reservation ${id} has only ${quantity} units.`);
		this.#reservations.delete(reservation);
		this.#change(ask, (order) => settle(order, askHold, fill, nowMs), nowMs);
		this.#change(bid, (order) => settle(order, bidHold, fill, nowMs), nowMs);
	}

	/** Adds amounts to an own order that were paid after their reservation had ended. */
	addTrade(key: string, fill: Fill, nowMs: number): void {
		const order = this.#orders.get(key);
		if (!order || !this.#own.has(key)) return;
		this.#update(settle(order, { quantity: 0n, creditChange: 0n }, fill, nowMs), nowMs);
	}

	/**
	 * Returns own proposals that hold `order` for partners with lower priority than `partner`, lowest first, as many as
	 * `quantity` needs. Otherwise two traders could refuse each other's proposals for ever: each holds the order for its
	 * own proposal. By the priority, which all services know, exactly one of them yields.
	 */
	#outranked(order: Order, partner: Order, quantity: bigint): readonly Reservation[] {
		if (available(order) > 0n) return [];
		const key = keyOf(order);
		const lower = this.#reservations.of(key).flatMap((reservation) => {
			const other = this.#orders.get(reservation.ask === key ? reservation.bid : reservation.ask);
			const isLower = other !== undefined && comparePriority(partner, other) < 0;
			return isLower && !reservation.isAgreed ? { reservation, other } : [];
		});
		lower.sort((a, b) => comparePriority(b.other, a.other));
		const chosen: Reservation[] = [];
		for (const { reservation } of lower) {
			if (available(released(order, chosen)) >= quantity) break;
			chosen.push(reservation);
		}
		return chosen;
	}

	#findMatches(order: Order, books: OrderBooks, nowMs: number): readonly Match[] {
		const opposite = books.of(order.assets)?.side(!order.isAsk) ?? [];
		const key = keyOf(order);
		return findMatches(order, opposite, nowMs, (partner) => {
			const partnerKey = keyOf(partner);
			if (this.#reservations.hasPair(key, partnerKey)) return false;
			if (this.#pauses.size === 0) return true;
			const pair = order.isAsk ? pairOf(key, partnerKey) : pairOf(partnerKey, key);
			return (this.#pauses.get(pair) ?? 0) <= nowMs;
		});
	}

	#reserve(a: string, b: string, fill: Fill, proposer: string, nowMs: number): Reservation {
		const [first, second] = [this.#orders.get(a), this.#orders.get(b)];
		if (!first || !second) throw new Error(`Order ${first ? b : a} does not exist.`);
		const [ask, bid] = first.isAsk ? [first, second] : [second, first];
		const [heldAsk, heldBid] = [hold(ask, fill.quantity), hold(bid, fill.quantity)];
		const reservation = {
			id: this.#reservations.nextId(),
			ask: keyOf(ask),
			bid: keyOf(bid),
			...fill,
			askHold: heldAsk.hold,
			bidHold: heldBid.hold,
			proposer,
			isAgreed: false,
		};
		this.#reservations.put(reservation);
		this.#update(heldAsk.order, nowMs);
		this.#update(heldBid.order, nowMs);
		return reservation;
	}

	#change(key: string, change: (order: Order) => Order, nowMs: number): void {
		const order = this.#orders.get(key);
		if (!order) return;
		const changed = change(order);
		if (this.#own.has(key)) {
			this.#update(changed, nowMs);
			return;
		}
		// The reservations of a foreign order are unknown, and its last statement may include this trade already.
		const traded = changed.traded > changed.first ? changed.first : changed.traded;
		this.#update({ ...changed, traded, credit: creditOf(changed, traded) }, nowMs);
	}

	/** Stores an order and lists it in the books while it is open. */
	#update(order: Order, nowMs: number): void {
		const key = keyOf(order);
		const status = statusOf(order, nowMs);
		const wasListed = this.#listed.has(key);
		const books = this.#own.has(key) ? [this.#books, this.#ownBooks] : [this.#books];
		this.#orders.set(key, order);
		if (status === 'open') {
			this.#listed.add(key);
			for (const book of books) wasListed ? book.replace(order) : book.add(order);
		} else if (wasListed) {
			this.#listed.delete(key);
			for (const book of books) book.delete(order);
		}
		if (isLive(status)) this.#expiry.set(key, expiryMs(order));
		else if (status !== 'expired') this.#expiry.delete(key);
		if (!isLive(status) && !this.#own.has(key) && !this.#reservations.hasAny(key)) this.#orders.delete(key);
	}
}

/** Returns an order without its part of reservations. */
function released(order: Order, reservations: readonly Reservation[]): Order {
	const key = keyOf(order);
	return reservations.reduce((rest, { ask, bid, askHold, bidHold }) => {
		if (ask === key) return release(rest, askHold);
		return bid === key ? release(rest, bidHold) : rest;
	}, order);
}

/** Key of two orders in `#pauses`. */
const pairOf = (ask: string, bid: string): string => `${ask} ${bid}`;

function isTradable(a: Order, b: Order): boolean {
	const isPair = a.assets.first === b.assets.first && a.assets.second === b.assets.second;
	return isPair && a.isAsk !== b.isAsk && a.trader !== b.trader && crosses(a, b);
}

function hasSameTerms(a: Terms, b: Terms): boolean {
	return (
		a.isAsk === b.isAsk &&
		a.first === b.first &&
		a.second === b.second &&
		a.timestampMs === b.timestampMs &&
		a.timeoutS === b.timeoutS &&
		a.assets.first === b.assets.first &&
		a.assets.second === b.assets.second
	);
}
