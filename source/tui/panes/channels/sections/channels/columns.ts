import type { Column } from '../../../../../columns/column.ts';
import { growingColumn, numberColumn, textColumn } from '../../../../../columns/declare.ts';
import { count, sortable, textOrDash } from '../../../../../columns/figures.ts';
import type { RowKind } from '../../../../../state/list/rows.ts';
import { channelsText } from '../../texts.ts';
import { ageText } from '../../timed-rows.ts';
import type { ChannelRow } from './slice.ts';

type Row = ChannelRow & { readonly isFlashing?: boolean };

const kindOf = ({ item }: Row): string => (item.own ? 'own' : 'other');

export const channelColumns: readonly Column<Row>[] = [
	{
		...textColumn<Row>('kind', 'KIND', 5, 1, kindOf),
		sortKey: kindOf,
		greatestFirst: true,
		tone: ({ item }) => (item.own ? 'good' : 'normal'),
	},
	{
		...growingColumn<Row>('name', 'CHANNEL', 20, ({ item }) => item.name || channelsText.unnamed),
		sortKey: ({ item }) => item.name.toLowerCase(),
	},
	{
		...numberColumn<Row>('torrents', 'TORRENTS', 8, 1, ({ item }) => count(item.torrents)),
		sortKey: ({ item }) => sortable(item.torrents),
		greatestFirst: true,
		tone: ({ isFlashing }) => (isFlashing ? 'warning' : 'normal'),
	},
	{
		...numberColumn<Row>('changed', 'CHANGED', 7, 2, ({ item, now }) => ageText(item.updated, now)),
		sortKey: ({ item }) => sortable(item.updated),
		greatestFirst: true,
	},
	{
		...textColumn<Row>('description', 'DESCRIPTION', 24, 3, ({ item }) => textOrDash(item.description)),
		wideWidth: 60,
		sortKey: ({ item }) => item.description ?? '',
	},
];

export const channelKind: RowKind<ChannelRow> = {
	keyOf: ({ key }) => key,
	nameOf: ({ item }) => `${item.name} ${item.description ?? ''}`,
	sortKeyOf: (id) => channelColumns.find((column) => column.id === id)?.sortKey,
};
