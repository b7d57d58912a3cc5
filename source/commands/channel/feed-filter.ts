import { flag, text } from '../declaration/options.ts';
import { serviceCommand } from '../declaration/service-command.ts';
import { assertDone } from '../output/assert-done.ts';
import { jsonOption, printOutcome } from '../output/print.ts';
import { feedArgument, whichFeed } from './feed-argument.ts';
import { channelId, channelOption } from './which-channel.ts';

export const feedFilterCommand = serviceCommand({
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
