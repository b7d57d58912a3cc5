import { describe, expect, test } from 'vitest';
import { checkTerms, expiryMs, keyOf, type Order, statusOf } from '../../../../source/basics/market/order.ts';
import { MatchingEngine } from '../../../../source/service/market/matching/matching-engine.ts';
import { makeAsk, makeBid, START_MS } from './make-order.ts';

const NOW_MS = START_MS + 60_000;

/** Places own orders, then returns the engine. */
function engineWith(...orders: readonly Order[]): MatchingEngine {
	const engine = new MatchingEngine();
	for (const order of orders) engine.place(order, NOW_MS);
	return engine;
}

/** Trades of a new own order as [partner's number, quantity, payment]. */
function tradesOf(engine: MatchingEngine, order: Order) {
	engine.place(order, NOW_MS);
	return engine.match(keyOf(order), NOW_MS).map(({ ask, bid, quantity, payment }) => {
		const partner = engine.order(order.isAsk ? bid : ask);
		return [partner?.number, quantity, payment];
	});
}

const stateOf = (engine: MatchingEngine, order: Order) => {
	const now = engine.order(keyOf(order));
	return now && [statusOf(now, NOW_MS), now.traded, now.reserved, now.paid];
};

const settleAll = (engine: MatchingEngine, order: Order) => {
	for (const { id, quantity, payment } of engine.reservationsOf(keyOf(order))) {
		engine.settle(id, { quantity, payment }, NOW_MS);
	}
};

describe('match', () => {
	test('takes the best price first, then the oldest, at the price of the older order', () => {
		const engine = engineWith(
			makeAsk(10n, 30n, { number: 1 }),
			makeAsk(10n, 20n, { number: 3 }),
			makeAsk(10n, 20n, { number: 2 }),
			makeAsk(10n, 40n, { number: 4 }),
		);
		expect(tradesOf(engine, makeBid(25n, 100n, { number: 5 }))).toEqual([
			[2, 10n, 20n],
			[3, 10n, 20n],
			[1, 5n, 15n],
		]);
	});

	test('fills an ask from the highest bids', () => {
		const engine = engineWith(makeBid(5n, 10n, { number: 1 }), makeBid(5n, 15n, { number: 2 }));
		expect(tradesOf(engine, makeAsk(20n, 40n, { number: 3 }))).toEqual([
			[2, 5n, 15n],
			[1, 5n, 10n],
		]);
	});

	test('treats equal quotients as one price', () => {
		const engine = engineWith(makeAsk(6n, 2n, { number: 2 }), makeAsk(3n, 1n, { number: 1 }));
		expect([...(engine.books()[0]?.asks ?? [])].map(({ number }) => number)).toEqual([1, 2]);
		expect(tradesOf(engine, makeBid(9n, 3n, { number: 3 })).map(([number]) => number)).toEqual([1, 2]);
	});

	test('does not match orders of one trader, of another pair, or of the same kind', () => {
		const engine = engineWith(
			makeAsk(1n, 1n, { trader: 'b', number: 1 }),
			makeAsk(1n, 1n, { assets: { first: 'MB', second: 'BTC' }, number: 2 }),
			makeBid(1n, 9n, { trader: 'c', number: 3 }),
		);
		expect(tradesOf(engine, makeBid(1n, 5n, { number: 4 }))).toEqual([]);
	});

	test('reserves own orders only for a foreign order', () => {
		const engine = engineWith(makeAsk(5n, 10n, { number: 2 }));
		expect(engine.learn(makeAsk(5n, 5n, { trader: 'c', number: 1 }), NOW_MS)).toBe('new');
		const bid = makeBid(10n, 30n, { number: 3 });
		engine.learn(bid, NOW_MS);
		const [reservation, ...others] = engine.match(keyOf(bid), NOW_MS);
		expect(reservation).toMatchObject({ ask: 'a.2', quantity: 5n, payment: 10n, proposer: 'a.2' });
		expect(others).toEqual([]);
	});

	test('previews the same trades without a change', () => {
		const engine = engineWith(makeAsk(10n, 20n, { number: 1 }));
		const bid = makeBid(4n, 20n, { number: 2 });
		const before = engine.save();
		expect(engine.preview(bid, NOW_MS).map(({ quantity, payment }) => [quantity, payment])).toEqual([
			[4n, 8n],
		]);
		expect(engine.save()).toEqual(before);
		expect(tradesOf(engine, bid)).toEqual([[1, 4n, 8n]]);
	});
});

