import type { FeedItem, Playlist, RssFeed } from '../../../protocol/resources/channel.ts';
import type { KnownChannel, KnownTorrent } from '../../../state/channels/known.ts';
import type { FoundItem } from '../../../state/channels/search.ts';
import { noRows, type Rows } from '../../../state/list/rows.ts';
import type { OwnRow } from '../../../state/market/own-rows.ts';
import { sectionData } from '../../../state/surfaces/sections.ts';
import type { ChangingRow } from '../../sections/flash.ts';
import type { Timed } from './timed-rows.ts';

/** A row of a section, with its highlighting and the time of its ages. */
interface ChannelsRow<Item> extends OwnRow<Item>, ChangingRow, Timed {}

export type ChannelRow = ChannelsRow<KnownChannel>;
export type TorrentRow = ChannelsRow<KnownTorrent>;
export type PlaylistRow = ChannelsRow<Playlist>;
export type FeedRow = ChannelsRow<RssFeed>;
export type ItemRow = ChannelsRow<FeedItem>;
export type FoundRow = ChannelsRow<FoundItem>;

declare module '../../../state/surfaces/sections.ts' {
	interface SectionSlices {
		'channels-channels': Rows<ChannelRow>;
		'channels-torrents': Rows<TorrentRow>;
		'channels-playlists': Rows<PlaylistRow>;
		'channels-feeds': Rows<FeedRow>;
		'channels-items': Rows<ItemRow>;
		'channels-search': Rows<FoundRow>;
	}
}

/** Order, filter, selection and cursor of each section. */
export const channelsData = sectionData('channels-channels', noRows);
export const torrentsData = sectionData('channels-torrents', noRows);
export const playlistsData = sectionData('channels-playlists', noRows);
export const feedsData = sectionData('channels-feeds', noRows);
export const itemsData = sectionData('channels-items', noRows);
export const searchData = sectionData('channels-search', noRows);
