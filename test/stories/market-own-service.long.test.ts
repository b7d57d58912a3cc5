import { test } from 'vitest';
import { marketNewsText } from '../../source/state/events/market-news.ts';
import { paymentsDialogText } from '../../source/tui/panes/market/dialogs/payments/texts.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { runTwoTradingServices } from '../fixtures/trading-service.ts';
import { until } from '../programs/until.ts';

const assets = [
	{ name: 'MB', precision: 3, balance: '1000', credit: '100' },
	{ name: 'BTC', precision: 8, balance: '10', credit: '1' },
];

test('a user follows a trade with another service, and its payments', async () => {
	const [own, other] = await runTwoTradingServices({ assets });
	const { user, screen } = await openCockpit(own.service, { columns: 110, rows: 30 });
	user.press('pane-market');
	await own.trader.ask('4 MB', '2 BTC');
	await screen.shows(/MB\/BTC .* 0\.5 /);
	await until(async () => (await other.trader.ticks()).asks.length === 1);
	await other.trader.bid('4 MB', '2 BTC');
	await screen.shows(marketNewsText.transaction(1, '4 MB for 2 BTC'));
	user.press('section-market-transactions');
	await screen.shows(/1 \S+ +4 MB +2 BTC .* completed/);
	user.press('market-payments-show');
	await screen.shows(
		paymentsDialogText.title(1),
		paymentsDialogText.progress('4', '4 MB'),
		paymentsDialogText.progress('2', '2 BTC'),
		new RegExp(`${paymentsDialogText.directions.paid} .* MB .*4 of 4 `),
		new RegExp(`${paymentsDialogText.directions.received} .* BTC .*2 of 2 `),
	);
});
