import type { KnownChannel } from '../../../../../state/channels/known.ts';
import { sectionData } from '../../../../../state/core/sections.ts';
import { noRows, type Rows } from '../../../../../state/list/rows.ts';
import type { OwnRow } from '../../../../../state/market/own-rows.ts';
import type { Timed } from '../../timed-rows.ts';

declare module '../../../../../state/core/sections.ts' {
	interface SectionSlices {
		'channels-channels': Rows<ChannelRow>;
	}
}

export interface ChannelRow extends OwnRow<KnownChannel>, Timed {}

/** Order, filter and cursor of the channels. */
export const channelsData = sectionData('channels-channels', noRows);
