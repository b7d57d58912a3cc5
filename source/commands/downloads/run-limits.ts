import { changeSharedLimits, readSharedLimits, type SharedLimitChanges } from '../../client/shared-limits.ts';
import type { Facts } from '../../columns/facts.ts';
import { areAlternativesUnset } from '../../format/active-limits.ts';
import { bytes } from '../../format/bytes.ts';
import { readRate } from '../../format/read-rate.ts';
import { readSchedule, scheduleText } from '../../format/read-schedule.ts';
import type { SharedLimits } from '../../protocol/resources/settings.ts';
import { CommandFailure, exitCodes, isAbsent, usage } from '../declaration/failure.ts';
import { printFacts, printJson, warn } from '../output/print.ts';
import type { Call } from '../service-command/service-command.ts';
import { keepingFormer, noticeUndo } from '../settings/former-file.ts';

export const limitsCommandText = {
	rate: (flag: string, given: string) => `${flag} is a rate like 500K, 2M, 1.5M or 'none', not '${given}'.`,
	schedule: (given: string) =>
		`--schedule is days and times like 'mon-fri 08:00-18:00' or 'daily 22:00-06:00', not '${given}'.`,
	absent: (url: string) =>
		`The service at ${url} has no limits of all downloads together. Limit single ones with seedtop limit.`,
	unlimited: 'Alternative limits are on, but none are set. There is no limit now.',
	noAlternative: (url: string) =>
		`The service at ${url} has no alternative limits. Use --download and --upload.`,
} as const;

interface Input {
	readonly download: string | undefined;
	readonly upload: string | undefined;
	readonly alternative: 'off' | 'on' | 'schedule' | undefined;
	readonly alternativeDownload: string | undefined;
	readonly alternativeUpload: string | undefined;
	readonly schedule: string | undefined;
	readonly json: boolean;
}

/** Changes the limits of all downloads, if options tell so, and prints them. */
export async function runLimits(input: Input, { client, limits: options }: Call): Promise<void> {
	const changes = changesOf(input);
	let limits: SharedLimits;
	try {
		limits = changes
			? await changeSharedLimits(client, changes, { ...options, ...keepingFormer(client.url) })
			: await readSharedLimits(client, options);
	} catch (error) {
		if (!isAbsent(error)) throw error;
		const is8 = client.requests.dialect === '8.x';
		const message = is8 ? limitsCommandText.noAlternative : limitsCommandText.absent;
		throw new CommandFailure(message(client.url), exitCodes.notFound);
	}
	if (changes && areAlternativesUnset(limits.active)) warn(limitsCommandText.unlimited);
	if (changes && client.requests.dialect === '8.x') noticeUndo();
	if (input.json) printJson(limits);
	else await printFacts(factsOf(limits), dataOf(limits));
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

/** Returns the limits for programs: bytes per second, 0 for none. */
function dataOf({ download, upload, alternative, active }: SharedLimits): Facts {
	const exact = (rate: number | undefined) => (rate === undefined ? '' : String(rate));
	return [
		['download', exact(download)],
		['upload', exact(upload)],
		['alternative download', exact(alternative?.download)],
		['alternative upload', exact(alternative?.upload)],
		['alternative', alternative?.mode ?? ''],
		['schedule', alternative ? scheduleText(alternative.schedule) : ''],
		['active', active.set],
		['active download', exact(active.download)],
		['active upload', exact(active.upload)],
	];
}

function rateText(rate: number | undefined): string {
	if (rate === undefined) return 'unknown';
	return rate > 0 ? `${bytes(rate)}/s` : 'none';
}
