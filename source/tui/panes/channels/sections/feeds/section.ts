import type { Facts } from '../../../../../columns/facts.ts';
import { downloadText } from '../../../../../columns/feed-filter.ts';
import { moment } from '../../../../../columns/moments.ts';
import { wrappedFacts } from '../../../../../columns/wrapped-facts.ts';
import { withoutSecrets } from '../../../../../format/without-secrets.ts';
import type { State } from '../../../../../state/core/state.ts';
import { liveRows } from '../../../../sections/live-rows.ts';
import type { SurfaceText } from '../../../../surfaces/surface.ts';
import { noDataText, noOwnText } from '../../absence.ts';
import { channelSection } from '../../channel-section.ts';
import { channelLegends } from '../../legend.ts';
import { feedsQuery, ownChannelQueries } from '../../queries.ts';
import { type FeedRow, feedsData } from '../../rows.ts';
import { ownFeeds } from '../../shown.ts';
import { channelsText } from '../../texts.ts';
import { timedRows } from '../../timed-rows.ts';
import { feedColumns, feedKind } from './columns.ts';

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
