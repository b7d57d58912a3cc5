import { INHERITED, UNLIMITED } from '../../format/own-limit.ts';
import { any } from '../declaration/arguments.ts';
import type { OptionDeclaration } from '../declaration/declaration.ts';
import { readInteger, text } from '../declaration/options.ts';
import { serviceCommand } from '../declaration/service-command.ts';
import { usage } from '../output/failure.ts';
import { changingOptions } from './choose.ts';
import { changeEach } from './each.ts';

const KiB = 1024;
/** Larger numbers of bytes are not exact. */
const MAX_KIB = Math.floor(Number.MAX_SAFE_INTEGER / KiB);

/** Declares an option with a limit, bytes per second. */
function ownLimit(name: string, summary: string): OptionDeclaration<number | undefined> {
	const option = text(
		`${name} <KiB/s>`,
		`${summary} in KiB/s; 0 for no limit, 'inherit' for that of the label`,
	);
	return {
		...option,
		read: (raw) => {
			const given = option.read(raw);
			if (given === undefined) return undefined;
			if (given === 'inherit') return INHERITED;
			return readInteger(name, given, 0, MAX_KIB) * KiB || UNLIMITED;
		},
	};
}

export const limitCommand = serviceCommand({
	name: 'limit',
	summary: 'limit the speed of downloads',
	description:
		'Limits the speed of downloads. An omitted limit is unchanged. A limit, or none, replaces that of the label. ' +
		'Services of Tribler before 8.2 have no limits of single downloads. The exit code is then 5.',
	examples: [
		['seedtop limit debian --down 500 --up 0', 'download at most 500 KiB/s, upload without limit'],
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

function textOf(limit: number): string {
	if (limit === INHERITED) return 'as its label';
	return limit === UNLIMITED ? 'without a limit' : `${limit / KiB} KiB/s`;
}

/** Returns the limits in words: 'down 500 KiB/s, up without a limit'. Undefined is unchanged. */
function limitsText(down: number | undefined, up: number | undefined): string {
	const part = (name: string, limit: number | undefined) =>
		limit === undefined ? [] : [`${name} ${textOf(limit)}`];
	return [...part('down', down), ...part('up', up)].join(', ');
}