describe('a reservation', () => {
	const ask = makeAsk(3n, 100n, { number: 1 });
	const bid = makeBid(1n, 34n, { number: 2 });

	test('is not available to others, and is available again after release', () => {
		const engine = engineWith(ask);
		expect(tradesOf(engine, makeBid(3n, 100n, { number: 2 }))).toEqual([[1, 3n, 100n]]);
		const later = makeBid(3n, 120n, { number: 3 });
		expect(tradesOf(engine, later)).toEqual([]);
		engine.release(engine.reservationsOf('b.2')[0]?.id ?? 0, NOW_MS, NOW_MS + 5_000);
		expect(stateOf(engine, ask)).toEqual(['open', 0n, 0n, 0n]);
		expect(engine.match('b.2', NOW_MS)).toEqual([]);
		expect(engine.match('b.3', NOW_MS)).toHaveLength(1);
		engine.release(engine.reservationsOf('b.3')[0]?.id ?? 0, NOW_MS);
		expect(engine.match('b.2', NOW_MS + 5_000)).toHaveLength(1);
	});

	test('is settled in whole, and the payments of all parts add up to the whole', () => {
		const engine = engineWith(ask);
		const payments = [1, 2, 3].map((number) => {
			const trades = tradesOf(engine, makeBid(1n, 34n, { number: 10 + number }));
			settleAll(engine, ask);
			return trades[0]?.[2];
		});
		expect(payments).toEqual([34n, 33n, 33n]);
		expect(stateOf(engine, ask)).toEqual(['completed', 3n, 0n, 100n]);
		expect(engine.order('a.1')?.completedMs).toBe(NOW_MS);
		expect(engine.books()).toEqual([]);
	});

	test('is settled in part, and the rest is available', () => {
		const engine = engineWith(makeAsk(10n, 20n, { number: 1 }));
		tradesOf(engine, makeBid(10n, 20n, { number: 2 }));
		const [reservation] = engine.reservationsOf('b.2');
		engine.settle(reservation?.id ?? 0, { quantity: 4n, payment: 8n }, NOW_MS);
		expect(engine.order('a.1')).toMatchObject({ traded: 4n, paid: 8n, reserved: 0n });
		expect(engine.match('b.2', NOW_MS)).toMatchObject([{ quantity: 6n, payment: 12n }]);
	});

	test('cannot be settled with more than it has, and ends once', () => {
		const engine = engineWith(ask);
		tradesOf(engine, bid);
		const id = engine.reservationsOf('a.1')[0]?.id ?? 0;
		expect(() => engine.settle(id, { quantity: 2n, payment: 2n }, NOW_MS)).toThrow();
		engine.settle(id, { quantity: 1n, payment: 34n }, NOW_MS);
		engine.settle(id, { quantity: 1n, payment: 34n }, NOW_MS);
		engine.release(id, NOW_MS);
		expect(stateOf(engine, ask)).toEqual(['open', 1n, 0n, 34n]);
	});

	test('outlasts the end of its order', () => {
		const engine = engineWith(ask);
		tradesOf(engine, bid);
		expect(engine.cancel('a.1', NOW_MS)).toBe('ok');
		settleAll(engine, ask);
		expect(stateOf(engine, ask)).toEqual(['cancelled', 1n, 0n, 34n]);
	});

	test('keeps a foreign order until it ends', () => {
		const engine = engineWith(ask);
		engine.learn(bid, NOW_MS);
		const [reservation] = engine.match('b.2', NOW_MS);
		engine.forget('b.2', NOW_MS);
		expect(engine.books()[0]?.bids.size).toBe(0);
		expect(engine.order('b.2')).toBeDefined();
		engine.release(reservation?.id ?? 0, NOW_MS);
		expect(engine.order('b.2')).toBeUndefined();
	});
});

