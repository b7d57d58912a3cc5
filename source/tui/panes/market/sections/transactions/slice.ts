import type { Transaction } from '../../../../../protocol/resources/market.ts';
import { sectionData } from '../../../../../state/core/sections.ts';
import { noRows, type Rows } from '../../../../../state/list/rows.ts';
import type { OwnRow } from '../../../../../state/market/own-rows.ts';

declare module '../../../../../state/core/sections.ts' {
	interface SectionSlices {
		'market-transactions': Rows<TransactionRow>;
	}
}

export interface TransactionRow extends OwnRow<Transaction> {
	/** Whether the own order is an ask; undefined if it is unknown. */
	readonly isAsk?: boolean | undefined;
}

/** Order, filter and cursor of the user's transactions. */
export const transactions = sectionData('market-transactions', noRows);
