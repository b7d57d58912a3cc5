import type { Column } from '../../../../../columns/column.ts';
import { growingColumn, numberColumn, textColumn } from '../../../../../columns/declare.ts';
import { amount, count, decimal, sortable, textOrDash } from '../../../../../columns/figures.ts';
import type { Playlist } from '../../../../../protocol/resources/channel.ts';
import { keyedKind } from '../../../../../state/list/rows.ts';
import { flashTone } from '../../../../sections/flash.ts';
import type { PlaylistRow } from '../../rows.ts';
import { channelsText } from '../../texts.ts';

/** Returns the size of all its torrents, bytes; undefined if it is unknown. */
function sizeOf({ torrents }: Playlist): number | undefined {
	return torrents?.reduce((sum, { size = 0 }) => sum + Math.max(0, size), 0);
}

export const playlistColumns: readonly Column<PlaylistRow>[] = [
	{
		...growingColumn<PlaylistRow>('name', 'PLAYLIST', 20, ({ item }) => item.name || channelsText.unnamed),
		sortKey: ({ item }) => item.name.toLowerCase(),
	},
	{
		...numberColumn<PlaylistRow>('torrents', 'TORRENTS', 8, 0, ({ item }) => count(item.torrents?.length)),
		sortKey: ({ item }) => sortable(item.torrents?.length),
		greatestFirst: true,
		tone: flashTone,
	},
	{
		...numberColumn<PlaylistRow>('size', 'SIZE', 9, 1, ({ item }) => amount(sizeOf(item))),
		sortKey: ({ item }) => sortable(sizeOf(item)),
		greatestFirst: true,
	},
	{
		...textColumn<PlaylistRow>('description', 'DESCRIPTION', 24, 2, ({ item }) =>
			textOrDash(item.description),
		),
		wideWidth: 60,
		sortKey: ({ item }) => item.description ?? '',
	},
	{
		...numberColumn<PlaylistRow>('id', 'ID', 6, 3, ({ item }) => decimal(item.id)),
		sortKey: ({ item }) => item.id,
	},
];

export const playlistKind = keyedKind<PlaylistRow>(
	playlistColumns,
	({ item }) => `${item.name} ${item.description ?? ''}`,
);
