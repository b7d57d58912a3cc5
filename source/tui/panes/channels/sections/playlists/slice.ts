import type { Playlist } from '../../../../../protocol/resources/channel.ts';
import { sectionData } from '../../../../../state/core/sections.ts';
import { noRows, type Rows } from '../../../../../state/list/rows.ts';
import type { OwnRow } from '../../../../../state/market/own-rows.ts';
import type { Timed } from '../../timed-rows.ts';

declare module '../../../../../state/core/sections.ts' {
	interface SectionSlices {
		'channels-playlists': Rows<PlaylistRow>;
	}
}

export interface PlaylistRow extends OwnRow<Playlist>, Timed {}

/** Order, filter and cursor of the playlists. */
export const playlistsData = sectionData('channels-playlists', noRows);
