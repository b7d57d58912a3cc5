import { one } from '../declaration/arguments.ts';
import { group } from '../declaration/declaration.ts';
import { CommandFailure, exitCodes, isNotFound } from '../declaration/failure.ts';
import { flag, text } from '../declaration/options.ts';
import { assertDone } from '../output/assert-done.ts';
import { confirm, yesOption } from '../output/confirm.ts';
import { interruptible } from '../output/interruption.ts';
import {
	jsonOption,
	notice,
	printAnswer,
	printJson,
	printOutcome,
	printTable,
	tableOptions,
} from '../output/print.ts';
import { type Call, serviceCommand } from '../service-command/service-command.ts';
import { serviceOptions } from '../service-command/service-options.ts';
import { channelId, channelOption } from './which-channel.ts';

const feedArgument = one('feed', 'URL of the feed, or a part of its URL or title', 'feed');

/** Loads the choice of a feed on demand, because help does not need it. */
const whichFeed = () => import('./which-feed.ts');

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

const feedFilterCommand = serviceCommand({
	name: 'filter',
	endpoints: ['changeFeed'],
	summary: 'set which new items of a feed are downloaded',
	description:
		'Replaces the filter of a feed. New items that match all conditions are downloaded. Items of earlier checks ' +
		'are not. Words may be in any case and sequence.',
	examples: [
		["seedtop rss filter debian --include 'amd64 netinst' --max-size 1G", 'download the small images'],
		['seedtop rss filter debian --off', 'download nothing'],
	],
	options: {
		include: text('--include <words>', 'words that a title must all have'),
		exclude: text('--exclude <words>', 'words of which a title must have none'),
		minSize: text('--min-size <size>', 'minimum size, e.g. 700M'),
		maxSize: text('--max-size <size>', 'maximum size, e.g. 1.5G'),
		destination: text('--destination <folder>', 'folder for the data; no condition', { completes: 'folder' }),
		all: flag('--all', 'download all new items'),
		off: flag('--off', 'download none'),
		channel: channelOption,
		json: jsonOption,
	},
	arguments: { feed: feedArgument },
	async run({ feed, channel, json, ...conditions }, call) {
		const { feedFilterText, filterOf } = await import('./read-filter.ts');
		const { feedUrl, shownFeed } = await whichFeed();
		const download = filterOf(conditions);
		const channelid = await channelId(call, channel);
		const feed_url = await feedUrl(call, channelid, feed);
		const answer = await call.client.changeFeed(
			{ params: { channelid, feed_url }, body: { download } },
			call.limits,
		);
		assertDone(answer.modified, feedFilterText.failed);
		const id = shownFeed(feed_url);
		const sentence = download ? feedFilterText.on(id) : feedFilterText.off(id);
		await printOutcome(json, answer, sentence, { id, result: download ? 'filtered' : 'off' });
	},
});

const recheckFeedsCommand = serviceCommand({
	name: 'recheck',
	endpoints: ['recheckFeeds'],
	summary: 'look for new torrents in all feeds of a channel',
	description:
		'Checks all feeds of a channel now. --wait prints the result of each (default --timeout: 300). It exits with ' +
		'1 if a check failed.',
	options: {
		wait: flag('--wait', 'wait for the result of each feed'),
		channel: channelOption,
		...tableOptions,
	},
	async run({ wait, channel, json, header }, call) {
		const { checkAll, recheckText } = await import('./await-checks.ts');
		// Services in the field send no events about feeds.
		const { dialect } = call.client.requests;
		if (wait && dialect !== undefined && dialect !== 'interface')
			throw new CommandFailure(recheckText.unreported, exitCodes.notFound);
		const channelid = await channelId(call, channel);
		const recheck = async () => {
			const answer = await call.client.recheckFeeds({ params: { channelid } }, call.limits);
			assertDone(answer.rechecked, recheckText.failed);
			return answer;
		};
		if (!wait) {
			const answer = await recheck();
			if (json) printJson(answer);
			else notice(recheckText.started);
			return undefined;
		}
		const { rssfeeds } = await call.client.listFeeds({ params: { channelid } }, call.limits);
		const urls = rssfeeds.map(({ url }) => url);
		const { checkedFeedColumns } = await import('../../columns/channel.ts');
		return interruptible(async (signal) => {
			const { results, late } = await checkAll(call, urls, recheck, signal);
			if (json) printJson({ feeds: results.map((each) => ({ ...each, added: each.added ?? null })) });
			else await printTable(checkedFeedColumns, results, { header, empty: recheckText.none });
			if (late) throw late;
			return results.some(({ error }) => error !== '') ? exitCodes.failed : undefined;
		});
	},
});

export const rssCommand = group({
	name: 'rss',
	summary: 'the RSS feeds of a channel',
	options: serviceOptions,
	verbs: [list, add, remove, items, feedFilterCommand, recheckFeedsCommand],
});
