import type { QueryName } from '../core/query.ts';

/** Queries that show a change of own orders, transactions or payments. */
export const marketQueries: readonly QueryName[] = [
	'market-payments:payments',
	'market-payments:transactions',
];
