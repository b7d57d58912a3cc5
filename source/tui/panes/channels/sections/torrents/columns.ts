import type { Column } from '../../../../../columns/column.ts';
import { keyedKind } from '../../../../../state/list/rows.ts';
import { flashTone } from '../../../../sections/flash.ts';
import { ageColumn, nameColumn, optionalTextColumn, sizeColumn, swarmColumn } from '../../columns.ts';
import type { TorrentRow } from '../../rows.ts';

export const torrentColumns: readonly Column<TorrentRow>[] = [
	{ ...nameColumn<TorrentRow>('name', 'NAME', ({ item }) => item.name), tone: flashTone },
	sizeColumn(1, ({ item }) => item.size),
	optionalTextColumn('category', 'CATEGORY', 10, 4, ({ item }) => item.category),
	swarmColumn(({ item }) => item),
	ageColumn('checked', 'CHECKED', 7, 5, ({ item }) => item.last_tracker_check),
	ageColumn('age', 'AGE', 4, 3, ({ item }) => item.created),
];

export const torrentKind = keyedKind<TorrentRow>(
	torrentColumns,
	({ item }) => `${item.name} ${item.category ?? ''} ${item.infohash}`,
);
