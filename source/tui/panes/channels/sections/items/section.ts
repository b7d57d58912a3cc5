import type { Facts } from '../../../../../columns/facts.ts';
import { textOrDash } from '../../../../../columns/figures.ts';
import { wrappedFacts } from '../../../../../columns/wrapped-facts.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import { withoutSecrets } from '../../../../../format/without-secrets.ts';
import type { FeedItem } from '../../../../../protocol/resources/channel.ts';
import { type RequestedRows, rowsOf } from '../../../../../state/channels/requested-rows.ts';
import type { State } from '../../../../../state/core/state.ts';
import { liveRows } from '../../../../sections/live-rows.ts';
import type { SurfaceText } from '../../../../surfaces/surface.ts';
import { noDataText, noOwnText } from '../../absence.ts';
import { channelSection } from '../../channel-section.ts';
import { channelLegends } from '../../legend.ts';
import { feedsQuery, itemsQuery, ownChannelQueries } from '../../queries.ts';
import { type ItemRow, itemsData } from '../../rows.ts';
import { ownFeeds, shownFeed } from '../../shown.ts';
import { channelsText } from '../../texts.ts';
import { timedRows } from '../../timed-rows.ts';
import { downloadFact, nameFact } from '../../torrent-facts.ts';
import { feedName } from '../feeds/columns.ts';
import { itemColumns, itemKind } from './columns.ts';

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
