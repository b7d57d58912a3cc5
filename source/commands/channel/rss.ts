import { feedColumns } from '../../columns/channel.ts';
import { sanitize } from '../../format/sanitize.ts';
import { one } from '../declaration/arguments.ts';
import { group } from '../declaration/declaration.ts';
import { type Call, serviceCommand } from '../declaration/service-command.ts';
import { serviceOptions } from '../declaration/service-options.ts';
import { assertDone } from '../output/assert-done.ts';
import { isNotFound } from '../output/failure.ts';
import { jsonOption, notice, printJson, printTable, tableOptions } from '../output/print.ts';
import { channelId, channelOption } from './which-channel.ts';

const url = one('feed', 'URL of the feed');

const list = serviceCommand({
	name: 'ls',
	endpoints: ['listFeeds'],
	aliases: ['list'],
	summary: 'list the RSS feeds of a channel',
	options: { channel: channelOption, ...tableOptions },
	async run({ channel, json, header }, call) {
		const channelid = await channelId(call, channel);
		const answer = await call.client.listFeeds({ params: { channelid } }, call.limits);
		if (json) printJson(answer);
		else await printTable(feedColumns, answer.rssfeeds, { header, empty: 'There are no feeds.' });
	},
});

const add = serviceCommand({
	name: 'add',
	endpoints: ['addMyFeed', 'addFeed'],
	summary: 'add an RSS feed to a channel',
	options: { channel: channelOption, json: jsonOption },
	arguments: { feed: url },
	async run({ feed, channel, json }, call) {
		const answer = await addFeed(call, feed, channel);
		assertDone(answer.added, 'The service did not add the feed.');
		if (json) printJson(answer);
		else notice(`Added: ${sanitize(feed, 200)}`);
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
	options: { channel: channelOption, json: jsonOption },
	arguments: { feed: url },
	async run({ feed, channel, json }, call) {
		const channelid = await channelId(call, channel);
		const answer = await call.client.removeFeed({ params: { channelid, feed_url: feed } }, call.limits);
		assertDone(answer.removed, 'The service did not remove the feed.');
		if (json) printJson(answer);
		else notice(`Removed: ${sanitize(feed, 200)}`);
	},
});

const recheck = serviceCommand({
	name: 'recheck',
	endpoints: ['recheckFeeds'],
	summary: 'look for new torrents in all feeds of a channel',
	options: { channel: channelOption, json: jsonOption },
	async run({ channel, json }, call) {
		const channelid = await channelId(call, channel);
		const answer = await call.client.recheckFeeds({ params: { channelid } }, call.limits);
		assertDone(answer.rechecked, 'The service did not check the feeds.');
		if (json) printJson(answer);
		else notice('The feeds are being checked.');
	},
});

export const rssCommand = group({
	name: 'rss',
	summary: 'the RSS feeds of a channel',
	options: serviceOptions,
	verbs: [list, add, remove, recheck],
});
