import { factLines } from '../../../../../columns/facts.ts';
import type { Transaction } from '../../../../../protocol/resources/market.ts';
import type { MarketSlice } from '../../../../../state/market/market.ts';
import type { OwnRow } from '../../../../../state/market/own-rows.ts';
import { ownOrderOf } from '../../../../../state/market/own-side.ts';
import { memoize } from '../../../../components/memoize.ts';
import { liveRows } from '../../../../sections/live-rows.ts';
import { marketLegends } from '../../legend.ts';
import { ownSection } from '../../own-section.ts';
import { ordersQuery, transactionsQuery } from '../../queries.ts';
import { type TransactionRow, transactionsData } from '../../rows.ts';
import { assetText, transactionColumns, transactionKind } from './columns.ts';

interface Own {
	readonly orders: MarketSlice['orders']['list'];
	readonly list: MarketSlice['transactions']['list'];
}

const knownRows = new WeakMap<OwnRow<Transaction>, TransactionRow>();

/** Returns the transactions with their own sides. Unchanged rows stay the same objects. */
const withSides = memoize(({ orders, list }: Own): readonly TransactionRow[] =>
	list.map((row) => {
		const isAsk = ownOrderOf(row.item, orders)?.is_ask;
		if (isAsk === undefined) return row;
		const known = knownRows.get(row);
		if (known?.isAsk === isAsk) return known;
		const made: TransactionRow = { ...row, isAsk };
		knownRows.set(row, made);
		return made;
	}),
);

export const transactionRows = liveRows<TransactionRow>(transactionsData, transactionKind, ({ market }) =>
	withSides({ orders: market.orders.list, list: market.transactions.list }),
);

const transactionsText = {
	none: ['You have no transactions.', 'An order makes one when it matches another order.'],
} as const;

const WIDE = 60;

/** The user's transactions. */
export const transactionsSection = ownSection<TransactionRow>({
	id: 'market-transactions',
	title: 'Transactions',
	hotkey: 't',
	legend: marketLegends.transactions,
	noun: 'transaction',
	kind: transactionKind,
	columns: transactionColumns,
	rows: transactionRows,
	data: ({ market }) => market.transactions,
	none: transactionsText.none,
	below: ({ item }) => {
		const { transferred, partner_trader_id: partner = '', order_number } = item;
		const { partner_order_number: number } = item;
		const paid = [transferred.first, transferred.second].map((asset) => assetText(asset, WIDE)).join(' for ');
		const other = number === undefined ? partner : `${partner} #${number}`;
		return factLines([
			['transferred', paid],
			['partner', other],
			['own order', `#${order_number}`],
		]);
	},
	queries: [transactionsQuery(), ordersQuery(true)],
});
