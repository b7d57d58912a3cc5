import type { Column } from '../../../../../columns/column.ts';
import { growingColumn, numberColumn, rankedColumn, textColumn } from '../../../../../columns/declare.ts';
import type { Facts } from '../../../../../columns/facts.ts';
import { downloadText } from '../../../../../columns/feed-filter.ts';
import { unknown } from '../../../../../columns/figures.ts';
import { moment } from '../../../../../columns/moments.ts';
import { wrappedFacts } from '../../../../../columns/wrapped-facts.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import { withoutSecrets } from '../../../../../format/without-secrets.ts';
import type { RssFeed } from '../../../../../protocol/resources/channel.ts';
import type { State } from '../../../../../state/core/state.ts';
import { keyedKind } from '../../../../../state/list/rows.ts';
import { flashTone } from '../../../../sections/flash.ts';
import { liveRows } from '../../../../sections/live-rows.ts';
import type { SurfaceText } from '../../../../surfaces/surface.ts';
import { noDataText, noOwnText } from '../../absence.ts';
import { channelSection } from '../../channel-section.ts';
import { ageColumn } from '../../columns.ts';
import { channelLegends } from '../../legend.ts';
import { feedsQuery, ownChannelQueries } from '../../queries.ts';
import { type FeedRow, feedsData } from '../../rows.ts';
import { ownFeeds } from '../../shown.ts';
import { channelsText } from '../../texts.ts';
import { timedRows, untilText } from '../../timed-rows.ts';

/** Returns the title of a feed, else its URL without passwords. Untrusted. */
export function feedName({ title, url }: Pick<RssFeed, 'title' | 'url'>): string {
	return title || withoutSecrets(url);
}

/** Returns the result of the last check; '–' before the first one. */
function statusOf({ error, last_check }: RssFeed): string {
	if (error) return withoutSecrets(error);
	return last_check ? 'ok' : unknown;
}

const feedColumns: readonly Column<FeedRow>[] = [
	{
		...growingColumn<FeedRow>('feed', 'FEED', 20, ({ item }) => feedName(item)),
		sortKey: ({ item }) => feedName(item).toLowerCase(),
	},
	{ ...ageColumn<FeedRow>('checked', 'CHECKED', 7, 1, ({ item }) => item.last_check), tone: flashTone },
	{
		...numberColumn<FeedRow>('next', 'NEXT', 7, 3, ({ item, now }) => untilText(item.next_check, now)),
		sortKey: ({ item }) => item.next_check ?? 0,
	},
	rankedColumn('items', 'ITEMS', 5, 2, ({ item }) => item.items),
	rankedColumn('added-items', 'ADDED', 5, 4, ({ item }) => item.added),
	{
		...textColumn<FeedRow>('downloads', 'DOWNLOADS', 12, 2, ({ item }) => downloadText(item.download)),
		wideWidth: 24,
		sortKey: ({ item }) => downloadText(item.download),
	},
	{
		...textColumn<FeedRow>('status', 'STATUS', 10, 1, ({ item }) => sanitize(statusOf(item), 200)),
		wideWidth: 24,
		sortKey: ({ item }) => statusOf(item),
		isStatus: true,
		tone: ({ item }) => (item.error ? 'bad' : 'normal'),
	},
];

const feedKind = keyedKind<FeedRow>(
	feedColumns,
	({ item }) => `${item.title ?? ''} ${withoutSecrets(item.url)}`,
);

export const feedRows = liveRows<FeedRow>(feedsData, feedKind, (state) => ownFeeds(state).list);

function messageOf(state: State): SurfaceText | undefined {
	if (ownFeeds(state).list.length > 0) return undefined;
	const { own } = state.channels;
	const waiting = noDataText('your channel', own, state);
	if (waiting) return waiting;
	if (!own.overview) return noOwnText(state);
	return (
		noDataText('your feeds', ownFeeds(state), state) ?? {
			id: 'none',
			lines: [channelsText.noFeeds, channelsText.addFeedHint],
		}
	);
}

function feedFacts({ item: { url, next_check, error, download } }: FeedRow): Facts {
	return [
		['address', withoutSecrets(url)],
		['next check', moment(next_check)],
		['downloads', downloadText(download)],
		...(error ? [['error', withoutSecrets(error)] as const] : []),
	];
}

/** The feeds of the own channel. */
export const feedsSection = channelSection<FeedRow>({
	id: 'channels-feeds',
	title: 'Feeds',
	hotkey: 'f',
	noun: 'feed',
	kind: feedKind,
	columns: feedColumns,
	rows: feedRows,
	sampled: (state) => (state.channels.own.overview ? ownFeeds(state) : state.channels.own),
	timed: timedRows<FeedRow>(),
	message: messageOf,
	below: (row, _, width) => wrappedFacts(feedFacts(row), width),
	legend: channelLegends.feeds,
	queries: [...ownChannelQueries(), feedsQuery()],
});
