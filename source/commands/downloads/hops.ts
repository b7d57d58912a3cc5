import { any, oneInteger } from '../declaration/arguments.ts';
import { serviceCommand } from '../service-command/service-command.ts';
import { changingOptions } from './choose.ts';
import { changeEach } from './each.ts';

export const hopsCommand = serviceCommand({
	name: 'hops',
	summary: 'change the number of anonymity hops of downloads',
	description:
		'Changes the number of anonymity hops; 0 is a plain download. The first use of hops can take a service 30 s, so the default timeout is 60 s.',
	examples: [['seedtop hops 2 debian', 'use two hops']],
	options: changingOptions,
	arguments: {
		count: oneInteger('count', 'number of hops; 0 for a plain download'),
		download: any('download', 'infohash or its beginning, name or a part of it', 'download'),
	},
	async run(input, call) {
		const hops = `${input.count} ${input.count === 1 ? 'hop' : 'hops'}`;
		return changeEach(call, input, { done: hops, would: `would have ${hops}` }, ({ infohash }) =>
			call.client.verified.changeHops(infohash, input.count, call.limits),
		);
	},
});
