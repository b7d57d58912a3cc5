import { expect, test } from 'vitest';
import { runs } from '../../../runs.ts';
import { EXTERNAL, manyFaults, noFaults, SimulatedMarket } from './simulated-market.ts';

const names = ['alice', 'bob', 'carol', 'dave', 'erin'];
const HOUR_MS = 3_600_000;
const SEEDS = Number(process.env.SEEDTOP_MARKET_SEEDS ?? runs(10));

/** Orders and cancellations during a minute with faults, then time to recover. */
function simulate(seed: number, faults = manyFaults, timeoutMs = 600_000, historyMs?: number) {
	const market = new SimulatedMarket(seed, names.slice(0, 3 + (seed % 3)), timeoutMs, historyMs);
	market.faults = faults;
	for (const trader of market.traders.values()) {
		for (let order = 0; order < 6; order++) {
			market.after(market.below(60_000), () => {
				const number = market.placeRandom(trader);
				if (number === undefined || market.below(6) > 0) return;
				market.after(market.below(20_000), () => trader.cancel(number));
			});
		}
	}
	for (let second = 0; second < 120; second++) {
		market.run(market.nowMs + 1_000);
		market.checkRisk();
	}
	market.faults = { ...noFaults };
	market.run(market.nowMs + 240_000);
	market.checkSettled();
	market.run(market.nowMs + 3_600_000);
	market.checkRisk();
	market.checkEnd();
	return market;
}

test('traders without faults complete all trades', () => {
	for (let seed = 0; seed < runs(2); seed++) {
		const market = simulate(seed, noFaults);
		for (const trader of market.traders.values()) {
			expect(trader.blocked).toEqual(new Set());
			expect(trader.verdicts.filter(({ verdict }) => verdict === 'reject')).toEqual([]);
		}
	}
});

test(`traders recover from crashes, lost, late and repeated messages (${SEEDS} seeds)`, {
	timeout: 600_000,
}, () => {
	let [crashes, trades, failed] = [0, 0, 0];
	for (let seed = 0; seed < SEEDS; seed++) {
		let market: SimulatedMarket;
		try {
			market = simulate(seed);
		} catch (error) {
			throw new Error(`seed ${seed}`, { cause: error });
		}
		crashes += market.crashCount;
		for (const trader of market.traders.values()) {
			const transactions = trader.trading?.transactions() ?? [];
			trades += transactions.length;
			failed += transactions.filter(({ status }) => status !== 'completed').length;
			expect(trader.blocked, `seed ${seed}`).toEqual(new Set());
		}
	}
	expect(crashes).toBeGreaterThan(SEEDS);
	expect(trades).toBeGreaterThan(10 * SEEDS);
	expect(failed).toBeLessThan(trades / 20);
});

test('trades that end at a short timeout leave both sides with the amounts that were paid', () => {
	let failed = 0;
	const seeds = runs(4);
	for (let seed = 0; seed < seeds; seed++) {
		const market = simulate(seed, manyFaults, seed % 2 === 0 ? 5_000 : 20_000);
		for (const trader of market.traders.values()) {
			expect(trader.blocked, `seed ${seed}`).toEqual(new Set());
			const rejected = trader.verdicts.filter(({ verdict }) => verdict === 'reject');
			expect(rejected, `seed ${seed}`).toEqual([]);
			failed += (trader.trading?.transactions() ?? []).filter(({ status }) => status === 'error').length;
		}
	}
	expect(failed).toBeGreaterThan(seeds);
});

test('traders delete all old trades and orders but the newest, and keep their balances', () => {
	for (let seed = 0; seed < runs(1); seed++) {
		const market = simulate(seed, manyFaults, 600_000, 2 * HOUR_MS);
		const traders = [...market.traders.values()];
		const balances = () =>
			traders.map(({ trading }) => {
				// An external asset is known again when its wallet reports it.
				const known = trading?.balances().filter(({ name }) => name !== EXTERNAL);
				return known?.map(({ balance }) => balance);
			});
		const before = balances();
		// The orders are valid for a day.
		market.run(market.nowMs + 27 * HOUR_MS);
		for (const isRestarted of [false, true]) {
			for (const trader of isRestarted ? traders : []) {
				trader.trading = undefined;
				market.restart(trader);
			}
			expect(balances()).toEqual(before);
			for (const { trading, ledger } of traders) {
				expect(trading?.transactions().length).toBeLessThanOrEqual(1);
				// The order of the newest transaction stays as well.
				expect(trading?.ownOrders().length).toBeLessThanOrEqual(2);
				expect(new Set(ledger.map(({ note }) => note.transaction)).size).toBeLessThanOrEqual(1);
			}
		}
	}
});
