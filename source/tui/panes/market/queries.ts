import type { AnyQuery } from '../../../state/core/query-declaration.ts';
import type { State } from '../../../state/core/state.ts';
import {
	booksSampled,
	failTicks,
	type MarketSlice,
	takeTicks,
	ticksInterval,
} from '../../../state/market/market.ts';
import { failOwnRows, takeOwnRows } from '../../../state/market/own-rows.ts';
import { isAbsent } from './absence.ts';

const withMarket = (state: State, change: (market: MarketSlice) => MarketSlice): State => ({
	...state,
	market: change(state.market),
});

const ticksEvery = (state: State) => ticksInterval(state.market, state.now, state.connection.streaming);

/** Queries for all asks and bids. Events update them in the meantime. */
export const tickQueries: readonly AnyQuery[] = [
	{
		name: 'asks',
		endpoint: 'listAsks',
		every: ticksEvery,
		take: (state, { asks }, at, sentAt) =>
			withMarket(state, (market) => takeTicks(market, 'asks', asks, at, sentAt)),
		fail: (state, failure) => withMarket(state, (market) => failTicks(market, 'asks', failure)),
	},
	{
		name: 'bids',
		endpoint: 'listBids',
		every: ticksEvery,
		take: (state, { bids }, at, sentAt) =>
			withMarket(state, (market) => takeTicks(market, 'bids', bids, at, sentAt)),
		fail: (state, failure) => withMarket(state, (market) => failTicks(market, 'bids', failure)),
	},
];

/** Returns the state with a changed list of the user. */
const withList = <Name extends 'orders' | 'transactions' | 'assets'>(
	state: State,
	name: Name,
	change: (list: MarketSlice[Name]) => MarketSlice[Name],
): State => withMarket(state, (market) => ({ ...market, [name]: change(market[name]) }));

/** Intervals of requests for the user's lists: the visible one, and those that mark rows of the book. */
const VISIBLE_MS = 2_000;
const BESIDE_MS = 5_000;

/** Returns the query for own orders. `isBeside`: whether they only mark rows of another list. */
export function ordersQuery(isBeside = false): AnyQuery {
	return {
		name: 'orders',
		endpoint: 'listOrders',
		every: isBeside ? BESIDE_MS : VISIBLE_MS,
		when: (state) => !isBeside || !isAbsent(state),
		take: (state, { orders }, at) =>
			withList(state, 'orders', (rows) =>
				takeOwnRows(rows, orders, ({ order_number }) => String(order_number), at),
			),
		fail: (state, failure) => withList(state, 'orders', (rows) => failOwnRows(rows, failure)),
	};
}

/** Returns the query for own transactions. `isBeside`: whether they only mark rows of another list. */
export function transactionsQuery(isBeside = false): AnyQuery {
	return {
		name: 'transactions',
		endpoint: 'listTransactions',
		every: isBeside ? BESIDE_MS : VISIBLE_MS,
		when: (state) => !isBeside || !isAbsent(state),
		take: (state, { transactions }, at) =>
			withList(state, 'transactions', (rows) =>
				takeOwnRows(
					rows,
					transactions,
					({ trader_id, transaction_number }) => `${trader_id} ${transaction_number}`,
					at,
				),
			),
		fail: (state, failure) => withList(state, 'transactions', (rows) => failOwnRows(rows, failure)),
	};
}

/** Query for the declared assets that an empty market names. */
export function emptyMarketQuery(): AnyQuery {
	return {
		...assetsQuery,
		when: ({ market }) => booksSampled(market).at !== undefined && market.pairs.length === 0,
	};
}

export const assetsQuery: AnyQuery = {
	name: 'assets',
	endpoint: 'listAssets',
	every: VISIBLE_MS,
	take: (state, { assets }, at) =>
		withList(state, 'assets', (rows) => takeOwnRows(rows, assets, ({ name }) => name, at)),
	fail: (state, failure) => withList(state, 'assets', (rows) => failOwnRows(rows, failure)),
};
