import type { KnownTorrent } from '../../../../../state/channels/known.ts';
import { sectionData } from '../../../../../state/core/sections.ts';
import { noRows, type Rows } from '../../../../../state/list/rows.ts';
import type { OwnRow } from '../../../../../state/market/own-rows.ts';
import type { Timed } from '../../timed-rows.ts';

declare module '../../../../../state/core/sections.ts' {
	interface SectionSlices {
		'channels-torrents': Rows<TorrentRow>;
	}
}

export interface TorrentRow extends OwnRow<KnownTorrent>, Timed {}

/** Order, filter, selection and cursor of the torrents of the shown channel. */
export const torrentsData = sectionData('channels-torrents', noRows);
