import { any } from '../declaration/arguments.ts';
import { flag, repeated } from '../declaration/options.ts';
import { jsonOption } from '../output/print.ts';
import { serviceCommand } from '../service-command/service-command.ts';
import { downloadArgument } from './choose.ts';

export const selectCommand = serviceCommand({
	name: 'select',
	summary: 'select the files of a download',
	description: 'Selects only the named files. --want and --unwant change single files or folders instead.',
	examples: [
		['seedtop select debian 0 2-5', 'only these five files'],
		['seedtop select debian --all', 'everything'],
	],
	options: {
		all: flag('--all', 'select all files'),
		want: repeated('--want <path>', 'also select a file or folder; repeatable'),
		unwant: repeated('--unwant <path>', 'deselect a file or folder; repeatable'),
		json: jsonOption,
	},
	arguments: { download: downloadArgument, file: any('file', 'number, range (2-5) or path') },
	// Loaded on demand, because help does not need it.
	run: async (input, call) => (await import('./select-files.ts')).selectFiles(input, call),
});
