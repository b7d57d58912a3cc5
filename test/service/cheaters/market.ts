import { expect } from 'vitest';
import { closedPort } from '../../../source/demo/closed-port.ts';
import { overlayText } from '../../../source/service/overlay/overlay-network.ts';
import {
	runTradingProcess,
	runTradingService,
	type TradingOptions,
	type TradingProcess,
	type TradingService,
} from '../../fixtures/trading-service.ts';
import { ANY, containing } from '../../programs/message-pattern.ts';
import type { ServiceHere } from '../../programs/service-here.ts';
import type { TradedAsset } from '../../programs/trader.ts';
import { until } from '../../programs/until.ts';
import type { Cheater } from './cheater.ts';

const assets: readonly TradedAsset[] = [
	{ name: 'MB', precision: 3, balance: '1000', credit: '10' },
	{ name: 'BTC', precision: 8, balance: '10', credit: '0.1' },
];
const TRANSACTION_TIMEOUT_S = 3;
export const CREDIT_BTC = 10_000_000n;
export const START_BTC = 1_000_000_000n;
export const START_MB = 1_000_000n;

/** Two services that trade with each other. The cheaters connect to the first one only. */
export interface Market<Honest extends TradingService = TradingService> {
	readonly honest: Honest;
	readonly other: TradingService;
	/** Id of the first service. */
	readonly victim: string;
}

/** Starts both services in this process. */
export const startMarket = (): Promise<Market> => marketOf(runTradingService);

/** Starts the first service in a process of its own. */
export const startKillableMarket = (): Promise<Market<TradingProcess>> => marketOf(runTradingProcess);

async function marketOf<Honest extends TradingService<ServiceHere>>(
	run: (options: TradingOptions) => Promise<Honest>,
) {
	const options = { assets, transactionTimeoutS: TRANSACTION_TIMEOUT_S };
	const [port, otherPort] = await Promise.all([closedPort(), closedPort()]);
	const [honest, other] = await Promise.all([
		run({ ...options, port, peers: [`127.0.0.1:${otherPort}`] }),
		runTradingService({ ...options, port: otherPort, peers: [`127.0.0.1:${port}`] }),
	]);
	await until(async () => (await honest.trader.balances()).size > 0);
	// A tick of before their connection is not sent on.
	const areConnected = containing(overlayText.connected(ANY, ANY));
	await until(() => [honest, other].every(({ service }) => areConnected.test(service.output())));
	return { honest, other, victim: await honest.trader.id() };
}

/** Connects a cheater to the first service, which sends messages of others on from then on. */
export async function connectCheater(
	cheater: Cheater,
	{ honest: { address, service } }: Market,
): Promise<void> {
	await cheater.connect(address);
	const isConnected = containing(overlayText.connected(cheater.id, ANY));
	await until(() => isConnected.test(service.output()));
}

interface TickTerms {
	readonly number?: number;
	readonly version?: number;
	readonly is_ask?: boolean;
	readonly mb?: string;
	readonly btc?: string;
	readonly timestamp?: number;
	readonly state?: string;
	readonly precision?: number;
}

/** Returns a statement about an order of the cheater, as services publish it. */
export function tick(terms: TickTerms = {}): object {
	const { number = 1, version = 1, is_ask = true, mb = '100000', btc = '100000000' } = terms;
	const { timestamp = Date.now(), state = 'open', precision = 3 } = terms;
	return {
		...{ v: 1, kind: 'tick', number, version, is_ask, timestamp, timeout: 3600, traded: '0', state },
		first: { asset: 'MB', precision, amount: mb },
		second: { asset: 'BTC', precision: 8, amount: btc },
	};
}

/** Returns the numbers of a cheater's ticks in the books of a service. */
export async function ticksOf(
	{ trader }: Pick<TradingService, 'trader'>,
	{ id }: Cheater,
): Promise<readonly number[]> {
	const { asks, bids } = await trader.ticks();
	return [...asks, ...bids].filter((each) => each.trader === id).map(({ number }) => number);
}

export async function lastOrder({ trader }: Pick<TradingService, 'trader'>): Promise<number> {
	return Math.max(...(await trader.orders()).map(({ number }) => number));
}

/** The honest services trade with each other. The other one never traded with anyone else. */
export async function expectTrade({ honest, other, victim }: Market): Promise<void> {
	const before = (await other.trader.transactions()).length;
	await honest.trader.ask('1.5 MB', '0.0021 BTC');
	await other.trader.bid('1.5 MB', '0.0021 BTC');
	const done = await until(async () => {
		const all = await other.trader.transactions();
		return all.length > before && all.every(({ status }) => status === 'completed') && all;
	});
	expect(done.map(({ partner }) => partner)).toEqual(done.map(() => victim));
	const balances = await other.trader.balances();
	const count = BigInt(done.length);
	expect(balances.get('MB')?.balance).toBe(START_MB + 1_500n * count);
	expect(balances.get('BTC')?.balance).toBe(START_BTC - 210_000n * count);
}

/** Returns the balances of the honest service, without its trades with the other one. */
export async function ownBalances({
	honest,
	other,
}: Market): Promise<{ readonly mb: bigint; readonly btc: bigint }> {
	const [balances, transactions] = await Promise.all([
		honest.trader.balances(),
		honest.trader.transactions(),
	]);
	const otherId = await other.trader.id();
	const traded = BigInt(transactions.filter(({ partner }) => partner === otherId).length);
	return {
		mb: (balances.get('MB')?.balance ?? 0n) + 1_500n * traded,
		btc: (balances.get('BTC')?.balance ?? 0n) - 210_000n * traded,
	};
}

/** A cheater lets the honest service pay, and gives nothing. The service loses one round. */
export async function takePayment(debtor: Cheater, market: Market): Promise<void> {
	const { honest, victim } = market;
	debtor.publish(tick({ mb: '50000', btc: '50000000' }));
	await until(async () => (await ticksOf(honest, debtor)).length === 1);
	await honest.trader.bid('50 MB', '0.5 BTC');
	const { body: proposal } = await debtor.awaits('proposal');
	for (let copy = 0; copy < 3; copy++) {
		debtor.send(victim, { v: 1, kind: 'agreed', id: proposal.id, address: debtor.id });
	}
	const { body: first } = await debtor.awaits('payment');
	expect(BigInt(String(first.amount))).toBeLessThanOrEqual(CREDIT_BTC);
	await honest.trader.cancel(await lastOrder(honest));
	await expectTrade(market);
	expect(await ownBalances(market)).toEqual({ mb: START_MB, btc: START_BTC - BigInt(String(first.amount)) });
}
