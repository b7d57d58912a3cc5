import type { Order } from '../../../../../protocol/resources/market.ts';
import { sectionData } from '../../../../../state/core/sections.ts';
import { noRows, type Rows } from '../../../../../state/list/rows.ts';
import type { OwnRow } from '../../../../../state/market/own-rows.ts';

declare module '../../../../../state/core/sections.ts' {
	interface SectionSlices {
		'market-orders': Rows<OrderRow>;
	}
}

export interface OrderRow extends OwnRow<Order> {
	/** Its countdown in whole seconds changes the row. Unix ms. */
	readonly now?: number;
}

/** Order, filter and cursor of the user's orders. */
export const orders = sectionData('market-orders', noRows);
