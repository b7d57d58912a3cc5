import { smaller } from '../big-integers.ts';
import { type Fill, hold, limitPayment } from './hold.ts';
import { available, compareAge, type Order, statusOf } from './order.ts';
import { comparePrices } from './price.ts';

/** A possible trade of an order with one from the opposite side of the book. */
export interface Match extends Fill {
	readonly partner: Order;
}

/**
 * Finds trades of `order` in price-time order until nothing of it is available. Changes nothing. `opposite` is in
 * price-time order. `isAllowed` skips partners.
 */
export function findMatches(
	order: Order,
	opposite: Iterable<Order>,
	nowMs: number,
	isAllowed: (partner: Order) => boolean = () => true,
): readonly Match[] {
	const matches: Match[] = [];
	if (statusOf(order, nowMs) !== 'open') return matches;
	let rest = order;
	for (const partner of opposite) {
		if (available(rest) === 0n || !crosses(rest, partner)) break;
		if (partner.trader === order.trader || statusOf(partner, nowMs) !== 'open') continue;
		if (!isAllowed(partner)) continue;
		const fill = fillOf(rest, partner);
		if (!fill) continue;
		matches.push({ partner, ...fill });
		rest = hold(rest, fill.quantity).order;
	}
	return matches;
}

/** Whether the bid pays at least the price of the ask. One of the orders is an ask, the other a bid. */
export function crosses(a: Order, b: Order): boolean {
	return a.isAsk ? comparePrices(b, a) >= 0 : comparePrices(a, b) >= 0;
}

/**
 * Returns the largest trade of two orders that cross, at most `wanted`, at the price of the older one. Returns
 * undefined if nothing is available, or if no whole payment is within both prices. A trade that completes an order
 * without reservations always has such a payment.
 */
export function fillOf(a: Order, b: Order, wanted?: bigint): Fill | undefined {
	const both = smaller(available(a), available(b));
	const quantity = wanted === undefined ? both : smaller(both, wanted);
	if (quantity === 0n) return undefined;
	const least = limitPayment(a.isAsk ? a : b, quantity);
	const most = limitPayment(a.isAsk ? b : a, quantity);
	if (least > most) return undefined;
	const older = compareAge(a, b) < 0 ? a : b;
	return { quantity, payment: older.isAsk ? least : most };
}
