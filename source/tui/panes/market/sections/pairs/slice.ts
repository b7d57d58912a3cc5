import { sectionData } from '../../../../../state/core/sections.ts';
import { noRows, type Rows } from '../../../../../state/list/rows.ts';
import type { PairRow } from '../../../../../state/market/market.ts';

declare module '../../../../../state/core/sections.ts' {
	interface SectionSlices {
		'market-pairs': Rows<PairRow>;
	}
}

/** Order, filter and cursor of the pairs. */
export const pairs = sectionData('market-pairs', noRows);
