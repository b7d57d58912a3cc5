import { assertAccepted } from '../../client/http/assert-accepted.ts';
import { sanitize } from '../../format/sanitize.ts';
import { filePriorities } from '../../protocol/resources/file.ts';
import { usage } from '../declaration/failure.ts';
import { printAnswer, printResult } from '../output/print.ts';
import type { Call } from '../service-command/service-command.ts';
import { chooseOne } from './choose.ts';
import { readFileNumbers } from './file-numbers.ts';
import { filesAt, knownFiles, requireNumbers } from './named-files.ts';

export const prioritizeText = {
	noFiles: 'Name the files, or use --all.',
	noPriority: (text: string) => `'${text}' is not a priority: use high, normal or low.`,
	result: (count: number, priority: string) =>
		`${count} ${count === 1 ? 'file has' : 'files have'} the priority ${priority}`,
} as const;

interface Prioritization {
	readonly priority: string;
	/** The download as the user names it. */
	readonly download: string;
	readonly file: readonly string[];
	readonly all: boolean;
	readonly json: boolean;
}

/** Changes priorities of files. Throws if one of the named files does not exist; nothing is changed then. */
export async function prioritizeFiles(input: Prioritization, call: Call): Promise<undefined> {
	const priority = filePriorities.find((each) => each === input.priority);
	if (priority === undefined) throw usage(prioritizeText.noPriority(sanitize(input.priority, 40)));
	if (input.file.length > 0 === input.all) throw usage(prioritizeText.noFiles);
	const chosen = await chooseOne(call, input.download);
	const { infohash, name } = chosen;
	const files = await knownFiles(call, infohash);
	const found = input.all ? files.map(({ index }) => index) : [];
	for (const text of input.file) {
		const numbers = readFileNumbers([text]);
		if (numbers) requireNumbers(files, numbers);
		for (const index of numbers ?? (await filesAt(call, chosen, files, text)).map((file) => file.index))
			found.push(index);
	}
	const indices = [...new Set(found)].sort((a, b) => a - b);
	const { client, limits } = call;
	const params = { infohash };
	const body = { file_priorities: { [priority]: indices } };
	await assertAccepted(client.changeDownload({ params, body }, limits));
	if (input.json) {
		const { files: changed } = await client.listFiles({ params }, limits);
		await printAnswer('listFiles', { infohash, files: changed });
		return undefined;
	}
	const result = prioritizeText.result(indices.length, priority);
	await printResult(`${result}.`, { id: infohash, name, result });
	return undefined;
}
