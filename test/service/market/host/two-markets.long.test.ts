import { expect, test } from 'vitest';
import { until } from '../../../programs/until.ts';
import { openBank, shownPayments } from './command-bank.ts';
import { completed, offerOf, openTestMarket } from './test-market.ts';

test('restarts that kill wallet commands pay nothing twice', async () => {
	const { accounts, payments, assetsOf } = await openBank();
	const first = await openTestMarket({ peers: [], assets: assetsOf('ann') });
	let second = await openTestMarket({ peers: [first.address], assets: assetsOf('bob') });
	await first.market.createAsk(offerOf(40n, 200n));
	await until(() => second.market.asks().length === 1);
	await second.market.createBid(offerOf(40n, 200n));
	for (let paid = 0; paid < 3; paid++) {
		// At this moment the next command runs, or its result is not stored yet.
		await until(() => payments().length > paid);
		await second.close();
		const { folder, database, port } = second;
		second = await openTestMarket({
			folder,
			database,
			port,
			peers: [first.address],
			assets: assetsOf('bob'),
		});
	}
	await completed([first, second], 1);
	expect(payments()).toHaveLength(4);
	expect(accounts()).toMatchObject([{ balance: 1200 }, { balance: 300 }]);
	expect(shownPayments(first)).toEqual(payments());
	expect(shownPayments(second)).toEqual(payments());
});
