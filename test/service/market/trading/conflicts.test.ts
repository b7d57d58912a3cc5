import { expect, test } from 'vitest';
import { crosses } from '../../../../source/basics/market/find-matches.ts';
import { statusOf } from '../../../../source/basics/market/order.ts';
import { noFaults, SimulatedMarket } from './simulated-market.ts';

const SEEDS = 20;
/** Longer than a repeated proposal, a refusal and two pauses. */
const MAX_REST_MS = 15_000;

const kindOf = (body: unknown): unknown => Object(body).kind;

/** Number of pairs of open orders that match. */
function matchingPairs(market: SimulatedMarket): number {
	const open = market.orders().filter((order) => statusOf(order, market.nowMs) === 'open');
	const asks = open.filter(({ isAsk }) => isAsk);
	return open.filter((bid) => !bid.isAsk && asks.some((ask) => crosses(ask, bid))).length;
}

/**
 * Bob has an ask. Alice proposes a trade with her first bid, Bob one with her second bid, which is better. The proposals
 * are lost. Then the traders connect, and the proposals cross: each trader holds the ask of Bob for its own one.
 */
function proposeAtOnce(seed: number, maxDelayMs: number): SimulatedMarket {
	const market = new SimulatedMarket(seed, ['alice', 'bob']);
	market.faults = { ...noFaults, maxDelayMs };
	const [alice, bob] = [market.get('alice'), market.get('bob')];
	const assets = { first: 'BTC', second: 'MB' };
	const bid = { isAsk: false, assets, first: 20n, second: 40n, timeoutS: 86_400 };
	bob.place({ isAsk: true, assets, first: 20n, second: 40n, timeoutS: 86_400 });
	market.run(market.nowMs + 2_000);
	market.tamper = () => [];
	alice.place(bid);
	market.run(market.nowMs + 500);
	market.tamper = (message) => (kindOf(message.body) === 'tick' ? [message] : []);
	alice.place({ ...bid, second: 42n });
	market.run(market.nowMs + 2_500);
	market.tamper = (message) => [message];
	alice.connected('bob');
	bob.connected('alice');
	return market;
}

// Equal delays keep the two traders in step.
test.each([1, 20])('proposals that hold the same order end in a trade (delays up to %i ms)', (maxDelayMs) => {
	for (let seed = 0; seed < SEEDS; seed++) {
		const market = proposeAtOnce(seed, maxDelayMs);
		expect(market.orders().filter(({ reserved }) => reserved > 0n)).not.toEqual([]);
		market.run(market.nowMs + MAX_REST_MS);
		expect(matchingPairs(market), `seed ${seed}`).toBe(0);
		market.run(market.nowMs + 60_000);
		market.checkEnd();
	}
});
