import type { Column } from '../../../../../columns/column.ts';
import { growingColumn, numberColumn, textColumn } from '../../../../../columns/declare.ts';
import { amount, count, decimal, sortable, textOrDash } from '../../../../../columns/figures.ts';
import type { Playlist } from '../../../../../protocol/resources/channel.ts';
import type { RowKind } from '../../../../../state/list/rows.ts';
import { channelsText } from '../../texts.ts';
import type { PlaylistRow } from './slice.ts';

type Row = PlaylistRow & { readonly isFlashing?: boolean };

/** Returns the size of all its torrents, bytes; undefined if it is unknown. */
function sizeOf({ torrents }: Playlist): number | undefined {
	return torrents?.reduce((sum, { size = 0 }) => sum + Math.max(0, size), 0);
}

export const playlistColumns: readonly Column<Row>[] = [
	{
		...growingColumn<Row>('name', 'PLAYLIST', 20, ({ item }) => item.name || channelsText.unnamed),
		sortKey: ({ item }) => item.name.toLowerCase(),
	},
	{
		...numberColumn<Row>('torrents', 'TORRENTS', 8, 0, ({ item }) => count(item.torrents?.length)),
		sortKey: ({ item }) => sortable(item.torrents?.length),
		greatestFirst: true,
		tone: ({ isFlashing }) => (isFlashing ? 'warning' : 'normal'),
	},
	{
		...numberColumn<Row>('size', 'SIZE', 9, 1, ({ item }) => amount(sizeOf(item))),
		sortKey: ({ item }) => sortable(sizeOf(item)),
		greatestFirst: true,
	},
	{
		...textColumn<Row>('description', 'DESCRIPTION', 24, 2, ({ item }) => textOrDash(item.description)),
		wideWidth: 60,
		sortKey: ({ item }) => item.description ?? '',
	},
	{
		...numberColumn<Row>('id', 'ID', 6, 3, ({ item }) => decimal(item.id)),
		sortKey: ({ item }) => item.id,
	},
];

export const playlistKind: RowKind<PlaylistRow> = {
	keyOf: ({ key }) => key,
	nameOf: ({ item }) => `${item.name} ${item.description ?? ''}`,
	sortKeyOf: (id) => playlistColumns.find((column) => column.id === id)?.sortKey,
};
