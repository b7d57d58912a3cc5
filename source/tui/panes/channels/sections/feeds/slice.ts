import type { RssFeed } from '../../../../../protocol/resources/channel.ts';
import { sectionData } from '../../../../../state/core/sections.ts';
import { noRows, type Rows } from '../../../../../state/list/rows.ts';
import type { OwnRow } from '../../../../../state/market/own-rows.ts';
import type { Timed } from '../../timed-rows.ts';

declare module '../../../../../state/core/sections.ts' {
	interface SectionSlices {
		'channels-feeds': Rows<FeedRow>;
	}
}

export interface FeedRow extends OwnRow<RssFeed>, Timed {}

/** Order, filter and cursor of the feeds. */
export const feedsData = sectionData('channels-feeds', noRows);
