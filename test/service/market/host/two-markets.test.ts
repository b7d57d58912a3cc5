import { expect, test } from 'vitest';
import { until } from '../../../programs/until.ts';
import { completed, offerOf, openTestMarket, statuses, type TestMarket } from './test-market.ts';

/** Opens two markets that are connected to each other. */
async function pair() {
	const first = await openTestMarket({ peers: [] });
	const second = await openTestMarket({ peers: [first.address] });
	return { first, second };
}

const names = ({ events }: TestMarket) => events.map(({ name }) => name);

test('an ask and a bid of two services match, all rounds are paid, and the balances agree', async () => {
	const { first, second } = await pair();
	const ask = await first.market.createAsk(offerOf(100n, 5_000_000n));
	expect(ask).toMatchObject({ order_number: 1, status: 'open', trader_id: first.market.trader });
	await until(() => second.market.asks().length === 1);
	await second.market.createBid(offerOf(60n, 3_000_000n));
	await completed([first, second], 1);
	expect(await first.balance('MB')).toBe('940');
	expect(await first.balance('BTC')).toBe('0.53');
	expect(await second.balance('MB')).toBe('1060');
	expect(await second.balance('BTC')).toBe('0.47');
	const [transaction] = first.market.transactions();
	expect(transaction).toMatchObject({
		trader_id: first.market.trader,
		partner_trader_id: second.market.trader,
		transaction_number: 1,
		payment_complete: true,
	});
	// The leader pays at most its credit in a round: 10 MB or 0.005 BTC.
	const payments = first.market.payments(first.market.trader, 1);
	expect(payments).toHaveLength(12);
	const receipts = () => first.market.payments(first.market.trader, 1).filter(({ success }) => success);
	await until(() => receipts().length === 12);
	expect(first.market.orders()).toMatchObject([{ status: 'open', traded: { text: '60' } }]);
	expect(second.market.orders()).toMatchObject([{ status: 'completed' }]);
	for (const market of [first, second]) {
		const all = names(market);
		expect(all).toContain('market_ask');
		expect(all.filter((name) => name === 'market_payment_sent')).toHaveLength(6);
		expect(all.filter((name) => name === 'market_payment_received')).toHaveLength(6);
		expect(all.filter((name) => name === 'market_transaction_complete')).toHaveLength(1);
		expect(market.failures).toEqual([]);
	}
});

test('a transaction continues after a restart of either side, and nothing is paid twice', async () => {
	const { first, second } = await pair();
	const markets: [TestMarket, TestMarket] = [first, second];
	await first.market.createAsk(offerOf(100n, 5_000_000n));
	await until(() => second.market.asks().length === 1);
	await second.market.createBid(offerOf(100n, 5_000_000n));
	for (const [index, paid] of [
		[0, 3],
		[1, 11],
	] as const) {
		const market = markets[index];
		await until(() => names(market).filter((name) => name === 'market_payment_sent').length > 0);
		await until(
			() =>
				(market.market.transactions()[0] ? market.market.payments(market.market.trader, 1).length : 0) > paid,
		);
		await market.close();
		const { folder, database, port } = market;
		markets[index] = await openTestMarket({
			folder,
			database,
			port,
			peers: [markets[1 - index]?.address ?? ''],
		});
	}
	await completed(markets, 1);
	for (const [index, { market, balance }] of markets.entries()) {
		expect(market.payments(market.trader, 1)).toHaveLength(20);
		expect(await balance('MB')).toBe(index === 0 ? '900' : '1100');
		expect(await balance('BTC')).toBe(index === 0 ? '0.55' : '0.45');
	}
});

test('a payment of a locked wallet waits for the passphrase', async () => {
	const assets = [
		{ name: 'MB', precision: 0, balance: 1000, credit: 10, wallet: { type: 'ledger', passphrase: true } },
		{ name: 'BTC', precision: 8, balance: '0.5', credit: '0.005' },
	];
	const first = await openTestMarket({ peers: [], assets });
	const second = await openTestMarket({ peers: [first.address] });
	expect(first.events).toMatchObject([
		{ name: 'market_iom_input_required', payload: { asset: 'MB', kind: 'password' } },
	]);
	await first.market.createAsk(offerOf(20n, 1_000_000n));
	await until(() => second.market.asks().length === 1);
	await second.market.createBid(offerOf(20n, 1_000_000n));
	await until(() => statuses(first).length === 1 && statuses(second).length === 1);
	expect(await first.balance('MB')).toBe('1000');
	await first.market.provideInput('MB', 'a good passphrase');
	await completed([first, second], 1);
	expect(await first.balance('MB')).toBe('980');
	expect(await second.balance('BTC')).toBe('0.49');
	expect((await first.market.assets())[0]).toMatchObject({ input_required: null });
});
