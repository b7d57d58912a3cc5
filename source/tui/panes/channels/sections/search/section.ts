import { factLines } from '../../../../../columns/facts.ts';
import { textOrDash } from '../../../../../columns/figures.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import type { State } from '../../../../../state/core/state.ts';
import { liveRows } from '../../../../sections/live-rows.ts';
import type { SurfaceText } from '../../../../surfaces/surface.ts';
import { absentText } from '../../absence.ts';
import { channelSection } from '../../channel-section.ts';
import { channelLegends } from '../../legend.ts';
import { channelListQueries } from '../../queries.ts';
import { type FoundRow, searchData } from '../../rows.ts';
import { channelsText } from '../../texts.ts';
import { torrentFacts } from '../torrents/section.ts';
import { foundColumns, foundKind } from './columns.ts';

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
