import { test } from 'vitest';
import { marketCancelText } from '../../source/tui/panes/market/dialogs/cancel.ts';
import { orderDialogText } from '../../source/tui/panes/market/dialogs/order/texts.ts';
import { paymentsDialogText } from '../../source/tui/panes/market/dialogs/payments/texts.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { runTwoTradingServices } from '../fixtures/trading-service.ts';
import type { TradedAsset } from '../programs/trader.ts';
import { until } from '../programs/until.ts';

const assets: readonly TradedAsset[] = [
	{ name: 'MB', precision: 0, balance: '1000', credit: '10' },
	{ name: 'BTC', precision: 8, balance: '2', credit: '0.01' },
];

test('two users trade: one places an ask, the other takes a part of it', async () => {
	const services = await runTwoTradingServices({ assets });
	const [seller, buyer] = await Promise.all([
		openCockpit(services[0].service),
		openCockpit(services[1].service, { columns: 100, rows: 30 }),
	]);
	for (const { user, screen } of [seller, buyer]) {
		await screen.shows(/● 127/);
		user.press('pane-market');
		await screen.shows('[Pairs]');
	}

	seller.user.press('market-ask');
	await seller.screen.asks(orderDialogText.title(true));
	for (const text of ['MB', 'BTC', '100']) {
		seller.user.type(text);
		seller.user.press('market-order-next');
	}
	seller.user.type('0.001');
	await seller.screen.shows(orderDialogText.noMatch('100 MB'), orderDialogText.balance('MB', '1000', '900'));
	seller.user.press('market-order-send');
	await seller.screen.hides(orderDialogText.title(true));

	await buyer.screen.shows(/^▌?MB\/BTC .* 0\.001 /m);
	buyer.user.press('market-open-book');
	await buyer.screen.shows('[Book]', /^▌? *0\.0010* +100 +100 /m);
	buyer.user.press('market-bid');
	await buyer.screen.asks(orderDialogText.title(false));
	buyer.user.type('30');
	await buyer.screen.shows(orderDialogText.allMatch('30 MB', '0.03 BTC'));
	buyer.user.press('market-order-send');
	await buyer.screen.hides(orderDialogText.title(false));

	for (const { user, screen } of [seller, buyer]) {
		user.press('section-market-transactions');
		await screen.shows('[Transactions]', /^▌? *1 \S+ +30 MB +0\.03 BTC .* 100% completed/m);
		user.press('market-payments-show');
		// Three rounds, paid by both sides.
		await screen.shows(paymentsDialogText.title(1), /^.*10 MB.*$/m, /^.*0\.01 BTC.*$/m);
		const { paid, received } = paymentsDialogText.directions;
		const rows = (way: string) =>
			screen.rows().filter((row) => new RegExp(`:\\d\\d ${way} `).test(row)).length;
		await until(() => rows(paid) === 3 && rows(received) === 3, { awaited: 'six payments' });
		user.press('market-payments-close');
		await screen.hides(paymentsDialogText.title(1));
		user.press('section-market-balances');
	}
	await seller.screen.shows(/^▌?MB +970 +900 /m, /^▌?BTC +2\.03 +2\.03 /m);
	await buyer.screen.shows(/^▌?MB +1030 +1030 /m, /^▌?BTC +1\.97 +1\.97 /m);

	seller.user.press('section-market-orders');
	await seller.screen.shows(/^▌? *1 ask +MB\/BTC +100 .* 30.0% open/m);
	seller.user.press('market-cancel-order');
	await seller.user.answer(marketCancelText.title, 'market-cancel-do');
	await seller.screen.shows(/^▌? *1 ask +MB\/BTC .* cancelled/m);
	buyer.user.press('section-market-pairs');
	await buyer.screen.hides(/^▌?MB\/BTC /m);
});
