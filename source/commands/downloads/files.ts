import { fileColumns } from '../../columns/files.ts';
import { integer, text } from '../declaration/options.ts';
import { printAnswer, printTable, tableOptions } from '../output/print.ts';
import { serviceCommand } from '../service-command/service-command.ts';
import { chooseOne, downloadArgument } from './choose.ts';

const view = 'File tree (services of 8.x):';

export const filesCommand = serviceCommand({
	name: 'files',
	summary: 'list the files of a download',
	options: {
		after: text('--after <path>', 'start after this file or folder', { group: view }),
		count: integer('--count <number>', 'maximum number of files', { minimum: 1, group: view }),
		expand: text('--expand <folder>', 'expand a folder', { group: view }),
		collapse: text('--collapse <folder>', 'collapse a folder', { group: view }),
		...tableOptions,
	},
	arguments: { download: downloadArgument },
	async run(input, call) {
		const { infohash } = await chooseOne(call, input.download);
		const { client, limits } = call;
		if (input.expand !== undefined) {
			await client.expandFiles({ params: { infohash }, query: { path: input.expand } }, limits);
		}
		if (input.collapse !== undefined) {
			await client.collapseFiles({ params: { infohash }, query: { path: input.collapse } }, limits);
		}
		const query = {
			...(input.after === undefined ? {} : { view_start_path: input.after }),
			...(input.count === undefined ? {} : { view_size: input.count }),
		};
		const { files } = await client.listFiles({ params: { infohash }, query }, limits);
		if (input.json) await printAnswer('listFiles', { infohash, files });
		else
			await printTable(fileColumns, files, { header: input.header, empty: 'Its files are not known yet.' });
	},
});
