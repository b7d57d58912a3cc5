import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyOf, statusOf } from '../../../../source/basics/market/order.ts';
import { MatchingEngine } from '../../../../source/service/market/matching/matching-engine.ts';
import type { Reservation } from '../../../../source/service/market/matching/reservations.ts';
import { runs } from '../../../runs.ts';
import { makeAsk, makeBid, START_MS } from './make-order.ts';
import { RandomTrading, randomNumbers } from './random-trading.ts';

const ORDERS = runs(8_000);

test(`${ORDERS} random orders that are settled at once conserve all assets and leave no crossed book`, () => {
	const trading = new RandomTrading(randomNumbers(16));
	for (let placed = 1; placed <= ORDERS; placed++) {
		trading.nowMs += trading.below(3) * 10;
		const made = [...trading.place(500)];
		for (const reservation of made) made.push(...trading.settle(reservation));
		if (trading.below(10) === 0) cancelAny(trading, placed);
		if (placed % 100 === 0) trading.engine.expire(trading.nowMs);
		if (placed % 2_000 === 0) trading.checkAll();
	}
	const statuses = new Set(trading.engine.ownOrders().map((order) => statusOf(order, trading.nowMs)));
	expect([...statuses].sort()).toEqual(['cancelled', 'completed', 'expired', 'open']);
	expect(trading.trades).toBeGreaterThan(ORDERS / 2);
});

test.each([1, 2, 3])(
	'orders with reservations that fail, or are settled in part, keep their prices (seed %i)',
	(seed) => {
		const trading = new RandomTrading(randomNumbers(seed));
		const pending: Reservation[] = [];
		for (let placed = 1; placed <= 2_000; placed++) {
			trading.nowMs += trading.below(3) * 10;
			pending.push(...trading.place(20));
			while (pending.length > 50 || (pending.length > 0 && trading.below(3) > 0)) {
				const [reservation] = pending.splice(trading.below(pending.length), 1);
				if (reservation) pending.push(...finish(trading, reservation));
			}
			if (trading.below(10) === 0) cancelAny(trading, placed);
			if (trading.below(100) === 0) trading.engine.expire(trading.nowMs);
			if (placed % 50 === 0) trading.checkAll();
		}
		// New trades of the last orders end too.
		for (const reservation of pending) pending.push(...trading.settle(reservation));
		trading.checkAll();
		trading.engine.expire(trading.nowMs);
		const { state, nowMs } = { state: trading.engine.save(), nowMs: trading.nowMs };
		expect(state.reservations).toEqual([]);
		expect(new MatchingEngine({ state, nowMs }).save()).toEqual(state);
	},
);

/** Settles most reservations, releases some, and settles some in part. */
function finish(trading: RandomTrading, reservation: Reservation): readonly Reservation[] {
	const end = trading.below(10);
	if (end < 3) return trading.release(reservation);
	if (end > 3) return trading.settle(reservation);
	return trading.settle(reservation, BigInt(trading.below(Number(reservation.quantity))));
}

function cancelAny(trading: RandomTrading, placed: number): void {
	const number = 1 + trading.below(placed);
	for (let trader = 0; trader < 20; trader++) trading.engine.cancel(`t${trader}.${number}`, trading.nowMs);
}

test('any sequence of trades, failures and cancellations keeps the prices of all orders', () => {
	const decisions = fc.infiniteStream(fc.integer({ min: 0, max: 9_999 }).map((number) => number / 10_000));
	fc.assert(
		fc.property(decisions, fc.integer({ min: 1, max: 40 }), (stream, steps) => {
			const trading = new RandomTrading(() => stream.next().value ?? 0);
			const pending: Reservation[] = [];
			for (let placed = 1; placed <= steps; placed++) {
				pending.push(...trading.place(4));
				trading.nowMs += trading.below(20) * 1000;
				const [reservation] = pending.splice(trading.below(pending.length), trading.below(3) > 0 ? 1 : 0);
				if (reservation) pending.push(...finish(trading, reservation));
				if (trading.below(5) === 0) cancelAny(trading, placed);
				if (trading.below(5) === 0) trading.engine.expire(trading.nowMs);
				trading.checkAll();
			}
		}),
		{ numRuns: runs(100) },
	);
});

test('the payments of any parts of an ask or bid add up to its whole amount', () => {
	const sizes = fc.array(fc.bigInt(1n, 10n ** 12n), { minLength: 1, maxLength: 40 });
	fc.assert(
		fc.property(sizes, fc.bigInt(1n, 10n ** 20n), fc.boolean(), (parts, second, isAsk) => {
			const engine = new MatchingEngine();
			const first = parts.reduce((sum, part) => sum + part, 0n);
			const order = (isAsk ? makeAsk : makeBid)(first, second, { number: 0 });
			engine.place(order, START_MS);
			const payments = parts.map((part, at) => {
				// The price of the partner is better by more than the rounding.
				const partner = isAsk
					? makeBid(part, part * second + 1n, { number: at + 1 })
					: makeAsk(part, 1n, { number: at + 1, isVerified: part * second >= first });
				engine.place(partner, START_MS);
				const made = engine.match(keyOf(partner), START_MS);
				for (const { id, quantity, payment } of made) engine.settle(id, { quantity, payment }, START_MS);
				return made.reduce((sum, { payment }) => sum + payment, 0n);
			});
			const now = engine.order(keyOf(order));
			expect(now?.paid).toBe(payments.reduce((sum, payment) => sum + payment, 0n));
			if (now?.traded === first) expect(now.paid).toBe(second);
		}),
	);
});

test('39 parts of a price of 100/3 cost exactly 100', () => {
	const engine = new MatchingEngine();
	const ask = makeAsk(39n, 100n, { number: 0 });
	engine.place(ask, START_MS);
	for (let number = 1; number <= 39; number++) {
		const bid = makeBid(1n, 3n, { number });
		engine.place(bid, START_MS);
		for (const { id, quantity, payment } of engine.match(keyOf(bid), START_MS)) {
			engine.settle(id, { quantity, payment }, START_MS);
		}
	}
	expect(engine.order('a.0')).toMatchObject({ traded: 39n, paid: 100n });
});
