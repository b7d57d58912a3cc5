import { expect, test } from 'vitest';
import { until } from '../../programs/until.ts';
import { startCheater } from './cheater.ts';
import { CREDIT_BTC, expectTrade, startMarket, takePayment, tick, ticksOf } from './market.ts';

test('a trader that still owes a payment after its time is blocked', async () => {
	const market = await startMarket();
	const { honest } = market;
	const debtor = await startCheater();
	await debtor.connect(honest.address);
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
