import { agreed } from '../../client/agreed.ts';
import { sanitise } from '../../format/sanitise.ts';
import type { File } from '../../protocol/resources/file.ts';
import { any } from '../declaration/arguments.ts';
import { flag, repeated } from '../declaration/options.ts';
import { CommandFailure, exitCodes, usage } from '../failure.ts';
import { jsonOption, notice, printJson } from '../output/print.ts';
import { type Call, serviceCommand } from '../service-command.ts';
import { chooseOne, downloadArgument } from './choose.ts';
import { readFileNumbers } from './file-numbers.ts';

export const selectCommand = serviceCommand({
	name: 'select',
	summary: 'choose which files of a download are wanted',
	description:
		'Wants the files that are named, and no others. --want and --unwant change single files or folders instead; ' +
		'only services of 8.0 and 8.1, and ours, have those.',
	examples: [
		['seedtop select debian 0 2-5', 'these five files alone'],
		['seedtop select debian --all', 'everything'],
	],
	options: {
		all: flag('--all', 'want all files'),
		want: repeated('--want <path>', 'want a file or folder too; may be repeated'),
		unwant: repeated('--unwant <path>', 'do not want a file or folder any more; may be repeated'),
		json: jsonOption,
	},
	arguments: { download: downloadArgument, file: any('file', 'its number, a range (2-5), or its path') },
	async run(input, call) {
		const ways = [input.file.length > 0, input.all, input.want.length + input.unwant.length > 0];
		if (ways.filter(Boolean).length !== 1) {
			throw usage('Name the files that are wanted, or say --all, or use --want and --unwant.');
		}
		const chosen = await chooseOne(call, input.download);
		const { client, limits } = call;
		const params = { infohash: chosen.infohash };
		for (const path of input.want) await client.selectFiles({ params, query: { path } }, limits);
		for (const path of input.unwant) await client.deselectFiles({ params, query: { path } }, limits);
		if (input.file.length > 0 || input.all) {
			const selected = await numbersOf(call, chosen.infohash, input.file);
			await agreed(client.changeDownload({ params, body: { selected_files: selected } }, limits));
			notice(`${selected.length} ${selected.length === 1 ? 'file is' : 'files are'} wanted.`);
		}
		if (input.json) {
			const { files } = await client.listFiles({ params }, limits);
			printJson({ infohash: chosen.infohash, files });
		}
	},
});

/**
 * The numbers of the files that are named; of all when none is. An empty list is never sent: it means all files to
 * some services and none to others.
 */
async function numbersOf(
	{ client, limits }: Call,
	infohash: string,
	named: readonly string[],
): Promise<number[]> {
	const numbers = named.length > 0 ? readFileNumbers(named) : undefined;
	if (numbers) return numbers;
	const { files } = await client.listFiles({ params: { infohash } }, limits);
	if (files.length === 0) throw new CommandFailure('The files of this download are not known yet.');
	if (named.length === 0) return files.map(({ index }) => index);
	const found = named.flatMap((text) => readFileNumbers([text]) ?? [fileNamed(files, text).index]);
	return [...new Set(found)].sort((a, b) => a - b);
}

/** The file of this path, also as it is shown. */
export function fileNamed(files: readonly File[], text: string): File {
	const file = files.find(({ name }) => name === text) ?? files.find(({ name }) => sanitise(name) === text);
	if (!file) {
		throw new CommandFailure(`The download has no file '${sanitise(text, 200)}'.`, exitCodes.notFound);
	}
	return file;
}
