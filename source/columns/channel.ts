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
import { growingColumn, numberColumn, textColumn, withData } from './declare.ts';
import { downloadText } from './feed-filter.ts';
import { count, decimal, formatOrDash, nonNegative, textOrDash, unknown } from './figures.ts';
import { moment, validMoment } from './moments.ts';

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
	withData(
		numberColumn('torrents', 'TORRENTS', 8, 1, ({ torrents }) => count(torrents)),
		({ torrents }) => nonNegative(torrents),
	),
	withData(
		textColumn('updated', 'CHANGED', 19, 4, ({ updated }) => moment(updated)),
		({ updated }) => validMoment(updated),
	),
	textColumn('description', 'DESCRIPTION', 24, 5, ({ description }) => textOrDash(description)),
];

export const channelTorrentColumns: readonly Column<ChannelTorrent>[] = [
	textColumn('infohash', 'INFOHASH', 40, 3, ({ infohash }) => infohash),
	growingColumn('name', 'NAME', 20, ({ name }) => name),
	withData(
		numberColumn('size', 'SIZE', 8, 1, ({ size }) => formatOrDash(nonNegative(size), bytes)),
		({ size }) => nonNegative(size),
	),
	textColumn('category', 'CATEGORY', 10, 4, ({ category }) => textOrDash(category)),
	numberColumn('swarm', 'S/L', 9, 2, swarmText),
	withData(
		textColumn('created', 'ADDED', 19, 5, ({ created }) => moment(created)),
		({ created }) => validMoment(created),
	),
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
	withData(
		numberColumn('size', 'SIZE', 8, 2, (row) =>
			row.kind === 'torrent' ? formatOrDash(nonNegative(row.found.size), bytes) : unknown,
		),
		(row) => (row.kind === 'torrent' ? nonNegative(row.found.size) : undefined),
	),
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
	withData(
		numberColumn('size', 'SIZE', 8, 1, ({ size }) => formatOrDash(size, bytes)),
		({ size }) => nonNegative(size),
	),
	numberColumn('swarm', 'S/L', 9, 2, swarmText),
];

/** URLs are shown without passwords. */
export const feedColumns: readonly Column<RssFeed>[] = [
	growingColumn('url', 'URL', 20, ({ url }) => withoutSecrets(url)),
	textColumn('title', 'TITLE', 16, 6, ({ title }) => textOrDash(title)),
	withData(
		textColumn('checked', 'LAST CHECK', 19, 2, ({ last_check }) => moment(last_check)),
		({ last_check }) => validMoment(last_check),
	),
	withData(
		numberColumn('items', 'ITEMS', 5, 3, ({ items }) => count(items)),
		({ items }) => nonNegative(items),
	),
	withData(
		numberColumn('added', 'ADDED', 5, 5, ({ added }) => count(added)),
		({ added }) => nonNegative(added),
	),
	textColumn('downloads', 'DOWNLOADS', 12, 4, ({ download }) => downloadText(download)),
	{
		...textColumn('error', 'ERROR', 16, 1, ({ error }) => textOrDash(withoutSecrets(error ?? ''))),
		wideWidth: 75,
	},
];

export const feedItemColumns: readonly Column<FeedItem>[] = [
	textColumn('status', 'STATUS', 10, 0, ({ status }) => textOrDash(status)),
	growingColumn('title', 'TITLE', 20, ({ title }) => textOrDash(title)),
	withData(
		numberColumn('size', 'SIZE', 8, 3, ({ size }) => formatOrDash(nonNegative(size), bytes)),
		({ size }) => nonNegative(size),
	),
	withData(
		textColumn('date', 'DATE', 19, 2, ({ published, found }) => moment(published || found)),
		({ published, found }) => validMoment(published || found),
	),
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
	withData(
		numberColumn('added', 'ADDED', 5, 1, ({ added }) => count(added)),
		({ added }) => nonNegative(added),
	),
	{ ...textColumn('error', 'ERROR', 30, 0, ({ error }) => textOrDash(withoutSecrets(error))), wideWidth: 75 },
];
