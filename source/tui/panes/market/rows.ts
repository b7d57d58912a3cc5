import type { DeclaredAsset, Order, Transaction } from '../../../protocol/resources/market.ts';
import { noRows, type Rows } from '../../../state/list/rows.ts';
import type { PairRow } from '../../../state/market/market.ts';
import type { OwnRow } from '../../../state/market/own-rows.ts';
import { sectionData } from '../../../state/surfaces/sections.ts';
import type { ChangingRow } from '../../sections/flash.ts';

/** A row of a list of the user, with its highlighting. */
interface MarketRow<Item> extends OwnRow<Item>, ChangingRow {}

export type AssetRow = MarketRow<DeclaredAsset>;

export interface OrderRow extends MarketRow<Order> {
	/** Its countdown in whole seconds changes the row. Unix ms. */
	readonly now?: number;
}

export interface TransactionRow extends MarketRow<Transaction> {
	/** Whether the own order is an ask; undefined if it is unknown. */
	readonly isAsk?: boolean | undefined;
}

declare module '../../../state/surfaces/sections.ts' {
	interface SectionSlices {
		'market-pairs': Rows<PairRow>;
		'market-orders': Rows<OrderRow>;
		'market-transactions': Rows<TransactionRow>;
		'market-balances': Rows<AssetRow>;
	}
}

/** Order, filter and cursor of each list. */
export const pairsData = sectionData('market-pairs', noRows);
export const ordersData = sectionData('market-orders', noRows);
export const transactionsData = sectionData('market-transactions', noRows);
export const balancesData = sectionData('market-balances', noRows);
