import type { Column } from '../../../../../columns/column.ts';
import { numberColumn } from '../../../../../columns/declare.ts';
import { amount, decimal } from '../../../../../columns/figures.ts';
import type { Playlist } from '../../../../../protocol/resources/channel.ts';
import { keyedKind } from '../../../../../state/list/rows.ts';
import { flashTone } from '../../../../sections/flash.ts';
import { countColumn, nameColumn, optionalTextColumn, sizeColumn } from '../../columns.ts';
import type { PlaylistRow } from '../../rows.ts';

/** Returns the size of all its torrents, bytes; undefined if it is unknown. */
function sizeOf({ torrents }: Playlist): number | undefined {
	return torrents?.reduce((sum, { size = 0 }) => sum + Math.max(0, size), 0);
}

export const playlistColumns: readonly Column<PlaylistRow>[] = [
	nameColumn('name', 'PLAYLIST', ({ item }) => item.name),
	{
		...countColumn<PlaylistRow>('torrents', 'TORRENTS', 8, 0, ({ item }) => item.torrents?.length),
		tone: flashTone,
	},
	{
		...sizeColumn<PlaylistRow>(1, ({ item }) => sizeOf(item)),
		value: ({ item }) => amount(sizeOf(item)),
	},
	{
		...optionalTextColumn<PlaylistRow>('description', 'DESCRIPTION', 24, 2, ({ item }) => item.description),
		wideWidth: 60,
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
