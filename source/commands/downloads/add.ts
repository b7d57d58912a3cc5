import { resolve } from 'node:path';
import type { Addition } from '../../client/add-source.ts';
import { oneLine } from '../../format/one-line.ts';
import { some } from '../declaration/arguments.ts';
import { appliesToAll, describeFailure, exitCodeOf, exitCodes, usage } from '../declaration/failure.ts';
import { flag, integer, list, text } from '../declaration/options.ts';
import { isForUser, jsonOption, printJson, printLine, warn } from '../output/print.ts';
import { type Call, serviceCommand } from '../service-command/service-command.ts';
import { readFileNumbers } from './file-numbers.ts';
import { fileOr, readSources } from './sources.ts';

/** Failure of malformed --files. */
export const INVALID_FILES = "--files must be a list of numbers, e.g. '0,2-5'.";

export const addText = {
	safe: (count: number) =>
		`The service ignores the request for plain seeding: ${count === 1 ? 'the download moves' : `${count} downloads move`} ` +
		"to hops when complete. Turn its default off with 'seedtop settings set seeding.safe=off', then remove and add again.",
	unverified: (reason: string) => `Whether safe seeding is off is unknown. ${reason}`,
} as const;

interface Added {
	readonly source: string;
	readonly done: boolean;
	readonly infohash?: string;
	/** Reason of the failure. */
	readonly error?: string;
	/** Options not applied because the download already existed. */
	readonly not_applied?: readonly string[];
	/** Whether it has safe seeding or hops without the options for them. */
	readonly safe_seeding?: true;
}

export const addCommand = serviceCommand({
	name: 'add',
	summary: 'add downloads: paths, magnet links, URLs, infohashes',
	description:
		'Adds downloads and prints their infohashes, in a pipe one per line. A .torrent file of this machine is uploaded to ' +
		'seedtop and services of 8.x. Other services must be able to read its path.',
	examples: [
		['seedtop add x.torrent --destination /srv', 'a torrent file, its data below /srv'],
		['seedtop add - < links.txt', 'one source per line, from a file'],
	],
	options: {
		destination: text('--destination <folder>', 'folder for the data', { completes: 'folder' }),
		hops: integer('--hops <count>', 'anonymity hops (default: 0); services require --safe-seeding with hops'),
		safeSeeding: flag('--safe-seeding', 'seed only through hops'),
		files: list('--files <list>', "numbers of the selected files, e.g. '0,2-5' (default: all)"),
		label: text('--label <name>', 'label; a new one is created'),
		sequential: flag('--sequential', 'download files from their beginning to their end'),
		useFiles: flag('--use-files', 'use existing files, and replace data in them that is not of the torrent'),
		json: jsonOption,
	},
	arguments: {
		source: some(
			'source',
			"path of a .torrent file, magnet link, URL, infohash, or '-' for lines of standard input",
			'file',
		),
	},
	async run(input, call) {
		const { client, limits } = call;
		const selected = readFileNumbers(input.files);
		if (selected === undefined) throw usage(INVALID_FILES);
		const options = {
			...(input.destination === undefined ? {} : { destination: resolve(input.destination) }),
			...(input.hops === undefined ? {} : { anon_hops: input.hops }),
			...(input.safeSeeding ? { safe_seeding: true } : {}),
			...(selected.length > 0 ? { selected_files: selected } : {}),
			...(input.label === undefined ? {} : { label: input.label }),
			...(input.sequential ? { sequential: true } : {}),
			...(input.useFiles ? { use_files: true } : {}),
		};
		const sources = await readSources(input.source);
		// Existing downloads keep their options. The list may be long, so it is read only if options are given.
		const isPlain = Object.keys(options).length === 0;
		const before = isPlain ? [] : (await client.listDownloads({}, limits)).downloads;
		const known = new Set(before.map(({ infohash }) => infohash));
		const results: Added[] = [];
		let code: number = exitCodes.done;
		for (const source of sources) {
			try {
				const { infohash } = await client.addSource(await fileOr(source, selected), options, limits);
				const ignored = known.has(infohash.toLowerCase()) ? await notApplied(call, infohash, options) : [];
				results.push({
					source,
					done: true,
					infohash,
					...(ignored.length > 0 ? { not_applied: ignored } : {}),
				});
				if (!input.json) printLine(isForUser() ? addedText(source, infohash) : oneLine(infohash));
				if (ignored.length > 0) process.stderr.write(`seedtop: ${existingNotice(source, ignored)}\n`);
			} catch (error) {
				const reason = describeRefusal(error, source);
				results.push({ source, done: false, error: reason });
				process.stderr.write(`seedtop: ${reason}\n`);
				if (code === exitCodes.done) code = exitCodeOf(error);
				if (appliesToAll(error)) break;
			}
		}
		const isPlainRequest = !input.safeSeeding && (input.hops ?? 0) === 0;
		const kept = isPlainRequest ? await keptSafeSeeding(call, results) : new Set<string>();
		if (input.json) {
			printJson({
				results: results.map((result) =>
					kept.has(result.infohash ?? '') ? { ...result, safe_seeding: true } : result,
				),
			});
		}
		return code;
	},
});

