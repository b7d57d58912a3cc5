import { sanitize } from '../../format/sanitize.ts';
import { withoutSecrets } from '../../format/without-secrets.ts';
import { maybe, one } from '../declaration/arguments.ts';
import { command, type InputOf } from '../declaration/declaration.ts';
import { type Call, withService } from '../service-command/service-command.ts';
import { type ServiceFlags, serviceOptions } from '../service-command/service-options.ts';

/** Timeout while the user waits after pressing Tab. */
const TIMEOUT_S = 1.5;

const parameters = {
	kind: one('kind', 'context, download, filter, match, channel, feed, event or path'),
	word: maybe('word', 'text typed so far'),
} as const;

/**
 * Completes values that only the service or the tables know, for the completion scripts. Prints nothing on failure.
 */
export const completeCommand = command({
	name: '__complete',
	summary: 'print values for completion scripts',
	hidden: true,
	options: serviceOptions,
	arguments: parameters,
	async run(input) {
		try {
			const lines = await candidates(input);
			if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
		} catch {
			// A message would appear in the middle of the typed line.
		}
	},
});

async function candidates(input: InputOf<typeof serviceOptions, typeof parameters>): Promise<string[]> {
	const word = input.word ?? '';
	if (input.kind === 'event') {
		const { eventTypes } = await import('../../protocol/events/events.ts');
		// Types may be a list with commas. Complete the last one.
		const done = word.slice(0, word.lastIndexOf(',') + 1);
		return eventTypes.map((type) => done + type).filter((type) => type.startsWith(word));
	}
	if (input.kind === 'path') {
		const { endpointNames, endpoints } = await import('../../protocol/endpoints/table.ts');
		const paths = new Set(endpointNames.map((name) => endpoints[name].path));
		return [...paths].filter((path) => path.startsWith(word));
	}
	if (input.kind === 'context') {
		const { readContexts } = await import('../context/contexts-file.ts');
		const { contexts } = await readContexts();
		return contexts.map(({ name }) => name).filter((name) => name.startsWith(word));
	}
	if (input.kind === 'filter') return conditionsOf(word);
	if (input.kind === 'match') return matchesOf(input, word);
	if (input.kind === 'channel') return namesOfChannels(input, word);
	if (input.kind === 'feed') return urlsOfFeeds(input, word);
	return input.kind === 'download' ? namesOfDownloads(input, word) : [];
}

/** Offers fields and values of a filter for its last condition. It needs no service. */
async function conditionsOf(word: string): Promise<string[]> {
	const [{ completionsAt }, { downloadFields }] = await Promise.all([
		import('../../filter/complete.ts'),
		import('../../filter/download-fields.ts'),
	]);
	const known = { fields: downloadFields, valuesOf: () => [], now: Date.now(), saved: [] };
	const { from, to, offers } = completionsAt(word, word.length, known);
	return offers.map(({ text, about }) => `${word.slice(0, from)}${text}${word.slice(to)}\t${about}`);
}

/** Offers downloads, then fields of a filter and their values. Fields need no service. */
async function matchesOf(flags: ServiceFlags, word: string): Promise<string[]> {
	const names = await namesOfDownloads(flags, word).catch(() => []);
	return [...names, ...(await conditionsOf(word))];
}

/** Returns the result of a request that must be fast. */
function ask<Result>(flags: ServiceFlags, request: (call: Call) => Promise<Result>): Promise<Result> {
	return withService(
		{ ...flags, timeout: flags.timeout ?? TIMEOUT_S },
		(call) => request({ ...call, limits: { ...call.limits, deadline: call.limits.timeout } }),
		true,
	);
}

async function namesOfChannels(flags: ServiceFlags, word: string): Promise<string[]> {
	const { channels } = await ask(flags, ({ client, limits }) => client.listChannels({}, limits));
	const counts = countsOf(channels.map(({ name }) => name));
	const lower = word.toLowerCase();
	return channels.flatMap(({ identifier, name }) => {
		const isByName = canBeTyped(name) && counts.get(name) === 1;
		if (isByName && name.toLowerCase().startsWith(lower)) return [name];
		return identifier.startsWith(lower) ? [`${identifier}\t${sanitize(name, 80)}`] : [];
	});
}

/** Offers titles and addresses without their scheme, each if it can be typed and has no secret. */
async function urlsOfFeeds(flags: ServiceFlags, word: string): Promise<string[]> {
	const { rssfeeds } = await ask(flags, async ({ client, limits }) => {
		const { identifier = '' } = (await client.getMyChannel({}, limits)).overview;
		return client.listFeeds({ params: { channelid: identifier } }, limits);
	});
	return rssfeeds.flatMap(({ url, title = '' }) =>
		[title, url.replace(/^https?:\/\//i, '')].filter(
			(each) => withoutSecrets(url) === url && canBeTyped(each) && each.startsWith(word),
		),
	);
}

async function namesOfDownloads(flags: ServiceFlags, word: string): Promise<string[]> {
	const { downloads } = await ask(flags, ({ client, limits }) => client.listDownloads({}, limits));
	const counts = countsOf(downloads.map(({ name }) => name));
	const lower = word.toLowerCase();
	return downloads.flatMap((download) => {
		const { infohash, name, status } = download;
		const value = canBeTyped(name) && counts.get(name) === 1 ? name : infohash;
		if (value.toLowerCase().startsWith(lower)) return [`${value}\t${sanitize(status, 40)}`];
		return infohash.startsWith(lower) ? [`${infohash}\t${sanitize(name, 80)}`] : [];
	});
}

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return counts;
}

/** Whether a name can be typed. Names with special characters, and hostile ones, are replaced by the infohash. */
function canBeTyped(name: string): boolean {
	return name !== '' && !/^[-~]|[:=\\'"`$!]/.test(name) && name.length <= 200 && sanitize(name) === name;
}
