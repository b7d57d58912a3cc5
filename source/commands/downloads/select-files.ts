import { usage } from '../declaration/failure.ts';
import { printAnswer, printResult } from '../output/print.ts';
import type { Call } from '../service-command/service-command.ts';
import { type Chosen, chooseOne } from './choose.ts';
import { fileNamed } from './file-named.ts';
import { readFileNumbers } from './file-numbers.ts';
import { filesAt, knownFiles, requireNumbers } from './named-files.ts';

export const selectText = {
	noFiles: 'Name the files to select, or use --all, or --want and --unwant.',
	lastFile: 'At least one file must stay selected. To download none, pause the download.',
} as const;

interface Selection {
	/** The download as the user names it. */
	readonly download: string;
	readonly file: readonly string[];
	readonly all: boolean;
	readonly want: readonly string[];
	readonly unwant: readonly string[];
	readonly json: boolean;
}

/** Selects files of a download. */
export async function selectFiles(input: Selection, call: Call): Promise<undefined> {
	const ways = [input.file.length > 0, input.all, input.want.length + input.unwant.length > 0];
	if (ways.filter(Boolean).length !== 1) {
		throw usage(selectText.noFiles);
	}
	const chosen = await chooseOne(call, input.download);
	const { client, limits } = call;
	const params = { infohash: chosen.infohash };
	if (input.want.length + input.unwant.length > 0) await changeSelection(call, chosen, input);
	if (input.file.length > 0 || input.all) {
		const selected = await numbersOf(call, chosen.infohash, input.file);
		await client.verified.changeFiles(chosen.infohash, selected, limits);
		const result = `${selected.length} ${selected.length === 1 ? 'file' : 'files'} selected`;
		if (!input.json) await printResult(`${result}.`, { id: chosen.infohash, name: chosen.name, result });
	}
	if (input.json) {
		const { files } = await client.listFiles({ params }, limits);
		await printAnswer('listFiles', { infohash: chosen.infohash, files });
	}
	return undefined;
}

/**
 * Selects and deselects files and folders by path. Our own service supports it. Services of 8.0 and 8.1 have the same
 * requests. But they ignore paths without the torrent's root and do not show the result. They receive the complete
 * list.
 */
async function changeSelection(
	call: Call,
	chosen: Chosen,
	{ want, unwant }: { readonly want: readonly string[]; readonly unwant: readonly string[] },
): Promise<void> {
	const { client, limits } = call;
	const { infohash } = chosen;
	const params = { infohash };
	const files = await knownFiles(call, infohash);
	// Resolve all paths before any change.
	const [wanted = [], unwanted = []] = await Promise.all(
		[want, unwant].map(async (paths) =>
			(await Promise.all(paths.map((path) => filesAt(call, chosen, files, path)))).flat(),
		),
	);
	if (client.requests.dialect === 'interface') {
		for (const path of want) await client.selectFiles({ params, query: { path } }, limits);
		for (const path of unwant) await client.deselectFiles({ params, query: { path } }, limits);
		return;
	}
	const selected = new Set(files.flatMap(({ index, included }) => (included === false ? [] : [index])));
	for (const { index } of wanted) selected.add(index);
	for (const { index } of unwanted) selected.delete(index);
	if (selected.size === 0) {
		throw usage(selectText.lastFile);
	}
	const sorted = [...selected].sort((one, other) => one - other);
	await client.verified.changeFiles(infohash, sorted, limits);
}

/**
 * Returns the indices of the named files, or of all. An empty list is never sent: some services select all files
 * then, others none.
 */
async function numbersOf(call: Call, infohash: string, named: readonly string[]): Promise<number[]> {
	const files = await knownFiles(call, infohash);
	if (named.length === 0) return files.map(({ index }) => index);
	const found = named.flatMap((text) => readFileNumbers([text]) ?? [fileNamed(files, text).index]);
	requireNumbers(files, found);
	return [...new Set(found)].sort((a, b) => a - b);
}
