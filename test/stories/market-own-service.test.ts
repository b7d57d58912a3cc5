import { expect, test } from 'vitest';
import { passphraseText } from '../../source/service/market/wallets/passphrase.ts';
import { orderFormText } from '../../source/state/market/order-values.ts';
import { marketCancelText } from '../../source/tui/panes/market/dialogs/cancel.ts';
import { marketInputText } from '../../source/tui/panes/market/dialogs/input/dialog.tsx';
import { provideInputText } from '../../source/tui/panes/market/dialogs/input/provide-input.ts';
import { orderDialogText } from '../../source/tui/panes/market/dialogs/order/texts.ts';
import { marketText } from '../../source/tui/panes/market/texts.ts';
import { runHere } from '../commands/run-here.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { runService } from '../fixtures/service.ts';

const assets = [
	{ name: 'MB', precision: 3, balance: '1000', credit: '100' },
	{ name: 'BTC', precision: 8, balance: '10', credit: '1' },
];

test('a user places an ask, sees it in the book, and cancels it', async () => {
	const service = await runService({ settings: { market: { assets } } });
	const { user, screen } = await openCockpit(service);
	user.press('pane-market');
	await screen.shows(marketText.empty, marketText.declared('MB and BTC'), marketText.firstOrder);
	user.press('market-ask');
	await screen.shows(orderDialogText.title(true), 'MB BTC');
	user.press('market-order-down', 'market-order-next', 'market-order-down');
	user.press('market-order-next');
	user.type('2.0005');
	await screen.shows(orderDialogText.sell('MB', 'BTC'), orderFormText.decimals('MB', 3));
	user.press('market-order-delete-to-start');
	user.type('2.5');
	user.press('market-order-next');
	user.type('0.00000001');
	await screen.shows(orderFormText.inexact(8, '0.00000003'));
	user.press('market-order-delete-to-start');
	user.type('0.3');
	await screen.shows(
		orderDialogText.noMatch('2.5 MB'),
		orderDialogText.balance('MB', '1000', '997.5'),
		orderDialogText.balance('BTC', '10', '10'),
	);
	user.press('market-order-send');
	await screen.shows(/MB\/BTC .* 0\.3 /);
	user.press('section-market-book');
	await screen.shows(/0\.3\S* +2\.5 .*◆/);
	user.press('market-cancel-order');
	await screen.shows(marketCancelText.noUndo);
	await user.answer(marketCancelText.title, 'market-cancel-do');
	await screen.shows(marketCancelText.done('ask 1: 2.5 MB for 0.75 BTC'));
	await screen.hides(/0\.3\S* +2\.5 /);
	user.press('section-market-orders');
	await screen.shows(/1 ask .* cancelled/);
	user.press('market-cancel-order');
	await screen.shows(marketCancelText.over(1, 'cancelled'));
});

test('a user gives a wallet its passphrase, which no screen, log or report shows', async () => {
	const secret = 'correct7horse';
	const [mb, btc] = assets;
	const wallet = { type: 'ledger', passphrase: true };
	const service = await runService({ settings: { market: { assets: [mb, { ...btc, wallet }] } } });
	const { user, screen, session } = await openCockpit(service, { rows: 60 });
	user.press('pane-market', 'section-market-balances');
	await screen.offers('market-provide-input');
	user.press('market-provide-input');
	await screen.shows(marketInputText.asset('BTC'), passphraseText.create('BTC'));
	user.type('short');
	await screen.shows('> •••••');
	user.press('market-input-send');
	await screen.shows(passphraseText.tooShort.slice(0, 25));
	user.type(secret);
	await screen.shows(`> ${'•'.repeat(secret.length)}`);
	user.press('market-input-send');
	await screen.shows(provideInputText.accepted('BTC'));
	user.press('pane-debug', 'section-debug-requests');
	await screen.shows(/PUT .market.assets.{asset}… +200 /);
	expect(session.emulator.text()).not.toContain(secret);
	expect(service.output()).not.toContain(secret);
	const report = await runHere(['debug', 'report', '-', '--state-dir', service.stateFolder]);
	expect(report).toMatchObject({ code: 0, out: expect.stringContaining('"threads"') });
	expect(report.out).not.toContain(secret);
});
