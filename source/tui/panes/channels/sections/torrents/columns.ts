import type { Column } from '../../../../../columns/column.ts';
import { growingColumn, numberColumn, textColumn } from '../../../../../columns/declare.ts';
import { formatOrDash, nonNegative, sortable, textOrDash } from '../../../../../columns/figures.ts';
import { bytes } from '../../../../../format/bytes.ts';
import type { RowKind } from '../../../../../state/list/rows.ts';
import { spokenSwarm, swarmText } from '../../swarm-text.ts';
import { channelsText } from '../../texts.ts';
import { ageText } from '../../timed-rows.ts';
import type { TorrentRow } from './slice.ts';

type Row = TorrentRow & { readonly isFlashing?: boolean };

export const torrentColumns: readonly Column<Row>[] = [
	{
		...growingColumn<Row>('name', 'NAME', 20, ({ item }) => item.name || channelsText.unnamed),
		sortKey: ({ item }) => item.name.toLowerCase(),
		tone: ({ isFlashing }) => (isFlashing ? 'warning' : 'normal'),
	},
	{
		...numberColumn<Row>('size', 'SIZE', 9, 1, ({ item }) => formatOrDash(nonNegative(item.size), bytes)),
		sortKey: ({ item }) => sortable(item.size),
		greatestFirst: true,
	},
	{
		...textColumn<Row>('category', 'CATEGORY', 10, 4, ({ item }) => textOrDash(item.category)),
		sortKey: ({ item }) => item.category ?? '',
	},
	{
		...numberColumn<Row>('swarm', 'S/L', 9, 2, ({ item }) => swarmText(item)),
		spoken: ({ item }) => spokenSwarm(item),
		sortKey: ({ item }) => sortable(item.num_seeders),
		greatestFirst: true,
	},
	{
		...numberColumn<Row>('checked', 'CHECKED', 7, 5, ({ item, now }) =>
			ageText(item.last_tracker_check, now),
		),
		sortKey: ({ item }) => sortable(item.last_tracker_check),
		greatestFirst: true,
	},
	{
		...numberColumn<Row>('age', 'AGE', 4, 3, ({ item, now }) => ageText(item.created, now)),
		sortKey: ({ item }) => sortable(item.created),
		greatestFirst: true,
	},
];

export const torrentKind: RowKind<TorrentRow> = {
	keyOf: ({ key }) => key,
	nameOf: ({ item }) => `${item.name} ${item.category ?? ''} ${item.infohash}`,
	sortKeyOf: (id) => torrentColumns.find((column) => column.id === id)?.sortKey,
};
