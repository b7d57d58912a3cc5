import type { QueryName } from '../surfaces/query.ts';

/** Queries of the user's part of the market, which show the effects of orders and trades. */
export const marketQueries: readonly QueryName[] = [
	'market-book:orders',
	'market-book:transactions',
	'market-orders:orders',
	'market-orders:transactions',
	'market-transactions:transactions',
	'market-transactions:orders',
	'market-balances:assets',
	'market-order:assets',
	'market-payments:payments',
	'market-payments:transactions',
];

/** Queries of the order book. Events make them unnecessary where a service sends them. */
export const bookQueries: readonly QueryName[] = [
	'market-pairs:asks',
	'market-pairs:bids',
	'market-book:asks',
	'market-book:bids',
];
