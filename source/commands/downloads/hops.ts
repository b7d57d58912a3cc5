import { any, oneInteger } from '../declaration/arguments.ts';
import { jsonOption } from '../output/print.ts';
import { serviceCommand } from '../service-command.ts';
import { chooseMany, choosingOptions } from './choose.ts';
import { doToEach } from './each.ts';

/** A first use of hops takes services in the field up to 32 s. */
const HOPS_TIMEOUT_MS = 60_000;

export const hopsCommand = serviceCommand({
	name: 'hops',
	summary: 'change the number of anonymity hops of downloads',
	description:
		'Changes over how many hops downloads go; 0 is a plain download. The first use of hops can take a service half a minute: unless told, an answer may take 60 s.',
	examples: [['seedtop hops 2 debian', 'over two hops from now on']],
	options: { ...choosingOptions, json: jsonOption },
	arguments: {
		count: oneInteger('count', 'number of hops; 0 for a plain download'),
		download: any('download', 'infohash, the beginning of it, name or a part of the name', 'download'),
	},
	async run(input, call) {
		const chosen = await chooseMany(call, input);
		const limits = { ...call.limits, timeout: call.limits.timeout ?? HOPS_TIMEOUT_MS };
		return doToEach(chosen, input.json, `${input.count} hops`, ({ infohash }) =>
			call.client.verified.changeHops(infohash, input.count, limits),
		);
	},
});
