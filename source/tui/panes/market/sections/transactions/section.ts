import { factLines } from '../../../../../columns/facts.ts';
import type { Transaction } from '../../../../../protocol/resources/market.ts';
import { currentRow } from '../../../../../state/list/list.ts';
import type { OwnRow } from '../../../../../state/market/own-rows.ts';
import { liveRows } from '../../live-rows.ts';
import { ownSection } from '../../own-section.ts';
import { transactionsQuery } from '../../queries.ts';
import { assetText, transactionColumns, transactionKind } from './columns.ts';
import { transactions } from './slice.ts';

export const transactionRows = liveRows<OwnRow<Transaction>>(
	transactions,
	transactionKind,
	({ market }) => market.transactions.list,
);

export const transactionsText = {
	none: ['You have no transactions.', 'An order makes one when it matches another order.'],
} as const;

const WIDE = 60;

/** The user's transactions. */
export const transactionsSection = ownSection<OwnRow<Transaction>>({
	id: 'market-transactions',
	title: 'Transactions',
	hotkey: 't',
	noun: 'transaction',
	kind: transactionKind,
	columns: transactionColumns,
	rows: transactionRows,
	data: ({ market }) => market.transactions,
	none: transactionsText.none,
	below: (state) => {
		const row = currentRow(transactionRows.of(state));
		if (!row) return [];
		const { transferred, partner_trader_id: partner = '', order_number } = row.item;
		const { partner_order_number: number } = row.item;
		const paid = [transferred.first, transferred.second].map((asset) => assetText(asset, WIDE)).join(' for ');
		const other = number === undefined ? partner : `${partner} #${number}`;
		return factLines([
			['transferred', paid],
			['partner', other],
			['own order', `#${order_number}`],
		]);
	},
	commands: [],
	queries: [transactionsQuery()],
});
