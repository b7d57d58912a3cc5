import type { Column } from '../../../../../columns/column.ts';
import { growingColumn, numberColumn, textColumn } from '../../../../../columns/declare.ts';
import { downloadText } from '../../../../../columns/feed-filter.ts';
import { unknown } from '../../../../../columns/figures.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import { withoutSecrets } from '../../../../../format/without-secrets.ts';
import type { RssFeed } from '../../../../../protocol/resources/channel.ts';
import { keyedKind } from '../../../../../state/list/rows.ts';
import { flashTone } from '../../../../sections/flash.ts';
import { ageColumn, countColumn } from '../../columns.ts';
import type { FeedRow } from '../../rows.ts';
import { untilText } from '../../timed-rows.ts';

/** Returns the title of a feed, else its URL without passwords. Untrusted. */
export function feedName({ title, url }: Pick<RssFeed, 'title' | 'url'>): string {
	return title || withoutSecrets(url);
}

/** Returns the result of the last check; '–' before the first one. */
function statusOf({ error, last_check }: RssFeed): string {
	if (error) return withoutSecrets(error);
	return last_check ? 'ok' : unknown;
}

export const feedColumns: readonly Column<FeedRow>[] = [
	{
		...growingColumn<FeedRow>('feed', 'FEED', 20, ({ item }) => feedName(item)),
		sortKey: ({ item }) => feedName(item).toLowerCase(),
	},
	{ ...ageColumn<FeedRow>('checked', 'CHECKED', 7, 1, ({ item }) => item.last_check), tone: flashTone },
	{
		...numberColumn<FeedRow>('next', 'NEXT', 7, 3, ({ item, now }) => untilText(item.next_check, now)),
		sortKey: ({ item }) => item.next_check ?? 0,
	},
	countColumn('items', 'ITEMS', 5, 2, ({ item }) => item.items),
	countColumn('added-items', 'ADDED', 5, 4, ({ item }) => item.added),
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

export const feedKind = keyedKind<FeedRow>(
	feedColumns,
	({ item }) => `${item.title ?? ''} ${withoutSecrets(item.url)}`,
);
