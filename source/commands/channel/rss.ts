import { one } from '../declaration/arguments.ts';
import { group } from '../declaration/declaration.ts';
import { type Call, serviceCommand } from '../declaration/service-command.ts';
import { serviceOptions } from '../declaration/service-options.ts';
import { assertDone } from '../output/assert-done.ts';
import { confirm, yesOption } from '../output/confirm.ts';
import { isNotFound } from '../output/failure.ts';
import { jsonOption, printAnswer, printOutcome, printTable, tableOptions } from '../output/print.ts';
import { feedArgument, whichFeed } from './feed-argument.ts';
import { feedFilterCommand } from './feed-filter.ts';
import { recheckFeedsCommand } from './recheck-feeds.ts';
import { channelId, channelOption } from './which-channel.ts';

/** Questions and results of the commands. Feeds are shown without passwords. */
export const rssText = {
	noFeeds: 'There are no feeds.',
	noItems: 'The feed has no items yet.',
	added: (feed: string) => `Added: ${feed}`,
	notAdded: 'The service did not add the feed.',
	remove: (feed: string) => `Remove the feed ${feed}?`,
	removed: (feed: string) => `Removed: ${feed}`,
	notRemoved: 'The service did not remove the feed.',
} as const;

const list = serviceCommand({
	name: 'ls',
	endpoints: ['listFeeds'],
	aliases: ['list'],
	summary: 'list the RSS feeds of a channel, with their last checks and filters',
	description:
		'Lists the feeds of a channel. The table hides passwords in URLs. --json prints the exact URLs.',
	options: { channel: channelOption, ...tableOptions },
	async run({ channel, json, header }, call) {
		const channelid = await channelId(call, channel);
		const answer = await call.client.listFeeds({ params: { channelid } }, call.limits);
		if (json) await printAnswer('listFeeds', answer);
		else {
			const { feedColumns } = await import('../../columns/channel.ts');
			await printTable(feedColumns, answer.rssfeeds, { header, empty: rssText.noFeeds });
		}
	},
});

const items = serviceCommand({
	name: 'items',
	endpoints: ['listFeedItems'],
	summary: 'list the items of a feed, and what became of them',
	options: { channel: channelOption, ...tableOptions },
	arguments: { feed: feedArgument },
	async run({ feed, channel, json, header }, call) {
		const channelid = await channelId(call, channel);
		const { feedUrl } = await whichFeed();
		const feed_url = await feedUrl(call, channelid, feed);
		const answer = await call.client.listFeedItems({ params: { channelid, feed_url } }, call.limits);
		if (json) await printAnswer('listFeedItems', answer);
		else {
			const { feedItemColumns } = await import('../../columns/channel.ts');
			await printTable(feedItemColumns, answer.items, { header, empty: rssText.noItems });
		}
	},
});

const add = serviceCommand({
	name: 'add',
	endpoints: ['addMyFeed', 'addFeed'],
	summary: 'add an RSS feed to a channel',
	options: { channel: channelOption, json: jsonOption },
	arguments: { feed: one('feed', 'URL of the feed') },
	async run({ feed, channel, json }, call) {
		const answer = await addFeed(call, feed, channel);
		assertDone(answer.added, rssText.notAdded);
		const id = (await whichFeed()).shownFeed(feed);
		await printOutcome(json, answer, rssText.added(id), { id, result: 'added' });
	},
});

/**
 * Adds a feed. Generation B has a separate path for the user's own channel. Without it, the channel is sent as any
 * other.
 */
async function addFeed(
	call: Call,
	feed_url: string,
	channel: string | undefined,
): Promise<{ added: boolean }> {
	const { client, limits } = call;
	if (channel === undefined) {
		try {
			return await client.addMyFeed({ params: { feed_url } }, limits);
		} catch (error) {
			if (!isNotFound(error)) throw error;
		}
	}
	const channelid = await channelId(call, channel);
	return client.addFeed({ params: { channelid, feed_url } }, limits);
}

const remove = serviceCommand({
	name: 'remove',
	endpoints: ['removeFeed'],
	aliases: ['rm'],
	summary: 'remove an RSS feed from a channel',
	description: 'Removes a feed and its filter. Its torrents stay in the channel. Asks for confirmation.',
	options: { channel: channelOption, yes: yesOption, json: jsonOption },
	arguments: { feed: feedArgument },
	async run({ feed, channel, yes, json }, call) {
		const channelid = await channelId(call, channel);
		const { feedUrl, shownFeed } = await whichFeed();
		const feed_url = await feedUrl(call, channelid, feed);
		await confirm(yes, rssText.remove(shownFeed(feed_url)));
		const answer = await call.client.removeFeed({ params: { channelid, feed_url } }, call.limits);
		assertDone(answer.removed, rssText.notRemoved);
		const id = shownFeed(feed_url);
		await printOutcome(json, answer, rssText.removed(id), { id, result: 'removed' });
	},
});

export const rssCommand = group({
	name: 'rss',
	summary: 'the RSS feeds of a channel',
	options: serviceOptions,
	verbs: [list, add, remove, items, feedFilterCommand, recheckFeedsCommand],
});