/** Returns which added downloads have safe seeding although it was not requested, and warns of it. */
async function keptSafeSeeding({ client, limits }: Call, results: readonly Added[]): Promise<Set<string>> {
	const added = results.flatMap(({ infohash }) => infohash ?? []);
	try {
		const kept = await client.verified.keptSafeSeeding(added, limits);
		if (kept.length > 0) warn(addText.safe(kept.length));
		return new Set(kept);
	} catch (error) {
		// They were added, so this is no failure.
		warn(addText.unverified(describeFailure(error)));
		return new Set();
	}
}

/** Returns the sentence about an added download. The infohash is at the end, to be copied. */
function addedText(source: string, infohash: string): string {
	const [what, hash] = [oneLine(source, 200), oneLine(infohash)];
	return what.toLowerCase() === hash ? `Added: ${hash}` : `Added ${what}: ${hash}`;
}

/** Returns the options that an existing download lacks after it was added again. */
async function notApplied(
	{ client, limits }: Call,
	infohash: string,
	{ destination, anon_hops, safe_seeding, selected_files, label, sequential, use_files }: Addition,
): Promise<string[]> {
	const { downloads } = await client.listDownloads({ query: { infohash } }, limits);
	const shown = downloads.find((download) => download.infohash === infohash.toLowerCase());
	const ignored = [
		...(destination !== undefined && shown?.destination !== destination ? ['--destination'] : []),
		...(anon_hops !== undefined && shown?.hops !== anon_hops ? ['--hops'] : []),
		...(safe_seeding && !shown?.safe_seeding ? ['--safe-seeding'] : []),
		...(label !== undefined && shown?.label !== label ? ['--label'] : []),
		...(sequential && !shown?.sequential ? ['--sequential'] : []),
		...(use_files ? ['--use-files'] : []),
	];
	if (!selected_files) return ignored;
	const { files } = await client.listFiles({ params: { infohash } }, limits);
	const wanted = new Set(selected_files);
	const isSelected = files.length > 0 && files.every(({ index, included }) => included === wanted.has(index));
	return isSelected ? ignored : [...ignored, '--files'];
}

/** Commands that change an option of a download. */
const changing: ReadonlyMap<string, string> = new Map([
	['--files', "'seedtop select'"],
	['--hops', "'seedtop hops'"],
	['--label', "'seedtop label set'"],
	['--sequential', "'seedtop sequential on'"],
	['--use-files', "'seedtop recheck'"],
]);

function existingNotice(source: string, ignored: readonly string[]): string {
	const commands = ignored.flatMap((option) => changing.get(option) ?? []);
	const next =
		commands.length === 0 ? 'Remove it first to add it again.' : `Change it with ${commands.join(' or ')}.`;
	return `Already added: ${oneLine(source, 200)}. Not applied: ${ignored.join(', ')}. ${next}`;
}

/** Returns the reason why a source was not added. Services rarely name the refused source. */
function describeRefusal(error: unknown, source: string): string {
	const reason = describeFailure(error);
	if (appliesToAll(error)) return reason;
	const named = oneLine(source, 200);
	if (reason.startsWith('Cannot ')) return reason.includes(named) ? reason : `${named}: ${reason}`;
	return reason.startsWith('"') && reason.includes(named)
		? `Cannot add ${reason}`
		: `Cannot add ${named}: ${reason}`;
}
