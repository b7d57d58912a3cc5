import { count } from '../../columns/figures.ts';
import { oneLine } from '../../format/one-line.ts';
import { any } from '../declaration/arguments.ts';
import { usage } from '../declaration/failure.ts';
import { notice, printJson, printTable, tableOptions } from '../output/print.ts';
import { serviceCommand } from '../service-command/service-command.ts';
import { chooseText, choosingOptions, displayName, filterByStatus, filters, infohashes } from './choose.ts';

export const lsCommand = serviceCommand({
	name: 'ls',
	aliases: ['list'],
	summary: 'list the downloads',
	description:
		'Lists all downloads, those that match a name or a filter, or those with a status. A name lists all its ' +
		'matches. With a condition in one of the arguments, they are one filter.',
	examples: [
		["seedtop ls 'is:complete ratio>2'", 'downloads that match a filter'],
		["seedtop ls 'size>4GiB' | cut -f 1", 'their infohashes, for a script'],
		["seedtop ls --json | jq '.downloads[].name'", 'the names, for a script'],
	],
	options: { ...choosingOptions, ...tableOptions },
	arguments: {
		download: any(
			'download',
			'infohash or its beginning, a part of the name, or a condition; repeatable',
			'match',
		),
	},
	async run({ download, all, status, filter, json, header }, call) {
		if (filter !== undefined && download.length > 0) throw usage(chooseText.both);
		const { filterDownloads, listMatches, needsAvailability } = await filters();
		const isTested = needsAvailability(filter === undefined ? download : [filter]);
		const query = json || isTested ? { query: { get_availability: true } } : {};
		const answer = await call.client.listDownloads(query, call.limits);
		const { listedNames } = await infohashes();
		const names = all ? [] : await listedNames(call, answer.downloads, download);
		const named = names.length > 0 ? listMatches(answer.downloads, names) : answer.downloads;
		const listed = filterByStatus(named, status);
		const shown = filter === undefined ? listed : filterDownloads(listed, filter);
		const { checkpoints } = answer;
		if (json) {
			// Load schemas on demand, because help does not need them.
			const { downloadWithNulls } = await import('../output/with-nulls.ts');
			printJson({ downloads: shown.map(downloadWithNulls), checkpoints: checkpoints ?? null });
			return;
		}
		// Columns are loaded on demand, because help does not need them.
		const { downloadDataColumns, downloadTableColumns } = await import('../../columns/downloads.ts');
		await printTable(downloadTableColumns, shown, {
			header,
			empty: 'There are no downloads.',
			data: downloadDataColumns,
		});
		for (const each of shown) if (each.error !== '') notice(`${displayName(each)}: ${oneLine(each.error)}`);
		if (checkpoints?.all_loaded === false) {
			const { loaded, total } = checkpoints;
			notice(`The service is still loading: ${count(loaded)} of ${count(total)} downloads.`);
		}
	},
});
