import type { EndpointAnswer, EndpointName } from '../../source/protocol/endpoints/table.ts';
import { parseExactAmount } from '../../source/protocol/exact-amount.ts';
import type { Order, Tick, Transaction } from '../../source/protocol/resources/market.ts';
import type { Message } from '../../source/state/core/message.ts';
import type { State } from '../../source/state/core/state.ts';
import type { SectionId } from '../../source/state/surfaces/sections.ts';
import { book } from '../../source/tui/panes/market/sections/book/slice.ts';
import { update } from '../../source/tui/shell/update.ts';
import { hardNames } from './hard-names.ts';
import { listed, now } from './states.ts';

const market = update(listed, { type: 'pane', pane: 'market' });
const shown = (section: SectionId, state: State = market) =>
	update(state, { type: 'section', pane: 'market', section });

/** Applies an answer to a request of a section. */
function answered<Name extends EndpointName>(
	state: State,
	query: `${SectionId}:${string}`,
	endpoint: Name,
	answer: EndpointAnswer<Name>,
	at: number = now,
): State {
	return update(state, { type: 'answer', query, endpoint, answer, at } as Message);
}

function failed(state: State, query: `${SectionId}:${string}`, kind: string, message: string): State {
	const hint = kind === 'absent' ? 'Other releases have it.' : '';
	return update(state, { type: 'query-failed', query, failure: { kind, message, hint }, at: now });
}

const names = Object.values(hardNames);
const seconds = now / 1_000;
const own = '5a'.repeat(32);
const traders = ['c4'.repeat(32), '07'.repeat(32), ...names];

interface TickValues {
	readonly first: string;
	readonly second: string;
	readonly traded?: string;
	readonly trader?: string;
	readonly types?: readonly [string, string];
}

function assetsOf(first: string, second: string, [one, other]: readonly [string, string] = ['MB', 'BTC']) {
	return {
		first: { amount: parseExactAmount(first), type: one },
		second: { amount: parseExactAmount(second), type: other },
	};
}

let number = 0;
function tick({ first, second, traded = '0', trader, types }: TickValues): Tick {
	number++;
	return {
		trader_id: trader ?? traders[number % traders.length] ?? '',
		order_number: number,
		timeout: 3_600 + number * 77,
		timestamp: seconds - 300 - number * 31,
		assets: assetsOf(first, second, types),
		traded: parseExactAmount(traded),
	};
}

/** Prices of 1,000 MB. */
const asks = [
	{ first: '1000', second: '20.75' },
	{ first: '2500', second: '51.875', traded: '250' },
	{ first: '400', second: '8.34', trader: own },
	{ first: '3200', second: '67.2' },
	{ first: '150.5', second: '3.17555' },
	{ first: '5000', second: '107.5' },
	{ first: '812', second: '17.6204' },
	{ first: '9000', second: '198' },
	{ first: '40', second: '0.9' },
	{ first: '7000', second: '161' },
].map(tick);
const bids = [
	{ first: '1800', second: '36.9', trader: own },
	{ first: '600', second: '12.3' },
	{ first: '2200', second: '44.44' },
	{ first: '90', second: '1.8' },
	{ first: '4100', second: '81.18' },
	{ first: '0.000000000000000001', second: '0.0000000000000000000195' },
	{ first: '6000', second: '114' },
	{ first: '300', second: '5.4' },
	{ first: '12000', second: '204' },
	// Prices of their own traders at the price of the first bid.
	...names.map((trader) => ({ first: '20', second: '0.41', trader })),
].map(tick);
const otherAsks = [
	tick({ first: '1', second: '3', types: ['BTC', 'DUM2'] }),
	...names.map((name, index) => tick({ first: String(index + 1), second: '7', types: [name, 'BTC'] })),
];
const otherBids = [tick({ first: '12345678901234567890.123456789', second: '2', types: ['BTC', 'DUM2'] })];

