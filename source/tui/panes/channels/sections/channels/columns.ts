import type { Column } from '../../../../../columns/column.ts';
import { textColumn } from '../../../../../columns/declare.ts';
import { keyedKind } from '../../../../../state/list/rows.ts';
import { flashTone } from '../../../../sections/flash.ts';
import { ageColumn, countColumn, nameColumn, optionalTextColumn } from '../../columns.ts';
import type { ChannelRow } from '../../rows.ts';

const kindOf = ({ item }: ChannelRow): string => (item.own ? 'own' : 'other');

export const channelColumns: readonly Column<ChannelRow>[] = [
	{
		...textColumn<ChannelRow>('kind', 'KIND', 5, 1, kindOf),
		sortKey: kindOf,
		greatestFirst: true,
		tone: ({ item }) => (item.own ? 'good' : 'normal'),
	},
	nameColumn('name', 'CHANNEL', ({ item }) => item.name),
	{ ...countColumn<ChannelRow>('torrents', 'TORRENTS', 8, 1, ({ item }) => item.torrents), tone: flashTone },
	ageColumn('changed', 'CHANGED', 7, 2, ({ item }) => item.updated),
	{
		...optionalTextColumn<ChannelRow>('description', 'DESCRIPTION', 24, 3, ({ item }) => item.description),
		wideWidth: 60,
	},
];

export const channelKind = keyedKind<ChannelRow>(
	channelColumns,
	({ item }) => `${item.name} ${item.description ?? ''}`,
);
