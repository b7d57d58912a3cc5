import type { Column } from '../../../../../columns/column.ts';
import { growingColumn, numberColumn, textColumn } from '../../../../../columns/declare.ts';
import { count, sortable, textOrDash } from '../../../../../columns/figures.ts';
import { keyedKind } from '../../../../../state/list/rows.ts';
import { flashTone } from '../../../../sections/flash.ts';
import type { ChannelRow } from '../../rows.ts';
import { channelsText } from '../../texts.ts';
import { ageText } from '../../timed-rows.ts';

const kindOf = ({ item }: ChannelRow): string => (item.own ? 'own' : 'other');

export const channelColumns: readonly Column<ChannelRow>[] = [
	{
		...textColumn<ChannelRow>('kind', 'KIND', 5, 1, kindOf),
		sortKey: kindOf,
		greatestFirst: true,
		tone: ({ item }) => (item.own ? 'good' : 'normal'),
	},
	{
		...growingColumn<ChannelRow>('name', 'CHANNEL', 20, ({ item }) => item.name || channelsText.unnamed),
		sortKey: ({ item }) => item.name.toLowerCase(),
	},
	{
		...numberColumn<ChannelRow>('torrents', 'TORRENTS', 8, 1, ({ item }) => count(item.torrents)),
		sortKey: ({ item }) => sortable(item.torrents),
		greatestFirst: true,
		tone: flashTone,
	},
	{
		...numberColumn<ChannelRow>('changed', 'CHANGED', 7, 2, ({ item, now }) => ageText(item.updated, now)),
		sortKey: ({ item }) => sortable(item.updated),
		greatestFirst: true,
	},
	{
		...textColumn<ChannelRow>('description', 'DESCRIPTION', 24, 3, ({ item }) =>
			textOrDash(item.description),
		),
		wideWidth: 60,
		sortKey: ({ item }) => item.description ?? '',
	},
];

export const channelKind = keyedKind<ChannelRow>(
	channelColumns,
	({ item }) => `${item.name} ${item.description ?? ''}`,
);
