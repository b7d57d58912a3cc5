import type { Column } from '../../../../../columns/column.ts';
import { growingColumn, numberColumn, textColumn } from '../../../../../columns/declare.ts';
import { count, formatOrDash, nonNegative, sortable, textOrDash } from '../../../../../columns/figures.ts';
import { bytes } from '../../../../../format/bytes.ts';
import type { KnownTorrent } from '../../../../../state/channels/known.ts';
import type { FoundItem } from '../../../../../state/channels/search.ts';
import { keyedKind } from '../../../../../state/list/rows.ts';
import { flashTone } from '../../../../sections/flash.ts';
import type { FoundRow } from '../../rows.ts';
import { spokenSwarm, swarmText } from '../../swarm-text.ts';
import { channelsText } from '../../texts.ts';

const torrentOf = (item: FoundItem): Partial<KnownTorrent> => (item.kind === 'torrent' ? item.torrent : {});
const nameOf = ({ item }: FoundRow): string => (item.kind === 'torrent' ? item.torrent : item.channel).name;
const torrentsOf = ({ item }: FoundRow) => (item.kind === 'channel' ? item.channel.torrents : undefined);

export const foundColumns: readonly Column<FoundRow>[] = [
	{
		...textColumn<FoundRow>('kind', 'KIND', 7, 1, ({ item }) => item.kind),
		sortKey: ({ item }) => item.kind,
	},
	{
		...growingColumn<FoundRow>('name', 'NAME', 20, (row) => nameOf(row) || channelsText.unnamed),
		sortKey: (row) => nameOf(row).toLowerCase(),
		tone: flashTone,
	},
	{
		...numberColumn<FoundRow>('size', 'SIZE', 9, 1, ({ item }) =>
			formatOrDash(nonNegative(torrentOf(item).size), bytes),
		),
		sortKey: ({ item }) => sortable(torrentOf(item).size),
		greatestFirst: true,
	},
	{
		...numberColumn<FoundRow>('torrents', 'TORRENTS', 8, 3, (row) => count(torrentsOf(row))),
		sortKey: (row) => sortable(torrentsOf(row)),
		greatestFirst: true,
	},
	{
		...textColumn<FoundRow>('category', 'CATEGORY', 10, 4, ({ item }) =>
			textOrDash(torrentOf(item).category),
		),
		sortKey: ({ item }) => torrentOf(item).category ?? '',
	},
	{
		...numberColumn<FoundRow>('swarm', 'S/L', 9, 2, ({ item }) => swarmText(torrentOf(item))),
		spoken: ({ item }) => spokenSwarm(torrentOf(item)),
		sortKey: ({ item }) => sortable(torrentOf(item).num_seeders),
		greatestFirst: true,
	},
];

export const foundKind = keyedKind<FoundRow>(foundColumns, (row) => `${row.item.kind} ${nameOf(row)}`);