describe('learn', () => {
	test('updates the traded quantity, and nothing else', () => {
		const engine = new MatchingEngine();
		const ask = makeAsk(10n, 20n, { number: 1 });
		expect(engine.learn(ask, NOW_MS)).toBe('new');
		expect(engine.learn(ask, NOW_MS)).toBe('same');
		expect(engine.learn({ ...ask, traded: 4n }, NOW_MS)).toBe('changed');
		expect([...(engine.books()[0]?.asks ?? [])]).toMatchObject([{ traded: 4n }]);
		expect(engine.learn({ ...ask, second: 10n }, NOW_MS)).toBe('altered');
		expect(engine.learn({ ...ask, traded: 10n }, NOW_MS)).toBe('changed');
		expect(engine.books()).toEqual([]);
		expect(engine.order('a.1')).toBeUndefined();
		expect(engine.learn({ ...ask, traded: 10n }, NOW_MS)).toBe('over');
		expect(engine.learn(makeAsk(1n, 1n, { timestampMs: 0 }), NOW_MS)).toBe('over');
	});

	test('does not change own orders', () => {
		const ask = makeAsk(10n, 20n, { number: 1 });
		const engine = engineWith(ask);
		expect(engine.learn({ ...ask, traded: 5n }, NOW_MS)).toBe('same');
		engine.forget('a.1', NOW_MS);
		expect(stateOf(engine, ask)).toEqual(['open', 0n, 0n, 0n]);
	});

	test('counts a trade once that the statement of the other trader includes already', () => {
		const engine = engineWith(makeAsk(10n, 20n, { number: 1 }));
		const bid = makeBid(6n, 12n, { number: 2 });
		engine.learn(bid, NOW_MS);
		engine.match('b.2', NOW_MS);
		engine.learn({ ...bid, traded: 4n }, NOW_MS);
		settleAll(engine, bid);
		expect(engine.order('a.1')).toMatchObject({ traded: 6n, paid: 12n, reserved: 0n });
		expect(engine.order('b.2')).toBeUndefined();
	});
});

describe('status', () => {
	test('is unverified until the wallet confirms', () => {
		const ask = makeAsk(1n, 1n, { number: 1, isVerified: false });
		const engine = engineWith(ask);
		expect(stateOf(engine, ask)?.[0]).toBe('unverified');
		expect(engine.books()).toEqual([]);
		expect(tradesOf(engine, makeBid(1n, 1n, { number: 2 }))).toEqual([]);
		engine.verify('a.1', NOW_MS);
		expect(stateOf(engine, ask)?.[0]).toBe('open');
		expect(engine.match('a.1', NOW_MS)).toHaveLength(1);
	});

	test('is expired at the timeout, and reported once', () => {
		const ask = makeAsk(1n, 1n, { number: 1, timeoutS: 100 });
		const engine = engineWith(ask, makeAsk(1n, 1n, { number: 2, timeoutS: 200, isVerified: false }));
		const bid = makeBid(1n, 9n, { number: 3, trader: 'c', timeoutS: 150 });
		engine.learn(bid, NOW_MS);
		const endMs = expiryMs(ask);
		expect(engine.nextExpiryMs).toBe(endMs);
		expect(engine.expire(endMs - 1)).toEqual([]);
		expect(engine.match('a.1', endMs)).toEqual([]);
		expect(engine.cancel('a.1', endMs)).toBe('expired');
		expect(engine.expire(endMs).map(keyOf)).toEqual(['a.1']);
		expect(engine.expire(endMs)).toEqual([]);
		expect(engine.expire(endMs + 200_000).map(keyOf)).toEqual(['c.3', 'a.2']);
		expect(engine.ownOrders().map(({ number }) => number)).toEqual([1, 2]);
		expect(engine.order('c.3')).toBeUndefined();
		expect(engine.books()).toEqual([]);
		expect(engine.nextExpiryMs).toBeUndefined();
	});

	test('only open and unverified own orders can be cancelled', () => {
		const engine = engineWith(
			makeAsk(1n, 1n, { number: 1, isVerified: false }),
			makeAsk(1n, 1n, { number: 2 }),
		);
		engine.learn(makeBid(1n, 1n, { number: 9, trader: 'c' }), NOW_MS);
		engine.match('a.2', NOW_MS);
		settleAll(engine, makeAsk(1n, 1n, { number: 2 }));
		expect(engine.cancel('a.1', NOW_MS)).toBe('ok');
		expect(engine.cancel('a.1', NOW_MS)).toBe('cancelled');
		expect(engine.cancel('a.2', NOW_MS)).toBe('completed');
		expect(engine.cancel('c.9', NOW_MS)).toBe('unknown');
		expect(engine.expire(NOW_MS + 10_000_000)).toEqual([]);
	});

	test.each([
		[{ first: 0n }, 'amount-not-positive'],
		[{ second: -1n }, 'amount-not-positive'],
		[{ assets: { first: 'MB', second: 'MB' } }, 'same-asset'],
		[{ timeoutS: 0 }, 'invalid-timeout'],
		[{ timeoutS: 1.5 }, 'invalid-timeout'],
		[{ timeoutS: 1e9 }, 'invalid-timeout'],
		[{}, undefined],
	])('terms with %o: %s', (change, fault) => {
		expect(checkTerms({ ...makeAsk(1n, 1n), ...change })).toBe(fault);
	});
});

