import { expect, test } from 'vitest';
import { runTwoTradingServices } from '../../fixtures/trading-service.ts';
import type { TradedAsset } from '../../programs/trader.ts';
import { until } from '../../programs/until.ts';
import { contradictions, paymentFaults, readBooks, startBalances } from '../market-kill/accounts.ts';

const assets: readonly TradedAsset[] = [
	{ name: 'MB', precision: 3, balance: '100000', credit: '10' },
	{ name: 'BTC', precision: 8, balance: '21', credit: '0.001' },
];

test('two services find each other, trade an order in parts and agree about every payment', async () => {
	const [seller, buyer] = await runTwoTradingServices({ assets });
	const start = startBalances(assets);
	const books = () => Promise.all([readBooks(seller.trader), readBooks(buyer.trader)]);
	const atRest = async () => {
		let faults: readonly string[] = [];
		return until(
			async () => {
				const both = await books();
				faults = contradictions(...both, start);
				return faults.length === 0 && both;
			},
			{ awaited: 'agreement', seen: () => faults.join('\n') },
		);
	};
	await seller.trader.ask('100.001 MB', '0.01000011 BTC');
	await until(async () => (await buyer.trader.ticks()).asks.length === 1);
	expect((await buyer.trader.ticks()).asks[0]).toMatchObject({
		number: 1,
		first: { units: 100_001n, asset: 'MB' },
		second: { units: 1_000_011n, asset: 'BTC' },
		traded: 0n,
	});
	await buyer.trader.bid('33.333 MB', '0.0035 BTC');
	await until(async () => (await buyer.trader.transactions()).some(({ isComplete }) => isComplete));
	await buyer.trader.bid('80 MB', '0.009 BTC');
	await until(async () => (await seller.trader.orders())[0]?.status === 'completed');
	const [sold, bought] = await atRest();
	const [first] = bought.transactions;
	if (!first) throw new Error('There is no transaction.');
	// The older order sets the price: 33.333 / 100.001 of 1,000,011 units, rounded up for the seller.
	expect(first.transferred).toEqual({
		first: { units: 33_333n, asset: 'MB' },
		second: { units: 333_331n, asset: 'BTC' },
	});
	const partner = sold.transactions.find(({ partnerOrder }) => partnerOrder === first.order);
	if (!partner) throw new Error('The seller does not have the transaction.');
	const [paid, received] = await Promise.all([buyer.trader.payments(first), seller.trader.payments(partner)]);
	expect(paymentFaults(first, paid, received)).toEqual([]);
	expect(sold.balances.get('BTC')?.balance).toBe(21n * 10n ** 8n + 1_000_011n);
	expect(bought.orders.map(({ status }) => status)).toEqual(['completed', 'open']);

	// The rest of an order is cancelled, and leaves the other book.
	await buyer.trader.cancel(2);
	await until(async () => (await seller.trader.ticks()).bids.length === 0);
	expect((await buyer.trader.orders()).map(({ status }) => status)).toEqual(['completed', 'cancelled']);
});
