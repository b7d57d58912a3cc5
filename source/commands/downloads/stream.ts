import { pipeline } from 'node:stream/promises';
import { sanitize } from '../../format/sanitize.ts';
import type { File } from '../../protocol/resources/file.ts';
import { maybe } from '../declaration/arguments.ts';
import { CommandFailure, usage } from '../declaration/failure.ts';
import { flag } from '../declaration/options.ts';
import { refuseTerminal } from '../output/binary.ts';
import { interruptible } from '../output/interruption.ts';
import { printLine } from '../output/print.ts';
import { type Call, serviceCommand } from '../service-command/service-command.ts';
import { chooseOne, downloadArgument } from './choose.ts';
import { fileNamed } from './file-named.ts';

/** Default timeout until the content begins. It may have to be downloaded first. */
const START_TIMEOUT_MS = 120_000;

export const streamCommand = serviceCommand({
	name: 'stream',
	summary: 'write the content of a file to standard output while it is downloaded',
	description:
		'Writes the content of a file of a download to standard output, also while it is still being downloaded. ' +
		'--print-url prints its URL instead, for a player. The URL never contains the API key.',
	examples: [
		['seedtop stream holiday film.mkv | mpv -', 'watch it'],
		['seedtop stream holiday 0 --print-url', 'its URL'],
	],
	options: { printUrl: flag('--print-url', 'print the URL of the content instead') },
	arguments: {
		download: downloadArgument,
		file: maybe('file', 'number or path; optional if there is only one'),
	},
	async run(input, call) {
		if (!input.printUrl)
			refuseTerminal('The content of a file', 'redirect it with | or >, or use --print-url');
		const { infohash } = await chooseOne(call, input.download);
		const fileindex = String(await numberOf(call, infohash, input.file));
		const [{ endpoints }, { fillPath }] = await Promise.all([
			import('../../protocol/endpoints/table.ts'),
			import('../../protocol/endpoint.ts'),
		]);
		const path = fillPath(endpoints.streamFile.path, { infohash, fileindex });
		if (input.printUrl) {
			printLine(call.client.url + path);
			return undefined;
		}
		return interruptible(async (signal) => {
			const content = await call.client.http.open({
				method: 'GET',
				path,
				accept: '*/*',
				timeout: call.limits.timeout ?? START_TIMEOUT_MS,
				// Pieces arrive when peers send them, so there is no idle timeout.
				bodyTimeout: 0,
				signal,
			});
			await pipeline(content, process.stdout, { signal, end: false });
			return undefined;
		});
	},
});

async function numberOf(
	{ client, limits }: Call,
	infohash: string,
	named: string | undefined,
): Promise<number> {
	if (named !== undefined && /^\d+$/.test(named)) return Number(named);
	const { files } = await client.listFiles({ params: { infohash } }, limits);
	if (named !== undefined) return fileNamed(files, named).index;
	const [first, second] = files;
	if (!first) throw new CommandFailure('The files of this download are not known yet.');
	if (second) throw usage('The download has several files: name one, by its number or path.', someOf(files));
	return first.index;
}

/** Maximum number of files in a message. */
const MAX_LISTED_FILES = 10;

function someOf(files: readonly File[]): string[] {
	return files.slice(0, MAX_LISTED_FILES).map(({ index, name }) => `${index}  ${sanitize(name, 200)}`);
}
