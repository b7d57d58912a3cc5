import { any } from '../declaration/arguments.ts';
import { integer } from '../declaration/options.ts';
import { serviceCommand } from '../declaration/service-command.ts';
import { usage } from '../output/failure.ts';
import { changingOptions } from './choose.ts';
import { changeEach } from './each.ts';

const KiB = 1024;
/** Larger numbers of bytes are not exact. */
const most = { maximum: Math.floor(Number.MAX_SAFE_INTEGER / KiB) };

export const limitCommand = serviceCommand({
	name: 'limit',
	summary: 'limit the speed of downloads',
	description:
		'Limits the speed of downloads. An omitted limit is unchanged. ' +
		'Services of Tribler before 8.2 have no limits of single downloads. The exit code is then 5.',
	examples: [['seedtop limit debian --down 500 --up 0', 'download at most 500 KiB/s, upload without limit']],
	options: {
		down: integer('--down <KiB/s>', 'maximum download speed in KiB/s; 0 for no limit', most),
		up: integer('--up <KiB/s>', 'maximum upload speed in KiB/s; 0 for no limit', most),
		...changingOptions,
	},
	arguments: {
		download: any('download', 'infohash or its beginning, name or a part of it', 'download'),
	},
	async run(input, call) {
		const { down, up } = input;
		if (down === undefined && up === undefined) throw usage('Specify --down, --up or both.');
		const body = {
			...(down === undefined ? {} : { max_download_speed: down * KiB }),
			...(up === undefined ? {} : { max_upload_speed: up * KiB }),
		};
		const effect = { done: 'Limited', would: `would be limited: ${limitsText(down, up)}` };
		return changeEach(call, input, effect, ({ infohash }) =>
			call.client.verified.changeLimits(infohash, body, call.limits),
		);
	},
});

/** Returns the limits in words: 'down 500 KiB/s, up without a limit'. Undefined is unchanged. */
function limitsText(down: number | undefined, up: number | undefined): string {
	const part = (name: string, limit: number | undefined) =>
		limit === undefined ? [] : [`${name} ${limit === 0 ? 'without a limit' : `${limit} KiB/s`}`];
	return [...part('down', down), ...part('up', up)].join(', ');
}
