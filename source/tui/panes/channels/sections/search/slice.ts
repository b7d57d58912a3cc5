import type { FoundItem } from '../../../../../state/channels/search.ts';
import { sectionData } from '../../../../../state/core/sections.ts';
import { noRows, type Rows } from '../../../../../state/list/rows.ts';
import type { OwnRow } from '../../../../../state/market/own-rows.ts';
import type { Timed } from '../../timed-rows.ts';

declare module '../../../../../state/core/sections.ts' {
	interface SectionSlices {
		'channels-search': Rows<FoundRow>;
	}
}

export interface FoundRow extends OwnRow<FoundItem>, Timed {}

/** Order, filter, selection and cursor of the results of a search. */
export const searchData = sectionData('channels-search', noRows);
