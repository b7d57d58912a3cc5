import { bytes } from '../format/bytes.ts';
import type { Playlist, PlaylistTorrent, RssFeed } from '../protocol/resources/channel.ts';
import type { Column } from './column.ts';
import { growingColumn, numberColumn, textColumn } from './declare.ts';
import { count, decimal, formatOrDash, textOrDash } from './figures.ts';

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
	numberColumn('size', 'SIZE', 8, 1, ({ size }) => formatOrDash(size, bytes)),
	numberColumn(
		'swarm',
		'S/L',
		9,
		2,
		({ num_seeders, num_leechers }) => `${count(num_seeders)}/${count(num_leechers)}`,
	),
];

export const feedColumns: readonly Column<RssFeed>[] = [growingColumn('url', 'URL', 20, ({ url }) => url)];
