import type { SharedLimitChanges } from '../../client/shared-limits.ts';
import { bytes } from '../../format/bytes.ts';
import { readRate } from '../../format/read-rate.ts';
import { readSchedule, scheduleText } from '../../format/read-schedule.ts';
import type { SharedLimits } from '../../protocol/resources/settings.ts';
import { choice, text } from '../declaration/options.ts';
import { serviceCommand } from '../declaration/service-command.ts';
import { CommandFailure, exitCodes, isAbsent, usage } from '../output/failure.ts';
import { jsonOption, printFacts, printJson } from '../output/print.ts';

export const limitsCommandText = {
	rate: (flag: string, given: string) => `${flag} is a rate like 500K, 2M, 1.5M or 'none', not '${given}'.`,
	schedule: (given: string) =>
		`--schedule is days and times like 'mon-fri 08:00-18:00' or 'daily 22:00-06:00', not '${given}'.`,
	absent: (url: string) =>
		`The service at ${url} has no limits of all downloads together. Limit single ones with seedtop limit.`,
	noAlternative: (url: string) =>
		`The service at ${url} has no alternative limits. Use --download and --upload.`,
} as const;

const rateOption = (flags: string, description: string) => text(`${flags} <rate>`, description);

export const limitsCommand = serviceCommand({
	name: 'limits',
	summary: 'show or change the limits of all downloads together',
	description:
		'Limits the speed of all downloads together. Without options it prints the limits. An omitted limit is ' +
		'unchanged. A rate is bytes per second with a unit: 500K, 2M, 1.5M; a bare number is KiB. ' +
		"'none' is no limit. The schedule follows the clock of the service. " +
		'Services of Tribler 8.x have no alternative limits, older ones none at all. The exit code is then 5.',
	examples: [
		['seedtop limits --download 5M --upload 1M', 'receive at most 5 MiB/s and send at most 1 MiB/s'],
		[
			"seedtop limits --alternative-upload 100K --alternative schedule --schedule 'mon-fri 08:00-18:00'",
			'send less during office hours',
		],
	],
	options: {
		download: rateOption('--download', 'maximum download speed'),
		upload: rateOption('--upload', 'maximum upload speed'),
		alternative: choice(
			'--alternative <when>',
			['off', 'on', 'schedule'],
			'when the alternative limits apply',
		),
		alternativeDownload: rateOption('--alternative-download', 'alternative maximum download speed'),
		alternativeUpload: rateOption('--alternative-upload', 'alternative maximum upload speed'),
		schedule: text('--schedule <period>', "days and times, e.g. 'mon-fri 08:00-18:00'"),
		json: jsonOption,
	},
	async run(input, call) {
		const changes = changesOf(input);
		// Schemas are loaded on demand, because help does not need them.
		const { changeSharedLimits, readSharedLimits } = await import('../../client/shared-limits.ts');
		const { client, limits: options } = call;
		let limits: SharedLimits;
		try {
			limits = changes
				? await changeSharedLimits(client, changes, options)
				: await readSharedLimits(client, options);
		} catch (error) {
			if (!isAbsent(error)) throw error;
			const is8 = client.requests.dialect === '8.x';
			const message = is8 ? limitsCommandText.noAlternative : limitsCommandText.absent;
			throw new CommandFailure(message(client.url), exitCodes.notFound);
		}
		if (input.json) printJson(limits);
		else await printFacts(factsOf(limits));
	},
});

interface Input {
	readonly download: string | undefined;
	readonly upload: string | undefined;
	readonly alternative: 'off' | 'on' | 'schedule' | undefined;
	readonly alternativeDownload: string | undefined;
	readonly alternativeUpload: string | undefined;
	readonly schedule: string | undefined;
}

/** Returns the requested changes; undefined for none. Throws for invalid options. */
function changesOf(input: Input): SharedLimitChanges | undefined {
	const download = rateOf('--download', input.download);
	const upload = rateOf('--upload', input.upload);
	const alternative = {
		...given('download', rateOf('--alternative-download', input.alternativeDownload)),
		...given('upload', rateOf('--alternative-upload', input.alternativeUpload)),
		...given('mode', input.alternative),
		...given('schedule', scheduleOf(input.schedule)),
	};
	const changes: SharedLimitChanges = {
		...given('download', download),
		...given('upload', upload),
		...(Object.keys(alternative).length > 0 ? { alternative } : {}),
	};
	return Object.keys(changes).length > 0 ? changes : undefined;
}

function given<Name extends string, Value>(name: Name, value: Value | undefined): { [Key in Name]?: Value } {
	return value === undefined ? {} : ({ [name]: value } as { [Key in Name]: Value });
}

function rateOf(flag: string, typed: string | undefined): number | undefined {
	if (typed === undefined) return undefined;
	const rate = readRate(typed);
	if (rate === undefined) throw usage(limitsCommandText.rate(flag, typed));
	return rate;
}

function scheduleOf(typed: string | undefined) {
	if (typed === undefined) return undefined;
	const period = readSchedule(typed);
	if (!period) throw usage(limitsCommandText.schedule(typed));
	return { ...period, days: [...period.days] };
}

function factsOf({ download, upload, alternative, active }: SharedLimits) {
	const pair = (limits: { readonly download: number | undefined; readonly upload: number | undefined }) =>
		`download ${rateText(limits.download)}, upload ${rateText(limits.upload)}`;
	return [
		['limits', pair({ download, upload })] as const,
		...(alternative
			? [
					['alternative', `${pair(alternative)}, ${alternative.mode}`] as const,
					['schedule', scheduleText(alternative.schedule)] as const,
				]
			: []),
		['active', `${active.set}: ${pair(active)}`] as const,
	];
}

function rateText(rate: number | undefined): string {
	if (rate === undefined) return 'unknown';
	return rate > 0 ? `${bytes(rate)}/s` : 'none';
}
