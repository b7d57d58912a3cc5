import { any } from '../declaration/arguments.ts';
import { integer } from '../declaration/options.ts';
import { serviceCommand } from '../declaration/service-command.ts';
import { usage } from '../output/failure.ts';
import { jsonOption } from '../output/print.ts';
import { chooseMany, choosingOptions } from './choose.ts';
import { doToEach } from './each.ts';

const KiB = 1024;
/** Larger numbers of bytes are not exact. */
const most = { maximum: Math.floor(Number.MAX_SAFE_INTEGER / KiB) };

export const limitCommand = serviceCommand({
	name: 'limit',
	summary: 'limit how fast downloads receive and send',
	description:
		'Limits how fast downloads receive and send. What is left out stays as it is. ' +
		'Real services before 8.2 have no limits of single downloads: the exit code is 5 there.',
	examples: [
		['seedtop limit debian --down 500 --up 0', 'at most 500 KiB/s to here, as much as there is from here'],
	],
	options: {
		down: integer('--down <KiB/s>', 'most that is received, in KiB a second; 0 for no limit', most),
		up: integer('--up <KiB/s>', 'most that is sent, in KiB a second; 0 for no limit', most),
		...choosingOptions,
		json: jsonOption,
	},
	arguments: {
		download: any('download', 'infohash, the beginning of it, name or a part of the name', 'download'),
	},
	async run(input, call) {
		const { down, up } = input;
		if (down === undefined && up === undefined) throw usage('Say a limit: --down or --up, or both.');
		const body = {
			...(down === undefined ? {} : { max_download_speed: down * KiB }),
			...(up === undefined ? {} : { max_upload_speed: up * KiB }),
		};
		const chosen = await chooseMany(call, input);
		return doToEach(chosen, input.json, 'limited', ({ infohash }) =>
			call.client.verified.changeLimits(infohash, body, call.limits),
		);
	},
});
