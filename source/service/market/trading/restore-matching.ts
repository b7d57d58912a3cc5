import type { Hold } from '../../../basics/market/hold.ts';
import { keyOf, type Order } from '../../../basics/market/order.ts';
import { MatchingEngine } from '../matching/matching-engine.ts';
import type { Reservation } from '../matching/reservations.ts';
import { Negotiation } from './negotiation.ts';
import { savedOrders } from './own-orders.ts';
import { Ticks } from './ticks.ts';
import type { SavedTrading } from './trading-options.ts';
import { savedReservations } from './transactions.ts';

/** Returns the matching engine of the saved rows. The reserved quantities follow from the reservations. */
export function restoreMatching(saved: SavedTrading, nowMs: number): MatchingEngine {
	const reservations = [
		...Negotiation.reservationsOf(saved.proposals),
		...savedReservations(saved.transactions),
	].sort((a, b) => a.id - b.id);
	const holds = holdsOf(reservations);
	const restored = (order: Order): Order => {
		let [reserved, usedCredit] = [0n, 0n];
		for (const { quantity, creditChange } of holds.get(keyOf(order)) ?? []) {
			reserved += quantity;
			if (creditChange < 0n) usedCredit -= creditChange;
		}
		return { ...order, reserved, usedCredit };
	};
	const own = savedOrders(saved.orders).map(restored);
	const foreign = Ticks.ordersOf(saved.ticks).map(restored);
	return new MatchingEngine({ state: { own, foreign, reservations }, nowMs });
}

function holdsOf(reservations: readonly Reservation[]): ReadonlyMap<string, readonly Hold[]> {
	const holds = new Map<string, Hold[]>();
	for (const { ask, bid, askHold, bidHold } of reservations) {
		for (const [key, held] of [
			[ask, askHold],
			[bid, bidHold],
		] as const) {
			const all = holds.get(key);
			if (all) all.push(held);
			else holds.set(key, [held]);
		}
	}
	return holds;
}
