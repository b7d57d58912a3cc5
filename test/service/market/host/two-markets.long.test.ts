import { expect, test } from 'vitest';
import { marketText } from '../../../../source/service/market/host/market-text.ts';
import { until } from '../../../programs/until.ts';
import { openBank, shownPayments } from './command-bank.ts';
import { completed, offerOf, openTestMarket } from './test-market.ts';

test('assets of wallet commands are paid by the commands, each round once', async () => {
	const { accounts, payments, assetsOf } = await openBank();
	const first = await openTestMarket({ peers: [], assets: assetsOf('ann') });
	const second = await openTestMarket({ peers: [first.address], assets: assetsOf('bob') });
	await expect(second.market.createBid(offerOf(10n, 501n))).rejects.toMatchObject({
		status: 400,
		message: marketText.insufficient('BTC', '0.000005'),
	});
	await first.market.createAsk(offerOf(20n, 100n));
	await until(() => second.market.asks().length === 1);
	await second.market.createBid(offerOf(20n, 100n));
	await completed([first, second], 1);
	expect(accounts()).toMatchObject([{ balance: 1100 }, { balance: 400 }]);
	expect(payments()).toHaveLength(2);
	expect(shownPayments(second)).toEqual(payments());
	const [payment] = second.market
		.payments(second.market.trader, 1)
		.filter(({ price_type }) => price_type === 'MB');
	expect(payment).toMatchObject({ address_from: 'bob', address_to: 'ann' });
	await until(async () => (await first.balance('BTC')) === '0.000011');
	expect(await first.balance('MB')).toBe('980');
});
