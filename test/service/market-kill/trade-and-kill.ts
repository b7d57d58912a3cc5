import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { runTwoTradingProcesses, type TradingProcess } from '../../fixtures/trading-service.ts';
import { children } from '../../programs/children.ts';
import type { TradedAsset } from '../../programs/trader.ts';
import { until } from '../../programs/until.ts';
import { Chance } from '../kill/chance.ts';
import {
	type Books,
	contradictions,
	describeBooks,
	paymentFaults,
	readBooks,
	startBalances,
} from './accounts.ts';
import { newLoad, placeOrders, requestFaults } from './orders.ts';

/** Seed of the first pair. The same seed kills after the same requests, as far as the machine allows. */
const seed = Number(process.env.SEEDTOP_KILL_SEED || 5);
/** Maximum milliseconds of trading before a kill. */
const MAX_LOAD_MS = 1_000;
const ORDERS_OF_A_SERVICE = 4;

const assets: readonly TradedAsset[] = [
	{ name: 'MB', precision: 4, balance: '1000000', credit: '20' },
	{ name: 'BTC', precision: 8, balance: '100', credit: '0.02' },
];

/** Kills services and engines of pairs that trade, each pair so often. Expects that nothing is lost. */
export async function tradeAndKill(pairs: number, kills: number): Promise<void> {
	// Services wait for each other most of the time, so several pairs trade at once.
	await Promise.all(Array.from({ length: pairs }, (_, pair) => tradeAsPair(seed + pair, kills)));
}

async function tradeAsPair(pairSeed: number, kills: number): Promise<void> {
	const services = await runTwoTradingProcesses({ assets });
	const chance = new Chance(pairSeed);
	const start = startBalances(assets);
	const loads = services.map(() => newLoad());
	const checked = new Set<string>();
	const engineKills = [0, 0];
	for (let kill = 0; kill < kills; kill++) {
		const at = chance.below(2);
		const isOfBoth = chance.below(6) === 0;
		const victim = services[at === 0 ? 0 : 1];
		// The delays of an engine that keeps dying grow, which is not under test here.
		const ofEngine = !isOfBoth && (engineKills[at] ?? 0) < 2 && chance.below(3) === 0;
		engineKills[at] = ofEngine ? (engineKills[at] ?? 0) + 1 : 0;
		const trading = Promise.all(
			services.map(({ trader }, index) => {
				const load = loads[index];
				const own = new Chance(chance.below(2 ** 31));
				return load && placeOrders(trader, load, own, ORDERS_OF_A_SERVICE);
			}),
		);
		await delay(chance.below(MAX_LOAD_MS));
		const victims = isOfBoth ? services : [victim];
		await Promise.all(victims.map((each) => killAndRestart(each, ofEngine)));
		await trading;
		const books = await atRest(services, start, `kill ${kill} of seed ${pairSeed}`);
		books.forEach(({ orders }, index) => {
			const load = loads[index];
			const when = `service ${index + 1} after kill ${kill} of seed ${pairSeed}`;
			expect(load && requestFaults(load, orders), when).toEqual([]);
		});
		await expectPayments(services, books, checked);
	}
	expect(checked.size).toBeGreaterThan(kills);
}

async function killAndRestart({ service }: TradingProcess, ofEngine: boolean): Promise<void> {
	if (!ofEngine) {
		await service.end('SIGKILL');
		return service.restart();
	}
	const pid = service.child.pid ?? 0;
	const engine = await until(() => children(pid)[0]);
	process.kill(engine, 'SIGKILL');
	await until(() => children(pid).some((other) => other !== engine));
}

/** Waits until two services agree about everything. */
async function atRest(
	[first, second]: readonly [TradingProcess, TradingProcess],
	start: ReadonlyMap<string, bigint>,
	when: string,
): Promise<readonly [Books, Books]> {
	let faults: readonly string[] = [];
	let books: readonly Books[] = [];
	const seen = (): string => {
		const described = books.map((each, index) => `service ${index + 1}:\n${describeBooks(each)}`);
		return [...faults, ...described].join('\n');
	};
	return until(
		async () => {
			const read = await Promise.all([readBooks(first.trader), readBooks(second.trader)]);
			books = read;
			faults = contradictions(...read, start);
			return faults.length === 0 && read;
		},
		{ awaited: `agreement after ${when}`, seen, timeoutMs: 45_000 },
	);
}

/** Compares the payments of new transactions. */
async function expectPayments(
	[first, second]: readonly [TradingProcess, TradingProcess],
	[own, partner]: readonly [Books, Books],
	checked: Set<string>,
): Promise<void> {
	for (const transaction of own.transactions) {
		const key = `${transaction.order} ${transaction.partnerOrder} ${transaction.number}`;
		if (checked.has(key)) continue;
		checked.add(key);
		const candidates = partner.transactions.filter(
			({ order, partnerOrder }) => order === transaction.partnerOrder && partnerOrder === transaction.order,
		);
		const payments = await first.trader.payments(transaction);
		const others = await Promise.all(candidates.map((each) => second.trader.payments(each)));
		const faults = others.map((each) => paymentFaults(transaction, payments, each));
		expect(faults).toContainEqual([]);
	}
}