/** Returns ticks as the service groups them. Several groups of a pair count as one. */
const groupsOf = (ticks: readonly Tick[]) =>
	ticks.map((each) => ({
		asset1: each.assets.first.type ?? '',
		asset2: each.assets.second.type ?? '',
		ticks: [each],
	}));

function withBooks(section: 'market-pairs' | 'market-book', state: State, at: number): State {
	const some = answered(
		state,
		`${section}:asks`,
		'listAsks',
		{ asks: groupsOf([...asks, ...otherAsks]) },
		at,
	);
	return answered(some, `${section}:bids`, 'listBids', { bids: groupsOf([...bids, ...otherBids]) }, at);
}

const order = (values: Partial<Order> & Pick<Order, 'order_number' | 'assets'>): Order => ({
	trader_id: own,
	timestamp: seconds - 900,
	timeout: 3_600,
	traded: parseExactAmount('0'),
	reserved_quantity: parseExactAmount('0'),
	completed_timestamp: null,
	is_ask: true,
	cancelled: false,
	status: 'open',
	...values,
});
const orders: Order[] = [
	order({ order_number: 3, assets: assetsOf('400', '8.34'), reserved_quantity: parseExactAmount('150') }),
	order({
		order_number: 4,
		assets: assetsOf('1800', '36.9'),
		is_ask: false,
		traded: parseExactAmount('1234.5'),
	}),
	order({
		order_number: 5,
		assets: assetsOf('10', '1'),
		traded: parseExactAmount('10'),
		status: 'completed',
		completed_timestamp: seconds - 60,
	}),
	order({ order_number: 6, assets: assetsOf('3', '7'), status: 'expired' }),
	{ trader_id: own, order_number: 7, assets: { first: {}, second: {} }, completed_timestamp: null },
	...names.map((name, index) =>
		order({ order_number: 8 + index, assets: assetsOf('1', '3', [name, 'BTC']), status: name }),
	),
];
const transactions: Transaction[] = [
	...['20.6', '20.5', '20.7', '20.75', '20.4'].map((price, index) => ({
		trader_id: own,
		order_number: 3,
		partner_trader_id: names[index] ?? '',
		partner_order_number: 12 + index,
		transaction_number: 1 + index,
		assets: assetsOf('1000', price),
		transferred: assetsOf(index === 4 ? '250' : '1000', index === 4 ? '5.1' : price),
		timestamp: seconds - 4_000 + index * 600,
		payment_complete: index !== 4,
		status: ['completed', 'completed', 'error', 'completed', 'pending'][index] ?? '',
	})),
	{
		trader_id: own,
		order_number: 1,
		transaction_number: 9,
		assets: { first: {}, second: {} },
		transferred: { first: {}, second: {} },
	},
	...names.slice(0, 2).map((name, index) => ({
		trader_id: own,
		order_number: 2,
		partner_trader_id: name,
		transaction_number: 10 + index,
		assets: assetsOf('1', '3', [name, name]),
		transferred: assetsOf('0', '0', [name, name]),
		payment_complete: false,
	})),
];
const balances = [
	{ name: 'MB', balance: '123456.789', available: '120000', wallet: 'ledger', input: null },
	{ name: 'BTC', balance: '0.000000000000000001', available: '0', wallet: 'command', input: null },
	{ name: 'EUR', balance: undefined, available: undefined, wallet: 'ledger', input: names[4] },
	...names.map((name) => ({ name, balance: '1', available: '1', wallet: name, input: null })),
].map(({ name, balance, available, wallet, input }) => ({
	name,
	precision: 8,
	balance: balance === undefined ? null : (parseExactAmount(balance) ?? null),
	available: available === undefined ? null : (parseExactAmount(available) ?? null),
	credit: parseExactAmount('25'),
	wallet,
	input_required: input ? { kind: 'passphrase', question: input } : null,
}));

