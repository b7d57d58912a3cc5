import type { DeclaredAsset } from '../../../../../protocol/resources/market.ts';
import { sectionData } from '../../../../../state/core/sections.ts';
import { noRows, type Rows } from '../../../../../state/list/rows.ts';
import type { OwnRow } from '../../../../../state/market/own-rows.ts';

declare module '../../../../../state/core/sections.ts' {
	interface SectionSlices {
		'market-balances': Rows<OwnRow<DeclaredAsset>>;
	}
}

/** Order, filter and cursor of the assets. */
export const balances = sectionData('market-balances', noRows);
