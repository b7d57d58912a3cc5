import type { Column } from '../../../../../columns/column.ts';
import { rankedColumn, textColumn } from '../../../../../columns/declare.ts';
import { factLines } from '../../../../../columns/facts.ts';
import { textOrDash } from '../../../../../columns/figures.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import type { KnownTorrent } from '../../../../../state/channels/known.ts';
import type { FoundItem } from '../../../../../state/channels/search.ts';
import type { State } from '../../../../../state/core/state.ts';
import { keyedKind } from '../../../../../state/list/rows.ts';
import { flashTone } from '../../../../sections/flash.ts';
import { liveRows } from '../../../../sections/live-rows.ts';
import type { SurfaceText } from '../../../../surfaces/surface.ts';
import { absentText } from '../../absence.ts';
import { channelSection } from '../../channel-section.ts';
import { nameColumn, optionalTextColumn, sizeColumn, swarmColumn } from '../../columns.ts';
import { channelLegends } from '../../legend.ts';
import { channelListQueries } from '../../queries.ts';
import { type FoundRow, searchData } from '../../rows.ts';
import { channelsText } from '../../texts.ts';
import { torrentFacts } from '../torrents/section.ts';

const torrentOf = (item: FoundItem): Partial<KnownTorrent> => (item.kind === 'torrent' ? item.torrent : {});
const nameOf = ({ item }: FoundRow): string => (item.kind === 'torrent' ? item.torrent : item.channel).name;
const torrentsOf = ({ item }: FoundRow) => (item.kind === 'channel' ? item.channel.torrents : undefined);

const foundColumns: readonly Column<FoundRow>[] = [
	{
		...textColumn<FoundRow>('kind', 'KIND', 7, 1, ({ item }) => item.kind),
		sortKey: ({ item }) => item.kind,
	},
	{ ...nameColumn('name', 'NAME', nameOf), tone: flashTone },
	sizeColumn(1, ({ item }) => torrentOf(item).size),
	rankedColumn('torrents', 'TORRENTS', 8, 3, torrentsOf),
	optionalTextColumn('category', 'CATEGORY', 10, 4, ({ item }) => torrentOf(item).category),
	swarmColumn(({ item }) => torrentOf(item)),
];

export const foundKind = keyedKind<FoundRow>(foundColumns, (row) => `${row.item.kind} ${nameOf(row)}`);

export const foundRows = liveRows<FoundRow>(searchData, foundKind, ({ channels }) => channels.search.list);

/** Time in which services answer a search, ms. */
const SEARCH_MS = 15_000;

function messageOf(state: State): SurfaceText | undefined {
	const { query, list, at } = state.channels.search;
	if (list.length > 0) return undefined;
	if (query === '') {
		const lines = state.connection.isForeign
			? [channelsText.searchAbsent]
			: [channelsText.noSearch, channelsText.searchHint];
		return absentText(state) ?? { id: 'no search', lines };
	}
	const words = sanitize(query, 100);
	return state.now - at < SEARCH_MS
		? { id: 'searching', lines: [channelsText.searching(words), channelsText.searchingHint] }
		: { id: 'no results', lines: [channelsText.noResults(words), channelsText.noResultsHint] };
}

/** The results of the last search, as events report them. */
export const searchSection = channelSection<FoundRow>({
	id: 'channels-search',
	title: 'Search',
	hotkey: 's',
	noun: 'result',
	kind: foundKind,
	columns: foundColumns,
	rows: foundRows,
	isSelectable: true,
	sampled: () => undefined,
	heading: ({ channels: { search } }) =>
		search.query === '' ? '' : channelsText.results(sanitize(search.query, 100), search.list.length),
	message: messageOf,
	below: ({ item }, state, width) => {
		if (item.kind === 'torrent') return torrentFacts(item.torrent, state, width);
		const { identifier, description } = item.channel;
		return factLines([
			['id', identifier],
			['about', textOrDash(description)],
		]);
	},
	legend: channelLegends.search,
	queries: channelListQueries(true),
});
