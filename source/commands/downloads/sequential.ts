import { assertAccepted } from '../../client/http/assert-accepted.ts';
import { sanitize } from '../../format/sanitize.ts';
import { one } from '../declaration/arguments.ts';
import { usage } from '../declaration/failure.ts';
import { serviceCommand } from '../service-command/service-command.ts';
import { changingOptions, downloadsArgument } from './choose.ts';
import { changeEach, type Effect } from './each.ts';

export const sequentialText = {
	neither: (text: string) => `'${text}' is neither on nor off.`,
} as const;

const effects: Readonly<Record<'on' | 'off', Effect>> = {
	on: { done: 'Sequential', would: 'would be downloaded sequentially' },
	off: { done: 'Not sequential', would: 'would not be downloaded sequentially' },
};

export const sequentialCommand = serviceCommand({
	name: 'sequential',
	summary: 'download files from their beginning to their end, e.g. to play them',
	description:
		'Requests the pieces of downloads in the order of their files, or the rarest pieces first, which is the default ' +
		'and better for other peers. Services of Tribler have no such order. The exit code is then 5.',
	examples: [
		['seedtop sequential on film', 'from the beginning to the end'],
		["seedtop sequential off --filter 'label:films is:complete'", 'downloads that match a filter'],
	],
	options: changingOptions,
	arguments: { order: one('order', 'on or off', ['on', 'off']), download: downloadsArgument },
	async run(input, call) {
		const { order } = input;
		if (order !== 'on' && order !== 'off') throw usage(sequentialText.neither(sanitize(order, 40)));
		const body = { sequential: order === 'on' };
		return changeEach(call, input, effects[order], ({ infohash }) =>
			assertAccepted(call.client.changeDownload({ params: { infohash }, body }, call.limits)),
		);
	},
});
