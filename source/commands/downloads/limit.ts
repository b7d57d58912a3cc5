import { INHERITED, UNLIMITED } from '../../format/own-limit.ts';
import { readRate } from '../../format/read-rate.ts';
import { any } from '../declaration/arguments.ts';
import type { OptionDeclaration } from '../declaration/declaration.ts';
import { usage } from '../declaration/failure.ts';
import { text } from '../declaration/options.ts';
import { serviceCommand } from '../service-command/service-command.ts';
import { changingOptions } from './choose.ts';
import { changeEach } from './each.ts';
import { limitOption, limitOptionText } from './properties.ts';

/** Declares an option with a limit, bytes per second. */
function ownLimit(name: string, summary: string): OptionDeclaration<number | undefined> {
	const option = text(
		`${name} <rate>`,
		`${summary}: 500K, 2M, none; a bare number is KiB. 'inherit' for that of the label`,
	);
	const parse = (given: string) => {
		if (given === 'inherit') return INHERITED;
		const rate = readRate(given);
		return rate === 0 ? UNLIMITED : rate;
	};
	return limitOption(option, parse, limitOptionText.rate(name));
}

export const limitCommand = serviceCommand({
	name: 'limit',
	summary: 'limit the speed of downloads',
	description:
		'Limits the speed of downloads. An omitted limit is unchanged. A limit, or none, replaces that of the label. ' +
		'Services of Tribler before 8.2 have no limits of single downloads. The exit code is then 5.',
	examples: [
		['seedtop limit debian --down 500K --up none', 'download at most 500 KiB/s, upload without limit'],
		['seedtop limit debian --down inherit', 'the download limit of its label applies again'],
	],
	options: {
		down: ownLimit('--down', 'maximum download speed'),
		up: ownLimit('--up', 'maximum upload speed'),
		...changingOptions,
	},
	arguments: {
		download: any('download', 'infohash or its beginning, name or a part of it', 'download'),
	},
	async run(input, call) {
		const { down, up } = input;
		if (down === undefined && up === undefined) throw usage('Specify --down, --up or both.');
		// Help does not need it.
		const { limitsText } = await import('./limits-text.ts');
		const body = {
			...(down === undefined ? {} : { max_download_speed: down }),
			...(up === undefined ? {} : { max_upload_speed: up }),
		};
		const effect = { done: 'Limited', would: `would be limited: ${limitsText(down, up)}` };
		return changeEach(call, input, effect, ({ infohash }) =>
			call.client.verified.changeLimits(infohash, body, call.limits),
		);
	},
});
