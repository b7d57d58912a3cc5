import { any, one } from '../declaration/arguments.ts';
import { flag } from '../declaration/options.ts';
import { jsonOption } from '../output/print.ts';
import { serviceCommand } from '../service-command/service-command.ts';
import { downloadArgument } from './choose.ts';

export const prioritizeCommand = serviceCommand({
	name: 'prioritize',
	summary: 'download files of a download earlier or later than its others',
	description:
		'Gives files of a download a priority. Missing data of a higher priority is requested first. Other files keep ' +
		'their priorities, and files that are not selected stay unselected. Services of Tribler have no priorities. The ' +
		'exit code is then 5.',
	examples: [
		['seedtop prioritize high debian 0 2-5', 'these five files first'],
		['seedtop prioritize low debian extras', 'a folder last'],
		['seedtop prioritize normal debian --all', 'all files alike again'],
	],
	options: { all: flag('--all', 'all files'), json: jsonOption },
	arguments: {
		priority: one('priority', 'high, normal or low', ['high', 'normal', 'low']),
		download: downloadArgument,
		file: any('file', 'number, range (2-5), or path of a file or folder'),
	},
	// Loaded on demand, because help does not need it.
	run: async (input, call) => (await import('./prioritize-files.ts')).prioritizeFiles(input, call),
});
