import { text } from '../declaration/options.ts';
import { jsonOption } from '../output/print.ts';
import { serviceCommand } from '../service-command/service-command.ts';
import { chooseMany, choosingOptions, downloadsArgument } from './choose.ts';
import { doToEach } from './each.ts';

export const announceCommand = serviceCommand({
	name: 'announce',
	summary: 'announce downloads to their trackers now',
	description:
		'Announces downloads to their trackers, the DHT and the local network now, to find peers. A tracker is contacted ' +
		'at most once in 5 s. A stopped download is refused.',
	options: {
		tracker: text('--tracker <url>', 'announce to this tracker alone'),
		...choosingOptions,
		json: jsonOption,
	},
	arguments: { download: downloadsArgument },
	async run(input, call) {
		const chosen = await chooseMany(call, input);
		return doToEach(chosen, input.json, 'Announced', ({ infohash }) =>
			input.tracker === undefined
				? call.client.trackers.announce(infohash, call.limits)
				: call.client.announceToTracker({ params: { infohash }, body: { url: input.tracker } }, call.limits),
		);
	},
});
