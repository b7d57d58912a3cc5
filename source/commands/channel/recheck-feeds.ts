import { flag } from '../declaration/options.ts';
import { serviceCommand } from '../declaration/service-command.ts';
import { assertDone } from '../output/assert-done.ts';
import { CommandFailure, exitCodes } from '../output/failure.ts';
import { interruptible } from '../output/interruption.ts';
import { notice, printJson, printTable, tableOptions } from '../output/print.ts';
import { channelId, channelOption } from './which-channel.ts';

export const recheckFeedsCommand = serviceCommand({
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
