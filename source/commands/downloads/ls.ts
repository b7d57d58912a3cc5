import { downloadTableColumns } from '../../columns/downloads.ts';
import { count } from '../../columns/figures.ts';
import { oneLine } from '../../format/one-line.ts';
import { serviceCommand } from '../declaration/service-command.ts';
import { notice, printJson, printTable, tableOptions } from '../output/print.ts';
import {
	choosingOptions,
	displayName,
	downloadsArgument,
	filterByStatus,
	infohashes,
	matchEvery,
} from './choose.ts';

export const lsCommand = serviceCommand({
	name: 'ls',
	aliases: ['list'],
	summary: 'list the downloads',
	description:
		'Lists all downloads, those that match a name, or those with a status. A name lists all its matches.',
	examples: [
		['seedtop ls --status SEEDING,STOPPED', 'downloads with two statuses'],
		["seedtop ls --json | jq '.downloads[].name'", 'the names, for a script'],
	],
	options: { ...choosingOptions, ...tableOptions },
	arguments: { download: downloadsArgument },
	async run({ download, all, status, json, header }, call) {
		const query = json ? { query: { get_availability: true } } : {};
		const answer = await call.client.listDownloads(query, call.limits);
		const { listedNames } = await infohashes();
		const names = all ? [] : await listedNames(call, answer.downloads, download);
		const named = names.length > 0 ? matchEvery(answer.downloads, names) : answer.downloads;
		const shown = filterByStatus(named, status);
		const { checkpoints } = answer;
		if (json) {
			// Load schemas on demand, because help does not need them.
			const { downloadWithNulls } = await import('../output/with-nulls.ts');
			printJson({ downloads: shown.map(downloadWithNulls), checkpoints: checkpoints ?? null });
			return;
		}
		await printTable(downloadTableColumns, shown, { header, empty: 'There are no downloads.' });
		for (const each of shown) if (each.error !== '') notice(`${displayName(each)}: ${oneLine(each.error)}`);
		if (checkpoints?.all_loaded === false) {
			const { loaded, total } = checkpoints;
			notice(`The service is still loading: ${count(loaded)} of ${count(total)} downloads.`);
		}
	},
});
