import { beforeAll, expect, test } from 'vitest';
import { MAX_TICKS_PER_TRADER } from '../../../source/service/market/trading/tick-limits.ts';
import type { TradingProcess } from '../../fixtures/trading-service.ts';
import { until } from '../../programs/until.ts';
import { type Cheater, startCheater } from './cheater.ts';
import {
	CREDIT_BTC,
	connectCheater,
	expectTrade,
	lastOrder,
	type Market,
	startKillableMarket,
	takePayment,
	tick,
	ticksOf,
} from './market.ts';

const FLOOD = 5_000;

let market: Market<TradingProcess>;

beforeAll(async () => {
	market = await startKillableMarket();
});

async function connectedCheater(): Promise<Cheater> {
	const cheater = await startCheater();
	await connectCheater(cheater, market);
	return cheater;
}

test('a replayed tick does not open a cancelled order again after a restart', async () => {
	const { honest, other } = market;
	const cheater = await connectedCheater();
	await other.trader.ask('20 MB', '0.04 BTC');
	const order = await lastOrder(other);
	const { envelope } = await until(() => cheater.arrived.find(({ body }) => body.number === order));
	const isKnown = async () =>
		(await honest.trader.ticks()).asks.some(
			(each) => each.trader === envelope.author && each.number === order,
		);
	await until(isKnown);
	await other.trader.cancel(order);
	await until(async () => !(await isKnown()));
	await honest.service.end('SIGKILL');
	await honest.service.restart();
	await cheater.connect(honest.address);
	for (let copy = 0; copy < 20; copy++) cheater.sendFrame('published', envelope.bytes);
	await expectTrade(market);
	expect(await isKnown()).toBe(false);
});

test('a flood of ticks is limited, and the service keeps answering', async () => {
	const { honest } = market;
	const cheater = await connectedCheater();
	for (let number = 1; number <= FLOOD; number++) {
		cheater.publish(tick({ number, is_ask: false, btc: '1' }));
		if (number % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
	}
	await expectTrade(market);
	expect((await ticksOf(honest, cheater)).length).toBeLessThanOrEqual(MAX_TICKS_PER_TRADER);
});

test('a trader that still owes a payment after its time is blocked', async () => {
	const { honest } = market;
	const debtor = await connectedCheater();
	await takePayment(debtor, market);
	const failed = await until(async () =>
		(await honest.trader.transactions()).find(({ partner }) => partner === debtor.id),
	);
	await until(
		async () => {
			const all = await honest.trader.transactions();
			return all.some(({ partner, status }) => partner === debtor.id && status === 'error');
		},
		{ awaited: 'the failed transaction', timeoutMs: 90_000 },
	);
	expect(failed.transferred.first.units).toBe(0n);
	expect(failed.transferred.second.units).toBeLessThanOrEqual(CREDIT_BTC);
	await until(async () => (await ticksOf(honest, debtor)).length === 0);
	debtor.publish(tick({ number: 999 }));
	await expectTrade(market);
	expect(await ticksOf(honest, debtor)).toEqual([]);
}, 120_000);
