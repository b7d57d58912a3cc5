import type { FeedItem } from '../../../../../protocol/resources/channel.ts';
import { sectionData } from '../../../../../state/core/sections.ts';
import { noRows, type Rows } from '../../../../../state/list/rows.ts';
import type { OwnRow } from '../../../../../state/market/own-rows.ts';
import type { Timed } from '../../timed-rows.ts';

declare module '../../../../../state/core/sections.ts' {
	interface SectionSlices {
		'channels-items': Rows<ItemRow>;
	}
}

export interface ItemRow extends OwnRow<FeedItem>, Timed {}

/** Order, filter, selection and cursor of the items of the shown feed. */
export const itemsData = sectionData('channels-items', noRows);
