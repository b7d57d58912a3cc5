import type { Column, Tone } from '../../../../../columns/column.ts';
import { textColumn } from '../../../../../columns/declare.ts';
import type { Facts } from '../../../../../columns/facts.ts';
import { textOrDash } from '../../../../../columns/figures.ts';
import { wrappedFacts } from '../../../../../columns/wrapped-facts.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import { withoutSecrets } from '../../../../../format/without-secrets.ts';
import type { FeedItem } from '../../../../../protocol/resources/channel.ts';
import { type RequestedRows, rowsOf } from '../../../../../state/channels/requested-rows.ts';
import type { State } from '../../../../../state/core/state.ts';
import { keyedKind } from '../../../../../state/list/rows.ts';
import { liveRows } from '../../../../sections/live-rows.ts';
import type { SurfaceText } from '../../../../surfaces/surface.ts';
import { noDataText, noOwnText } from '../../absence.ts';
import { channelSection } from '../../channel-section.ts';
import { ageColumn, nameColumn, optionalTextColumn, sizeColumn } from '../../columns.ts';
import { channelLegends } from '../../legend.ts';
import { feedsQuery, itemsQuery, ownChannelQueries } from '../../queries.ts';
import { type ItemRow, itemsData } from '../../rows.ts';
import { ownFeeds, shownFeed } from '../../shown.ts';
import { channelsText } from '../../texts.ts';
import { timedRows } from '../../timed-rows.ts';
import { downloadFact, nameFact } from '../../torrent-facts.ts';
import { feedName } from '../feeds/section.ts';

const tones: ReadonlyMap<string, Tone> = new Map([
	['added', 'good'],
	['downloaded', 'good'],
	['waiting', 'busy'],
	['failed', 'bad'],
	['ignored', 'faint'],
]);

const reasonOf = ({ item }: ItemRow): string => withoutSecrets(item.reason ?? '');
/** Time from the feed; that of the check that found it, if the feed has none. Unix s. */
const momentOf = ({ item }: ItemRow): number | undefined => item.published || item.found;

const itemColumns: readonly Column<ItemRow>[] = [
	nameColumn('title', 'TITLE', ({ item }) => item.title),
	{
		...textColumn<ItemRow>('status', 'STATUS', 10, 0, ({ item }) => sanitize(textOrDash(item.status), 40)),
		sortKey: ({ item }) => item.status ?? '',
		isStatus: true,
		tone: ({ item, isFlashing }) => (isFlashing ? 'warning' : (tones.get(item.status ?? '') ?? 'normal')),
	},
	{ ...optionalTextColumn('reason', 'REASON', 20, 2, reasonOf), wideWidth: 50 },
	sizeColumn(3, ({ item }) => item.size),
	ageColumn('age', 'AGE', 4, 1, momentOf),
];

export const itemKind = keyedKind<ItemRow>(
	itemColumns,
	(row) => `${row.item.title} ${row.item.status ?? ''} ${reasonOf(row)}`,
);

/** Returns the items of the shown feed. */
function shownItems(state: State): RequestedRows<FeedItem> {
	return rowsOf(state.channels.items, shownFeed(state)?.url ?? '');
}

export const itemRows = liveRows<ItemRow>(itemsData, itemKind, (state) => shownItems(state).list);

function messageOf(state: State): SurfaceText | undefined {
	if (shownItems(state).list.length > 0) return undefined;
	const { own } = state.channels;
	const waiting = noDataText('your channel', own, state);
	if (waiting) return waiting;
	if (!own.overview) return noOwnText(state);
	const feed = shownFeed(state);
	if (!feed) {
		return (
			noDataText('your feeds', ownFeeds(state), state) ?? {
				id: 'no feed',
				lines: [channelsText.noFeeds, channelsText.addFeedHint],
			}
		);
	}
	return (
		noDataText('the items of feeds', shownItems(state), state) ?? {
			id: 'none',
			lines: [channelsText.noItems, channelsText.noItemsHint],
		}
	);
}

function itemFacts(
	{ item: { title, uri, infohash, reason } }: ItemRow,
	state: State,
	columns: number,
): Facts {
	return [
		...nameFact('title', title, columns),
		...downloadFact(state, infohash),
		['address', textOrDash(withoutSecrets(uri))],
		...(infohash === undefined ? [] : [['infohash', infohash] as const]),
		...(reason ? [['reason', withoutSecrets(reason)] as const] : []),
	];
}

/** The items of the shown feed, and what became of them. */
export const itemsSection = channelSection<ItemRow>({
	id: 'channels-items',
	title: 'Items',
	hotkey: 'i',
	noun: 'item',
	kind: itemKind,
	columns: itemColumns,
	rows: itemRows,
	isSelectable: true,
	sampled: (state) => (shownFeed(state) ? shownItems(state) : ownFeeds(state)),
	heading: (state) => {
		const feed = shownFeed(state);
		return feed ? channelsText.feed(sanitize(feedName(feed), 100)) : '';
	},
	timed: timedRows<ItemRow>(),
	message: messageOf,
	below: (row, state, width) => wrappedFacts(itemFacts(row, state, width), width),
	legend: channelLegends.items,
	queries: [...ownChannelQueries(), feedsQuery(true), itemsQuery],
});
