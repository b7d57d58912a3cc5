import { test } from 'vitest';
import { marketText } from '../../source/tui/panes/market/texts.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { exact } from '../fixtures/exact.ts';
import { runService } from '../fixtures/service.ts';

import { testAbsentMarket, testMarket } from './market-cases.ts';

testMarket(['7.1']);

testAbsentMarket(['8.1']);

test('the market of our own service is explained until an order is placed, and then shows it', async () => {
	const settings = {
		market: {
			assets: [
				{ name: 'MB', precision: 3, balance: '1000', credit: '10' },
				{ name: 'BTC', precision: 8, balance: '5', credit: '1' },
			],
		},
	};
	const service = await runService({ settings });
	const { user, screen } = await openCockpit(service, { columns: 120, rows: 30 });
	user.press('pane-market');
	await screen.shows(marketText.empty);
	const client = service.client();
	const amounts = { first_asset_amount: exact('12.345'), second_asset_amount: exact('0.00000123') };
	const body = { ...amounts, first_asset_type: 'MB', second_asset_type: 'BTC', timeout: 3600 };
	await client.createAsk({ body });
	await screen.shows(/^▌?MB\/BTC +– +~0\.000000099635/m);
	user.press('market-open-book');
	await screen.shows('[Book]', /12\.345 +12\.345 +◆/);
	user.press('section-market-orders');
	await screen.shows(/1 ask +MB\/BTC +12\.345 .* 0\.0% .* open +59m/);
	await client.close();
	user.press('section-market-balances');
	await screen.shows(/^▌?MB +1000 +987\.655 +10 +ledger/m, /^▌?BTC +5 +5 +1 +ledger/m);
});
