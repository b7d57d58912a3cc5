import type { Column } from '../../../../../columns/column.ts';
import { growingColumn, numberColumn, textColumn } from '../../../../../columns/declare.ts';
import { formatOrDash, nonNegative, sortable, textOrDash } from '../../../../../columns/figures.ts';
import { bytes } from '../../../../../format/bytes.ts';
import { keyedKind } from '../../../../../state/list/rows.ts';
import { flashTone } from '../../../../sections/flash.ts';
import type { TorrentRow } from '../../rows.ts';
import { spokenSwarm, swarmText } from '../../swarm-text.ts';
import { channelsText } from '../../texts.ts';
import { ageText } from '../../timed-rows.ts';

export const torrentColumns: readonly Column<TorrentRow>[] = [
	{
		...growingColumn<TorrentRow>('name', 'NAME', 20, ({ item }) => item.name || channelsText.unnamed),
		sortKey: ({ item }) => item.name.toLowerCase(),
		tone: flashTone,
	},
	{
		...numberColumn<TorrentRow>('size', 'SIZE', 9, 1, ({ item }) =>
			formatOrDash(nonNegative(item.size), bytes),
		),
		sortKey: ({ item }) => sortable(item.size),
		greatestFirst: true,
	},
	{
		...textColumn<TorrentRow>('category', 'CATEGORY', 10, 4, ({ item }) => textOrDash(item.category)),
		sortKey: ({ item }) => item.category ?? '',
	},
	{
		...numberColumn<TorrentRow>('swarm', 'S/L', 9, 2, ({ item }) => swarmText(item)),
		spoken: ({ item }) => spokenSwarm(item),
		sortKey: ({ item }) => sortable(item.num_seeders),
		greatestFirst: true,
	},
	{
		...numberColumn<TorrentRow>('checked', 'CHECKED', 7, 5, ({ item, now }) =>
			ageText(item.last_tracker_check, now),
		),
		sortKey: ({ item }) => sortable(item.last_tracker_check),
		greatestFirst: true,
	},
	{
		...numberColumn<TorrentRow>('age', 'AGE', 4, 3, ({ item, now }) => ageText(item.created, now)),
		sortKey: ({ item }) => sortable(item.created),
		greatestFirst: true,
	},
];

export const torrentKind = keyedKind<TorrentRow>(
	torrentColumns,
	({ item }) => `${item.name} ${item.category ?? ''} ${item.infohash}`,
);
