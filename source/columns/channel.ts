import { bytes } from '../format/bytes.ts';
import { withoutSecrets } from '../format/without-secrets.ts';
import type {
	ChannelTorrent,
	DiscoveredChannel,
	FeedItem,
	Playlist,
	PlaylistTorrent,
	RssFeed,
} from '../protocol/resources/channel.ts';
import type { FoundChannel, FoundTorrent } from '../protocol/resources/search-result.ts';
import type { Column } from './column.ts';
import { growingColumn, momentColumn, numberColumn, quantityColumn, textColumn } from './declare.ts';
import { downloadText } from './feed-filter.ts';
import { count, decimal, textOrDash, unknown } from './figures.ts';

interface Swarm {
	readonly num_seeders?: number;
	readonly num_leechers?: number;
	/** Unix time, s. 0 if it was never checked. */
	readonly last_tracker_check?: number;
}

/** Formats seeders and leechers: '12/3'; '–' if they were never checked. */
export function swarmText({ num_seeders, num_leechers, last_tracker_check }: Swarm): string {
	const isUnknown = num_seeders === undefined && num_leechers === undefined;
	if (isUnknown || last_tracker_check === 0) return unknown;
	return `${count(num_seeders)}/${count(num_leechers)}`;
}

export const channelColumns: readonly Column<DiscoveredChannel>[] = [
	textColumn('identifier', 'ID', 64, 3, ({ identifier }) => identifier),
	textColumn('kind', 'KIND', 5, 2, ({ own }) => (own ? 'own' : 'other')),
	growingColumn('name', 'NAME', 20, ({ name }) => name),
	quantityColumn('torrents', 'TORRENTS', 8, 1, ({ torrents }) => torrents),
	momentColumn('updated', 'CHANGED', 4, ({ updated }) => updated),
	textColumn('description', 'DESCRIPTION', 24, 5, ({ description }) => textOrDash(description)),
];

export const channelTorrentColumns: readonly Column<ChannelTorrent>[] = [
	textColumn('infohash', 'INFOHASH', 40, 3, ({ infohash }) => infohash),
	growingColumn('name', 'NAME', 20, ({ name }) => name),
	quantityColumn('size', 'SIZE', 8, 1, ({ size }) => size, bytes),
	textColumn('category', 'CATEGORY', 10, 4, ({ category }) => textOrDash(category)),
	numberColumn('swarm', 'S/L', 9, 2, swarmText),
	momentColumn('created', 'ADDED', 5, ({ created }) => created),
];

/** A result of a search. */
export type FoundRow =
	| { readonly kind: 'channel'; readonly found: FoundChannel }
	| { readonly kind: 'torrent'; readonly found: FoundTorrent };

export const foundColumns: readonly Column<FoundRow>[] = [
	textColumn('kind', 'KIND', 7, 1, ({ kind }) => kind),
	textColumn('id', 'ID', 64, 5, (row) =>
		row.kind === 'channel' ? row.found.dispersy_cid : row.found.infohash,
	),
	growingColumn('name', 'NAME', 20, ({ found }) => found.name),
	quantityColumn('size', 'SIZE', 8, 2, (row) => (row.kind === 'torrent' ? row.found.size : undefined), bytes),
	numberColumn('torrents', 'TORRENTS', 8, 4, (row) =>
		row.kind === 'channel' ? count(row.found.torrents) : unknown,
	),
	numberColumn('swarm', 'S/L', 9, 3, (row) => (row.kind === 'torrent' ? swarmText(row.found) : unknown)),
];

export const playlistColumns: readonly Column<Playlist>[] = [
	numberColumn('id', 'ID', 6, 1, ({ id }) => decimal(id)),
	textColumn('name', 'NAME', 24, 0, ({ name }) => name),
	numberColumn('torrents', 'TORRENTS', 8, 2, ({ torrents }) => count(torrents?.length)),
	growingColumn('description', 'DESCRIPTION', 20, ({ description }) => textOrDash(description)),
];

export const playlistTorrentColumns: readonly Column<PlaylistTorrent>[] = [
	textColumn('infohash', 'INFOHASH', 40, 4, ({ infohash }) => infohash),
	growingColumn('name', 'NAME', 20, ({ name }) => name),
	textColumn('category', 'CATEGORY', 10, 3, ({ category }) => textOrDash(category)),
	quantityColumn('size', 'SIZE', 8, 1, ({ size }) => size, bytes),
	numberColumn('swarm', 'S/L', 9, 2, swarmText),
];

/** URLs are shown without passwords. */
export const feedColumns: readonly Column<RssFeed>[] = [
	growingColumn('url', 'URL', 20, ({ url }) => withoutSecrets(url)),
	textColumn('title', 'TITLE', 16, 6, ({ title }) => textOrDash(title)),
	momentColumn('checked', 'LAST CHECK', 2, ({ last_check }) => last_check),
	quantityColumn('items', 'ITEMS', 5, 3, ({ items }) => items),
	quantityColumn('added', 'ADDED', 5, 5, ({ added }) => added),
	textColumn('downloads', 'DOWNLOADS', 12, 4, ({ download }) => downloadText(download)),
	{
		...textColumn('error', 'ERROR', 16, 1, ({ error }) => textOrDash(withoutSecrets(error ?? ''))),
		wideWidth: 75,
	},
];

export const feedItemColumns: readonly Column<FeedItem>[] = [
	textColumn('status', 'STATUS', 10, 0, ({ status }) => textOrDash(status)),
	growingColumn('title', 'TITLE', 20, ({ title }) => textOrDash(title)),
	quantityColumn('size', 'SIZE', 8, 3, ({ size }) => size, bytes),
	momentColumn('date', 'DATE', 2, ({ published, found }) => published || found),
	textColumn('infohash', 'INFOHASH', 40, 4, ({ infohash }) => textOrDash(infohash)),
	{
		...textColumn('reason', 'REASON', 20, 1, ({ reason }) => textOrDash(withoutSecrets(reason ?? ''))),
		wideWidth: 75,
	},
];

/** Result of the check of a feed. */
export interface CheckedFeed {
	readonly url: string;
	/** Reason of a failure; empty after a success. */
	readonly error: string;
	/** Number of torrents added to the channel. Undefined if it is unknown. */
	readonly added: number | undefined;
}

export const checkedFeedColumns: readonly Column<CheckedFeed>[] = [
	growingColumn('url', 'URL', 20, ({ url }) => withoutSecrets(url)),
	quantityColumn('added', 'ADDED', 5, 1, ({ added }) => added),
	{ ...textColumn('error', 'ERROR', 30, 0, ({ error }) => textOrDash(withoutSecrets(error))), wideWidth: 75 },
];
