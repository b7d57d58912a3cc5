import { test } from 'vitest';
import { TimeoutError } from '../../source/client/http/errors.ts';
import { UncertainOrderError } from '../../source/client/place-order.ts';
import { marketOrderRefusals } from '../../source/tui/panes/market/dialogs/order/commands.ts';
import { orderDialogText } from '../../source/tui/panes/market/dialogs/order/texts.ts';
import { marketText } from '../../source/tui/panes/market/texts.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { runService } from '../fixtures/service.ts';
import { type HeldProxy, serveHeldProxy } from '../programs/held-proxy.ts';
import { escaped } from '../programs/message-pattern.ts';
import { until } from '../programs/until.ts';

const assets = [
	{ name: 'MB', precision: 0, balance: 1_000, credit: 100 },
	{ name: 'BTC', precision: 8, balance: '10', credit: '1' },
];
/** Reason and next step of an order without an answer. */
const { hint } = new UncertainOrderError(new TimeoutError('', 0));

/** Returns a pattern of a sentence that a dialog wraps. */
const wrapped = (text: string) => new RegExp(escaped(text).replaceAll(' ', '[ │\\n]+'));

/** Opens the market of a service behind a proxy, and fills in the form of an ask. */
async function openForm() {
	const service = await runService({ settings: { market: { assets } }, flags: ['--no-api-key'] });
	const proxy = await serveHeldProxy(service.url);
	const cockpit = await openCockpit({ url: proxy.url });
	const { user, screen } = cockpit;
	user.press('pane-market');
	await screen.shows(marketText.declared('MB and BTC'));
	user.press('market-ask');
	await screen.shows(orderDialogText.title(true), 'MB BTC');
	user.press('market-order-down', 'market-order-next', 'market-order-down', 'market-order-down');
	user.press('market-order-next');
	user.type('7');
	user.press('market-order-next');
	user.type('0.5');
	await screen.shows(orderDialogText.noMatch('7 MB'));
	return { ...cockpit, service, proxy };
}

const sent = (proxy: HeldProxy) => until(() => proxy.waiting(/^PUT \/market\/asks/) === 1);

test('a slow service gets an order: the form refuses text until its answer', async () => {
	const { user, screen, proxy } = await openForm();
	proxy.isHolding = true;
	user.press('market-order-send');
	await sent(proxy);
	user.type('9');
	await screen.shows(marketOrderRefusals.sending);
	proxy.release();
	await screen.hides(orderDialogText.title(true));
	await screen.shows(/MB\/BTC .* 0\.5 /);
});

test('a service loses the answer to an order: the form stays, and warns before a repetition', async () => {
	const { user, screen, proxy } = await openForm();
	proxy.isHolding = true;
	user.press('market-order-send');
	await sent(proxy);
	proxy.drop();
	await screen.shows(wrapped(hint));
	proxy.release();
	user.press('market-order-cancel');
	await screen.hides(orderDialogText.title(true));
	user.press('section-market-orders');
	await screen.shows(/1 ask +MB\/BTC +7 .* open/);
});
