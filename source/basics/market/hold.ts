import { divideDown, divideUp, larger } from '../big-integers.ts';
import type { Order } from './order.ts';

/** A quantity that an order reserves for one partner. */
export interface Hold {
	readonly quantity: bigint;
	/** Change of the order's credit if the whole quantity is traded. Negative if the hold uses credit. */
	readonly creditChange: bigint;
}

/** Amounts that changed hands. */
export interface Fill {
	/** Units of the first asset. */
	readonly quantity: bigint;
	/** Units of the second asset. */
	readonly payment: bigint;
}

/**
 * Returns the worst payment that an order accepts for `quantity` more. A bid pays at most this, an ask receives at
 * least this.
 *
 * Payments are whole units, so each is rounded in favor of the order. The rounded part is its credit. Later payments
 * use the credit of traded quantities, so that the payments of all parts add up to the whole. Credit of reservations
 * does not count, because they may be released. The payments of any subset of the reservations are therefore within
 * the order's price.
 */
export function limitPayment(order: Order, quantity: bigint): bigint {
	const exact = quantity * order.second;
	const credit = order.credit - order.usedCredit;
	if (order.isAsk) return larger(divideUp(exact - credit, order.first), 0n);
	return divideDown(exact + credit, order.first);
}

/** Whether the payment is within the order's price. */
export function accepts(order: Order, { quantity, payment }: Fill): boolean {
	const limit = limitPayment(order, quantity);
	return order.isAsk ? payment >= limit : payment <= limit;
}

function creditChangeOf(order: Order, quantity: bigint): bigint {
	if (quantity === 0n) return 0n;
	const over = quantity * order.second - limitPayment(order, quantity) * order.first;
	return order.isAsk ? -over : over;
}

const usedBy = ({ creditChange }: Hold): bigint => (creditChange < 0n ? -creditChange : 0n);

/** Reserves a quantity, which must be available. */
export function hold(order: Order, quantity: bigint): { readonly order: Order; readonly hold: Hold } {
	const made = { quantity, creditChange: creditChangeOf(order, quantity) };
	const usedCredit = order.usedCredit + usedBy(made);
	return { order: { ...order, reserved: order.reserved + quantity, usedCredit }, hold: made };
}

export function release(order: Order, held: Hold): Order {
	return withoutWholeUnits(withoutHold(order, held));
}

function withoutHold(order: Order, held: Hold): Order {
	return {
		...order,
		reserved: order.reserved - held.quantity,
		usedCredit: order.usedCredit - usedBy(held),
	};
}

/**
 * Drops whole units of the available credit, which several reservations at once can add up to. Every payment is
 * therefore less than one unit away from the order's price.
 */
function withoutWholeUnits(order: Order): Order {
	const units = divideDown(order.credit - order.usedCredit, order.first);
	return units > 0n ? { ...order, credit: order.credit - units * order.first } : order;
}

/**
 * Replaces a hold by a trade. The trade may be smaller if the partner stopped. A loss by a partner that stopped is
 * not passed on to later partners: it does not change the credit.
 */
export function settle(order: Order, held: Hold, fill: Fill, nowMs: number): Order {
	const free = withoutHold(order, held);
	const isWhole = fill.quantity === held.quantity;
	const creditChange = isWhole ? held.creditChange : creditChangeOf(free, fill.quantity);
	const traded = order.traded + fill.quantity;
	return withoutWholeUnits({
		...free,
		traded,
		paid: order.paid + fill.payment,
		credit: free.credit + creditChange,
		completedMs: traded >= order.first ? (order.completedMs ?? nowMs) : null,
	});
}
