import type { Column } from '../../../../../columns/column.ts';
import { textColumn } from '../../../../../columns/declare.ts';
import type { KnownTorrent } from '../../../../../state/channels/known.ts';
import type { FoundItem } from '../../../../../state/channels/search.ts';
import { keyedKind } from '../../../../../state/list/rows.ts';
import { flashTone } from '../../../../sections/flash.ts';
import { countColumn, nameColumn, optionalTextColumn, sizeColumn, swarmColumn } from '../../columns.ts';
import type { FoundRow } from '../../rows.ts';

const torrentOf = (item: FoundItem): Partial<KnownTorrent> => (item.kind === 'torrent' ? item.torrent : {});
const nameOf = ({ item }: FoundRow): string => (item.kind === 'torrent' ? item.torrent : item.channel).name;
const torrentsOf = ({ item }: FoundRow) => (item.kind === 'channel' ? item.channel.torrents : undefined);

export const foundColumns: readonly Column<FoundRow>[] = [
	{
		...textColumn<FoundRow>('kind', 'KIND', 7, 1, ({ item }) => item.kind),
		sortKey: ({ item }) => item.kind,
	},
	{ ...nameColumn('name', 'NAME', nameOf), tone: flashTone },
	sizeColumn(1, ({ item }) => torrentOf(item).size),
	countColumn('torrents', 'TORRENTS', 8, 3, torrentsOf),
	optionalTextColumn('category', 'CATEGORY', 10, 4, ({ item }) => torrentOf(item).category),
	swarmColumn(({ item }) => torrentOf(item)),
];

export const foundKind = keyedKind<FoundRow>(foundColumns, (row) => `${row.item.kind} ${nameOf(row)}`);
