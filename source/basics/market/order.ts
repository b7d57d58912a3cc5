import { larger } from '../big-integers.ts';
import { comparePrices, type Price } from './price.ts';

/** Two names of assets. Their order matters: BTC/MB and MB/BTC are different books. */
export interface AssetNames {
	readonly first: string;
	readonly second: string;
}

/** The terms of an order. They never change. */
export interface Terms extends Price {
	readonly trader: string;
	/** Unique among the orders of its trader. */
	readonly number: number;
	/** An ask gives the first asset for the second. A bid gives the second for the first. */
	readonly isAsk: boolean;
	readonly assets: AssetNames;
	/** Quantity, units of the first asset. */
	readonly first: bigint;
	/** Payment for the whole quantity, units of the second asset. */
	readonly second: bigint;
	/** Unix time, ms. Decides the priority within a price. */
	readonly timestampMs: number;
	/** Validity, s. */
	readonly timeoutS: number;
}

/** An ask or a bid with its state. Immutable: each change makes a new order. */
export interface Order extends Terms {
	/** Traded quantity. */
	readonly traded: bigint;
	/** Payments for the traded quantity: paid by a bid, received by an ask. */
	readonly paid: bigint;
	/** Quantity in reservations. */
	readonly reserved: bigint;
	/** Rounding credit of the traded quantity, see `limitPayment`. Units of the second asset times `first`. */
	readonly credit: bigint;
	/** Credit that reservations use. At most `credit`. */
	readonly usedCredit: bigint;
	/** Whether the wallet confirmed that the order can be paid. Other orders do not match. */
	readonly isVerified: boolean;
	readonly isCancelled: boolean;
	/** Whether its time has come once. It stays expired if the clock steps back. */
	readonly isExpired: boolean;
	/** Unix time, ms; null until the whole quantity is traded. */
	readonly completedMs: number | null;
}

export type OrderStatus = 'open' | 'completed' | 'expired' | 'cancelled' | 'unverified';

/** Statuses of orders that can be traded, now or once they are verified. */
export type LiveStatus = 'open' | 'unverified';

export function isLive(status: OrderStatus): status is LiveStatus {
	return status === 'open' || status === 'unverified';
}

type TermsFault = 'amount-not-positive' | 'same-asset' | 'invalid-timeout';

/** Maximum validity: 30 days. */
export const MAX_TIMEOUT_S = 30 * 86_400;

export function checkTerms(terms: Terms): TermsFault | undefined {
	if (terms.first <= 0n || terms.second <= 0n) return 'amount-not-positive';
	if (terms.assets.first === terms.assets.second) return 'same-asset';
	const isValid = Number.isInteger(terms.timeoutS) && terms.timeoutS > 0 && terms.timeoutS <= MAX_TIMEOUT_S;
	return isValid ? undefined : 'invalid-timeout';
}

/** Returns an order of which `traded` is traded already. */
export function createOrder(terms: Terms, { isVerified = true, traded = 0n, paid = 0n } = {}): Order {
	return {
		...terms,
		traded,
		paid,
		reserved: 0n,
		credit: creditOf(terms, traded),
		usedCredit: 0n,
		isVerified,
		isCancelled: false,
		isExpired: false,
		completedMs: null,
	};
}

/** Returns the credit of an order with one trade after the other: less than one unit of the second asset. */
export function creditOf({ isAsk, first, second }: Terms, traded: bigint): bigint {
	const fraction = (traded * second) % first;
	return isAsk && fraction > 0n ? first - fraction : fraction;
}

/** Identifies an order in maps. */
export function keyOf({ trader, number }: { readonly trader: string; readonly number: number }): string {
	return `${trader}.${number}`;
}

export const expiryMs = ({ timestampMs, timeoutS }: Terms): number => timestampMs + timeoutS * 1000;

export function statusOf(order: Order, nowMs: number): OrderStatus {
	if (order.traded >= order.first) return 'completed';
	if (order.isCancelled) return 'cancelled';
	if (order.isExpired || nowMs >= expiryMs(order)) return 'expired';
	return order.isVerified ? 'open' : 'unverified';
}

/** Quantity that is not traded. */
export const remaining = ({ first, traded }: Order): bigint => larger(first - traded, 0n);

/** Quantity that is neither traded nor reserved. */
export const available = (order: Order): bigint => larger(remaining(order) - order.reserved, 0n);

/** Compares the priority of two orders of the same price. The same in all services. */
export function compareAge(a: Terms, b: Terms): number {
	if (a.timestampMs !== b.timestampMs) return a.timestampMs - b.timestampMs;
	if (a.trader !== b.trader) return a.trader < b.trader ? -1 : 1;
	return a.number - b.number;
}

/** Compares the priority of two asks, or of two bids, for a partner: the better price, then the older order. */
export function comparePriority(a: Terms, b: Terms): number {
	const byPrice = comparePrices(a, b);
	if (byPrice !== 0) return a.isAsk ? byPrice : -byPrice;
	return compareAge(a, b);
}
