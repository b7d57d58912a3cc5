import { expect, test } from 'vitest';
import { balancesText } from '../../source/tui/panes/market/sections/balances/section.ts';
import { sideText } from '../../source/tui/panes/market/sections/book/side-panel.tsx';
import { marketText } from '../../source/tui/panes/market/texts.ts';
import { Digits } from '../contract/foreign/python-json.ts';
import { tickOf } from '../contract/foreign/world/market.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { until } from '../programs/until.ts';

async function openOn(name: string) {
	const service = await runForeign(name);
	const flags = service.dialect.key === undefined ? '' : `--api-key ${service.dialect.key}`;
	const cockpit = await openCockpit({ url: service.url }, { flags, columns: 120, rows: 30 });
	await cockpit.screen.shows(/● 127/);
	return { ...cockpit, service };
}

/** An ask of another trader. */
const ask = (order_number: number, first: string, second: string, traded = '0') => ({
	...tickOf({
		order_number,
		is_ask: true,
		assets: {
			first: { amount: new Digits(first), type: 'BTC' },
			second: { amount: new Digits(second), type: 'MB' },
		},
		timeout: 3600,
		status: 'open',
	}),
	trader_id: 'a'.repeat(40),
	traded: new Digits(traded),
});

/** The market of these services, while events arrive. */
export function testMarket(names: readonly string[]): void {
	test.each(names)('a user reads the market of a service of %s while events arrive', async (name) => {
		const { user, screen, service } = await openOn(name);
		const { events } = service.server.world;
		user.press('pane-market');
		await screen.shows('[Pairs]', /^▌?BTC\/MB +– +~200000000\.0/m);
		user.press('market-open-book');
		await screen.shows('[Book]', 'no bids', /~200000000\.01 +~10\.00000000 /);
		await until(() => events.listeners > 0);
		// Events change the book at once. The price of 100,000,000 is the better one.
		events.emit('market_ask', ask(41, '3', '300000000'));
		await screen.shows(/^▌? *100000000\S* +3 +3 /m);
		user.press('market-best-prices');
		events.emit('market_ask', ask(41, '3', '300000000', '1.000000000000000001'));
		await screen.shows(/^▌? *100000000\S* +~1\.99999/m, `─ ${sideText.price} ─`, `─ ${sideText.trades} ─`);
		await screen.shows(/│ \d\d:\d\d:\d\d 100000000\.00 ▼ ~1\.0000/);
		await screen.shows('ask 1.999999999999999999 BTC, total 1.999999999999999999 at 100000000.00 MB');
		user.press('market-expand');
		await screen.shows(/└ +~1\.9999.* #41/);
		events.emit('market_ask_timeout', ask(41, '3', '300000000'));
		await screen.shows('ask 10.000000000000000001 BTC');
		user.press('section-market-orders');
		await screen.shows(
			'[Orders]',
			/1 ask +BTC\/MB .* open /,
			/2 bid +BTC\/MB .* 100% .* completed/,
			/offers +10\.000000000000000001 BTC for 2000000000\.123456789012345 MB/,
			/ unverified /,
		);
		user.press('section-market-transactions');
		await screen.shows(
			'[Transactions]',
			/7 \S+ +~10\.0\S* BTC .* pending/,
			/transferred +4\.000000000000000003 BTC/,
		);
		user.press('section-market-balances');
		await screen.shows(balancesText.absent[0]);
	});
}

/** Services without a market. */
export function testAbsentMarket(names: readonly string[]): void {
	test.each(names)(
		'the absent market of %s is described once, in place, and not requested again',
		async (name) => {
			const { user, screen, service } = await openOn(name);
			user.press('pane-market');
			for (const section of ['pairs', 'book', 'orders', 'transactions', 'balances']) {
				user.press(`section-market-${section}`);
				await screen.shows(marketText.absent, marketText.absentHint);
			}
			const count = (part: string) =>
				service.server.requests.filter((request) => request.includes(part)).length;
			const untilLists = (more: number) => {
				const before = count('/downloads');
				return until(() => count('/downloads') >= before + more);
			};
			// All sections have the same text, so the request of the last one may follow.
			await untilLists(2);
			const before = count('/market/');
			await untilLists(3);
			expect(count('/market/')).toBe(before);
		},
	);
}