const pairsShown = withBooks('market-pairs', shown('market-pairs'), now - 9_000);
const pairOf = (state: State, asset: string) =>
	state.market.pairs.find(({ first, second }) => first === asset && second === 'BTC')?.key;
const openedBook = (asset: string): State =>
	update(withBooks('market-book', shown('market-book'), now - 90_000), {
		type: 'section-slice',
		section: 'market-book',
		slice: { ...book.of(market), pair: pairOf(pairsShown, asset) },
	});
const opened = openedBook('MB');
const withOwn = answered(
	answered(withBooks('market-book', opened, now - 9_000), 'market-book:orders', 'listOrders', { orders }),
	'market-book:transactions',
	'listTransactions',
	{ transactions },
);
const event = (
	state: State,
	type: 'market_ask' | 'market_bid',
	payload: Tick | undefined,
	at: number,
): State => (payload ? update(state, { type: 'event', event: { type, payload }, at }) : state);
const traded = (of: Tick | undefined, amount: string): Tick | undefined =>
	of && { ...of, traded: parseExactAmount(amount) };
/** Trades of the last seconds: two ticks of each. The last one is still highlighted. */
const live = [
	['market_ask', traded(asks[0], '100'), now - 8_000],
	['market_bid', traded(bids[1], '100'), now - 8_000],
	['market_ask', traded(asks[1], '400'), now - 6_000],
	['market_bid', traded(bids[2], '300'), now - 200],
] as const;
const bookShown = live.reduce((state, [type, payload, at]) => event(state, type, payload, at), withOwn);
const expanded = update(bookShown, {
	type: 'section-slice',
	section: 'market-book',
	slice: { ...book.of(bookShown), cursor: 'b 36.9/1800', expanded: ['b 36.9/1800', 'a 20.75/1000'] },
});
const ordersShown = answered(shown('market-orders'), 'market-orders:orders', 'listOrders', { orders });

const transactionsShown = answered(
	answered(shown('market-transactions'), 'market-transactions:orders', 'listOrders', { orders }),
	'market-transactions:transactions',
	'listTransactions',
	{ transactions },
);
const emptyShown = answered(
	answered(shown('market-pairs'), 'market-pairs:asks', 'listAsks', { asks: [] }),
	'market-pairs:bids',
	'listBids',
	{ bids: [] },
);

/** Screens of the market pane. */
export const marketScreens: Readonly<Record<string, State>> = {
	'market-pairs': pairsShown,
	'market-book': bookShown,
	'market-book-expanded': expanded,
	'market-book-hostile': openedBook(hardNames.hostile),
	'market-book-stale': update(failed(bookShown, 'market-book:asks', 'timeout', 'No answer within 10 s'), {
		type: 'tick',
		now: now + 42_000,
	}),
	'market-orders': ordersShown,
	'market-orders-settled': answered(ordersShown, 'market-orders:transactions', 'listTransactions', {
		transactions,
	}),
	'market-orders-filtered': update(ordersShown, { type: 'filter-rows', filter: 'bid' }),
	'market-orders-hostile': update(ordersShown, { type: 'filter-rows', filter: 'evil' }),
	'market-transactions': transactionsShown,
	'market-balances': answered(shown('market-balances'), 'market-balances:assets', 'listAssets', {
		assets: balances,
	}),
	'market-balances-absent': failed(
		shown('market-balances', pairsShown),
		'market-balances:assets',
		'absent',
		'The service at http://127.0.0.1:8085 does not offer /market/assets.',
	),
	'market-empty': emptyShown,
	'market-empty-declared': answered(emptyShown, 'market-pairs:assets', 'listAssets', { assets: balances }),
	'market-empty-undeclared': answered(emptyShown, 'market-pairs:assets', 'listAssets', { assets: [] }),
	'market-absent': failed(
		shown('market-book'),
		'market-book:asks',
		'absent',
		'The service at http://127.0.0.1:8085 does not offer /market/asks.',
	),
};
