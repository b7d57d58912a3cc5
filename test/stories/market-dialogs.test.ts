import { describe, expect, test } from 'vitest';
import { orderFormText } from '../../source/state/market/order-values.ts';
import { marketCancelText } from '../../source/tui/panes/market/dialogs/cancel.ts';
import { marketOrderRefusals } from '../../source/tui/panes/market/dialogs/order/commands.ts';
import { placeOrderText } from '../../source/tui/panes/market/dialogs/order/place-order.ts';
import { orderDialogText } from '../../source/tui/panes/market/dialogs/order/texts.ts';
import { marketPaymentsText } from '../../source/tui/panes/market/dialogs/payments/commands.ts';
import { paymentsDialogText } from '../../source/tui/panes/market/dialogs/payments/texts.ts';
import { marketAmounts, marketNumbers } from '../contract/foreign/world/market.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { until } from '../programs/until.ts';

async function openMarket(name: string) {
	const service = await runForeign(name);
	const cockpit = await openCockpit({ url: service.url }, { flags: '--generation A' });
	cockpit.user.press('pane-market');
	await cockpit.screen.shows('BTC/MB');
	return { ...cockpit, orders: service.server.world.orders, server: service.server };
}

const quantity = '0.000000000000000003';
const price = '100000000000000000000000';

describe.each(['doc A', '7.1', '7.2'])('on a service of %s', (name) => {
	test('a user places a bid with exact amounts, reads it in the list, and cancels it', async () => {
		const { user, screen, orders } = await openMarket(name);
		user.press('market-bid');
		await screen.shows(orderDialogText.title(false), orderDialogText.buy('BTC', 'MB'));
		user.press('market-order-send');
		await screen.shows(marketOrderRefusals.notYet('Amount', orderFormText.noAmount));
		user.type(quantity);
		user.press('market-order-next');
		user.type(price);
		await screen.shows(orderDialogText.noMatch(`${quantity} BTC`));
		user.press('market-order-next', 'market-order-next');
		user.type('m');
		await screen.shows(orderFormText.noValidity);
		user.press('market-order-delete-to-start');
		user.type('90m');
		user.press('market-order-send');
		await until(() => orders.length === 4);
		const placed = orders[3];
		expect([placed?.is_ask, placed?.timeout]).toEqual([false, 5_400]);
		expect([placed?.assets.first.amount.text, placed?.assets.second.amount.text]).toEqual([
			quantity,
			'300000',
		]);
		await screen.shows(`${quantity} BTC for 300000 MB.`);
		await screen.hides(orderDialogText.title(false));
		user.press('section-market-orders');
		await screen.shows(/ 4 bid .* open/);
		user.press('last', 'market-cancel-order');
		await user.answer(marketCancelText.title, 'market-cancel-do');
		await until(() => placed?.status === 'cancelled');
		await screen.shows(marketCancelText.done(`bid 4: ${quantity} BTC for 300000 MB`));
		user.press('market-cancel-order');
		await screen.shows(marketCancelText.over(4, 'cancelled'));
	});

	test('a refused order keeps the form and its text, with the reason of the service', async () => {
		const { user, screen, orders, server } = await openMarket(name);
		const reason = 'the market is closed today';
		server.world.scripted.set('PUT /market/asks', { status: 400, json: { error: reason } });
		user.press('market-ask');
		user.type('7');
		user.press('market-order-next');
		user.type('2');
		user.press('market-order-send');
		await screen.shows(reason, '14', orderDialogText.title(true));
		server.world.scripted.delete('PUT /market/asks');
		user.press('market-order-send');
		await screen.hides(orderDialogText.title(true));
		await screen.shows(placeOrderText.orders);
		expect(orders).toHaveLength(4);
	});

	test('a user reads the payments of a transaction, and copies their ids', async () => {
		const { user, screen } = await openMarket(name);
		user.press('section-market-transactions');
		await screen.shows('pending');
		user.press('market-payments-show');
		await screen.shows(
			paymentsDialogText.title(marketNumbers.transaction),
			paymentsDialogText.progress(marketAmounts.transferredFirst, `${marketAmounts.first} BTC`),
			'p-1',
		);
		user.press('market-payments-copy');
		await screen.shows(marketPaymentsText.copied('p-1'));
		user.press('market-payments-close');
		await screen.hides(paymentsDialogText.title(marketNumbers.transaction));
	});
});