describe('answer', () => {
	const ask = makeAsk(10n, 20n, { number: 1 });
	const bid = makeBid(10n, 25n, { number: 2 });
	const propose = (engine: MatchingEngine, quantity: bigint, payment: bigint) =>
		engine.answer({ own: 'a.1', partner: 'b.2', quantity, payment }, NOW_MS);
	const engineWithBoth = () => {
		const engine = engineWith(ask);
		engine.learn(bid, NOW_MS);
		return engine;
	};

	test('agrees to the price of the own older order, and reserves', () => {
		const engine = engineWithBoth();
		expect(propose(engine, 4n, 8n)).toMatchObject({
			kind: 'agreed',
			reservation: { quantity: 4n, payment: 8n, proposer: 'b.2', isAgreed: true },
			withdrawn: [],
		});
		expect(engine.order('a.1')).toMatchObject({ reserved: 4n });
	});

	test('counters a worse price or a larger quantity', () => {
		const engine = engineWithBoth();
		expect(propose(engine, 4n, 7n)).toEqual({ kind: 'counter', fill: { quantity: 4n, payment: 8n } });
		expect(propose(engine, 99n, 198n)).toEqual({ kind: 'counter', fill: { quantity: 10n, payment: 20n } });
		expect(engine.order('a.1')).toMatchObject({ reserved: 0n });
	});

	test('counters a payment that is worse than the price of the older foreign order', () => {
		const engine = engineWith(makeAsk(10n, 20n, { number: 3 }));
		engine.learn(bid, NOW_MS);
		const proposal = { own: 'a.3', partner: 'b.2', quantity: 10n };
		expect(engine.answer({ ...proposal, payment: 20n }, NOW_MS)).toEqual({
			kind: 'counter',
			fill: { quantity: 10n, payment: 25n },
		});
		expect(engine.answer({ ...proposal, payment: 24n }, NOW_MS).kind).toBe('agreed');
	});

	test.each([
		['unknown-order', 'a.7', 'b.2'],
		['unknown-order', 'b.2', 'a.1'],
		['unknown-partner', 'a.1', 'b.7'],
		['prices-do-not-cross', 'a.1', 'b.3'],
		['prices-do-not-cross', 'a.1', 'c.4'],
		['prices-do-not-cross', 'a.1', 'a.5'],
		['not-open', 'a.6', 'b.2'],
	])('refuses: %s', (reason, own, partner) => {
		const engine = engineWithBoth();
		engine.learn(makeBid(10n, 19n, { number: 3 }), NOW_MS);
		engine.learn(makeAsk(10n, 19n, { number: 4, trader: 'c' }), NOW_MS);
		engine.learn(makeBid(10n, 25n, { number: 5, trader: 'a' }), NOW_MS);
		engine.place(makeAsk(10n, 20n, { number: 6, isVerified: false }), NOW_MS);
		expect(engine.answer({ own, partner, quantity: 1n, payment: 2n }, NOW_MS)).toEqual({
			kind: 'refused',
			reason,
		});
	});

	test('refuses amounts that are not positive, and more than is available', () => {
		const engine = engineWithBoth();
		expect(propose(engine, 0n, 0n)).toEqual({ kind: 'refused', reason: 'price' });
		expect(propose(engine, -1n, 5n)).toEqual({ kind: 'refused', reason: 'price' });
		expect(propose(engine, 10n, 20n).kind).toBe('agreed');
		engine.learn(makeBid(10n, 20n, { number: 3 }), NOW_MS);
		expect(engine.answer({ own: 'a.1', partner: 'b.3', quantity: 1n, payment: 2n }, NOW_MS)).toEqual({
			kind: 'refused',
			reason: 'nothing-available',
		});
	});

	test('a counter-proposal is reserved only at a price that the own order accepts', () => {
		const engine = engineWithBoth();
		engine.place(makeBid(10n, 25n, { number: 3, trader: 'a' }), NOW_MS);
		engine.learn(makeAsk(10n, 20n, { number: 4, trader: 'c' }), NOW_MS);
		const reserve = (own: string, partner: string, payment: bigint) =>
			engine.propose({ own, partner, quantity: 4n, payment }, NOW_MS)?.payment;
		expect(reserve('a.1', 'b.2', 7n)).toBeUndefined();
		expect(reserve('a.3', 'c.4', 11n)).toBeUndefined();
		expect(engine.order('a.1')).toMatchObject({ reserved: 0n });
		expect([reserve('a.1', 'b.2', 8n), reserve('a.3', 'c.4', 10n)]).toEqual([8n, 10n]);
	});

	test('two orders have one trade at a time', () => {
		const engine = engineWithBoth();
		const agreed = propose(engine, 4n, 8n);
		if (agreed.kind !== 'agreed') throw new Error(agreed.kind);
		expect(propose(engine, 1n, 2n)).toEqual({ kind: 'refused', reason: 'trade-in-progress' });
		expect(engine.propose({ own: 'a.1', partner: 'b.2', quantity: 1n, payment: 2n }, NOW_MS)).toBeUndefined();
		expect(engine.match('a.1', NOW_MS)).toEqual([]);
		engine.settle(agreed.reservation.id, { quantity: 4n, payment: 8n }, NOW_MS);
		expect(engine.match('a.1', NOW_MS)).toMatchObject([{ quantity: 6n }]);
	});

	test('agrees to the proposal of the newer order if both traders proposed the same trade', () => {
		const [forAsk, forBid] = [engineWith(ask), engineWith(bid)];
		forAsk.learn(bid, NOW_MS);
		forBid.learn(ask, NOW_MS);
		const [fromAsk] = forAsk.match('b.2', NOW_MS);
		const [fromBid] = forBid.match('a.1', NOW_MS);
		if (!fromAsk || !fromBid) throw new Error('no match');
		expect(forBid.answer({ own: 'b.2', partner: 'a.1', ...fromAsk }, NOW_MS)).toEqual({
			kind: 'refused',
			reason: 'proposed-already',
		});
		const answer = forAsk.answer({ own: 'a.1', partner: 'b.2', ...fromBid }, NOW_MS);
		expect(answer).toMatchObject({ kind: 'agreed', withdrawn: [{ id: fromAsk.id }] });
		expect(forAsk.agree(fromAsk.id)).toBeUndefined();
		expect(forBid.agree(fromBid.id)).toMatchObject({ isAgreed: true });
		expect(forAsk.order('a.1')).toMatchObject({ reserved: 10n });
	});

	test('agrees on both sides to the older partner, if two proposals hold the same order', () => {
		const [older, newer] = [makeBid(10n, 20n, { number: 2 }), makeBid(10n, 20n, { number: 3 })];
		const [forAsk, forBids] = [engineWith(ask), engineWith(older, newer)];
		forBids.learn(ask, NOW_MS);
		const [fromBid] = forBids.match('b.3', NOW_MS);
		for (const one of [older, newer]) forAsk.learn(one, NOW_MS);
		const [fromAsk] = forAsk.match('a.1', NOW_MS);
		if (!fromAsk || !fromBid) throw new Error('no match');
		expect(fromAsk).toMatchObject({ bid: 'b.2' });
		expect(forAsk.answer({ own: 'a.1', partner: 'b.3', ...fromBid }, NOW_MS)).toEqual({
			kind: 'refused',
			reason: 'nothing-available',
		});
		const answer = forBids.answer({ own: 'b.2', partner: 'a.1', ...fromAsk }, NOW_MS);
		expect(answer).toMatchObject({ kind: 'agreed', withdrawn: [{ id: fromBid.id }] });
		expect(forBids.order('b.3')).toMatchObject({ reserved: 0n });
		expect(forBids.order('a.1')).toMatchObject({ reserved: 10n });
	});

	test('replaces as few own proposals as a proposal needs, lowest priority first', () => {
		const engine = engineWith(ask);
		const bids = [22n, 21n, 20n].map((second, index) => makeBid(10n, second, { number: index + 2 }));
		for (const [index, { second }] of bids.entries()) {
			const quantity = [2n, 4n, 4n][index] ?? 0n;
			engine.learn(makeBid(quantity, (second * quantity) / 10n, { number: index + 2 }), NOW_MS);
		}
		const [best, middle, worst] = engine.match('a.1', NOW_MS);
		expect([best?.bid, middle?.bid, worst?.bid]).toEqual(['b.2', 'b.3', 'b.4']);
		engine.learn(makeBid(3n, 9n, { number: 9 }), NOW_MS);
		const answer = engine.answer({ own: 'a.1', partner: 'b.9', quantity: 3n, payment: 6n }, NOW_MS);
		expect(answer).toMatchObject({ kind: 'agreed', withdrawn: [{ id: worst?.id }] });
	});

	test('keeps agreed trades when a proposal with higher priority arrives', () => {
		const engine = engineWith(ask);
		engine.learn(makeBid(10n, 20n, { number: 2 }), NOW_MS);
		const [reservation] = engine.match('a.1', NOW_MS);
		engine.agree(reservation?.id ?? 0);
		engine.learn(makeBid(10n, 30n, { number: 3 }), NOW_MS);
		expect(engine.answer({ own: 'a.1', partner: 'b.3', quantity: 10n, payment: 20n }, NOW_MS)).toEqual({
			kind: 'refused',
			reason: 'nothing-available',
		});
	});
});

test('a saved engine continues with its reservations', () => {
	const engine = engineWith(makeAsk(10n, 20n, { number: 1 }), makeAsk(1n, 9n, { number: 4 }));
	engine.learn(makeBid(4n, 8n, { number: 2 }), NOW_MS);
	engine.learn(makeBid(1n, 1n, { number: 3 }), NOW_MS);
	engine.match('b.2', NOW_MS);
	engine.cancel('a.4', NOW_MS);
	const again = new MatchingEngine({ state: engine.save(), nowMs: NOW_MS });
	expect(again.save()).toEqual(engine.save());
	expect(again.books().map(({ asks, bids }) => [asks.size, bids.size])).toEqual([[1, 2]]);
	settleAll(again, makeBid(4n, 8n, { number: 2 }));
	expect(again.order('a.1')).toMatchObject({ traded: 4n, paid: 8n, reserved: 0n });
	expect(again.expire(NOW_MS + 10_000_000).map(keyOf)).toEqual(['a.1', 'b.3']);
	const late = new MatchingEngine({ state: engine.save(), nowMs: NOW_MS + 10_000_000 });
	expect(late.books()).toEqual([]);
	expect(late.expire(NOW_MS + 10_000_000)).toEqual([]);
});
