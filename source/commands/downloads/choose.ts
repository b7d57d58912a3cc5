import { sanitize } from '../../format/sanitize.ts';
import { canonicalStatus, downloadStatuses } from '../../protocol/download-status.ts';
import { isInfohash } from '../../protocol/infohash.ts';
import type { Download } from '../../protocol/resources/download.ts';
import { any, one } from '../declaration/arguments.ts';
import { usage } from '../declaration/failure.ts';
import { flag, list, text } from '../declaration/options.ts';
import { jsonOption } from '../output/print.ts';
import type { Call } from '../service-command/service-command.ts';
import { matchDownload } from './match.ts';

/** Identifies a download. */
export interface Chosen {
	readonly infohash: string;
	/** Untrusted text. The infohash if the name is unknown. */
	readonly name: string;
}

export const downloadArgument = one(
	'download',
	'infohash or its beginning, name or a part of it',
	'download',
);

export const downloadsArgument = any(
	'download',
	'infohash or its beginning, name or a part of it; repeatable',
	'download',
);

/** The options that select many downloads at once. */
export const choosingOptions = {
	all: flag('--all', 'all downloads'),
	status: list('--status <list>', 'downloads with a status: DOWNLOADING, SEEDING, STOPPED …', {
		completes: downloadStatuses,
	}),
	filter: text('--filter <text>', "downloads that match a filter, e.g. 'is:complete ratio>2'", {
		completes: 'filter',
	}),
} as const;

/** The options of commands that change many downloads. */
export const changingOptions = {
	...choosingOptions,
	dryRun: flag('--dry-run', 'print which downloads would be changed and how, and change nothing'),
	json: jsonOption,
} as const;

/** Failures of a choice. */
export const chooseText = {
	none: 'Name downloads, or choose them with --filter, --all or --status.',
	both: 'Name downloads, or choose them with --filter, --all or --status, but not both.',
};

export interface Choice {
	readonly download: readonly string[];
	readonly all: boolean;
	readonly status: readonly string[];
	readonly filter: string | undefined;
}

/** Loads the modules on demand, because help does not need them. */
export const infohashes = () => import('./other-infohash.ts');
export const filters = () => import('./filter.ts');

/** Selects one download. An infohash does not have to be listed. */
export async function chooseOne(call: Call, text: string): Promise<Chosen> {
	if (isInfohash(text)) {
		const [only = text] = await (await infohashes()).usedInfohashes(call, [text]);
		return { infohash: only, name: only };
	}
	const { downloads } = await call.client.listDownloads({}, call.limits);
	return matchDownload(downloads, text);
}

/** Selects the named downloads, or those of the options. Throws if both are empty. */
export async function chooseMany(call: Call, choice: Choice): Promise<readonly Chosen[]> {
	const { download } = choice;
	if (download.length > 0 && !isByOption(choice) && download.every((text) => isInfohash(text))) {
		const chosen = new Set(await (await infohashes()).usedInfohashes(call, download));
		return [...chosen].map((infohash) => ({ infohash, name: infohash }));
	}
	return chooseListed(call, choice);
}

/** Selects as `chooseMany`, with the complete records. */
export async function chooseListed(call: Call, choice: Choice): Promise<readonly Download[]> {
	const { download, status, filter } = choice;
	const isByName = download.length > 0;
	if (isByName === isByOption(choice)) throw usage(isByName ? chooseText.both : chooseText.none);
	if (filter !== undefined) {
		const { filterDownloads, needsAvailability } = await filters();
		const query = needsAvailability([filter]) ? { query: { get_availability: true } } : {};
		const answer = await call.client.listDownloads(query, call.limits);
		return filterDownloads(filterByStatus(answer.downloads, status), filter);
	}
	const { downloads } = await call.client.listDownloads({}, call.limits);
	if (!isByName) return filterByStatus(downloads, status);
	const { listedNames } = await infohashes();
	return matchAll(downloads, await listedNames(call, downloads, choice.download));
}

/** Whether an option chooses downloads. */
export function isByOption({ all, status, filter }: Choice): boolean {
	return all || status.length > 0 || filter !== undefined;
}

/** Returns the named downloads without duplicates, in the order of the names. */
export function matchAll(downloads: readonly Download[], names: readonly string[]): Download[] {
	return [...new Set(names.map((name) => matchDownload(downloads, name)))];
}

/** Statuses of services in the field that are not in the interface. */
const MORE_STATUSES = ['LOADING'];

/**
 * Returns the downloads with one of the statuses in either case, or all without statuses. Throws for an unknown
 * status.
 */
export function filterByStatus(
	downloads: readonly Download[],
	statuses: readonly string[],
): readonly Download[] {
	if (statuses.length === 0) return downloads;
	const wanted = new Set(statuses.map((status) => canonicalStatus(status.toUpperCase())));
	const known = new Set<string>([...downloadStatuses, ...MORE_STATUSES]);
	const unknown = [...wanted].find(
		(each) => !known.has(each) && !downloads.some(({ status }) => status.toUpperCase() === each),
	);
	if (unknown !== undefined) {
		throw usage(`'${sanitize(unknown, 40)}' is not a known status. Known: ${[...known].join(', ')}.`);
	}
	return downloads.filter(({ status }) => wanted.has(status.toUpperCase()));
}

/** Returns the name of a download for messages. */
export function displayName({ name }: Chosen): string {
	return sanitize(name, 200);
}
