import { noTrackers, trackerColumns } from '../../columns/trackers.ts';
import { serviceCommand } from '../declaration/service-command.ts';
import { printJson, printTable, tableOptions } from '../output/print.ts';
import { downloadArgument } from './choose.ts';
import { matchDownload } from './match.ts';

export const trackersCommand = serviceCommand({
	name: 'trackers',
	summary: 'list the trackers of a download',
	options: tableOptions,
	arguments: { download: downloadArgument },
	async run(input, { client, limits }) {
		const { downloads } = await client.listDownloads({}, limits);
		const download = matchDownload(downloads, input.download);
		const { infohash, name, trackers } = download;
		if (input.json) {
			// Load schemas on demand, because help does not need them.
			const { trackerWithNulls } = await import('../output/with-nulls.ts');
			printJson({ infohash, name, trackers: trackers?.map(trackerWithNulls) ?? null });
		} else
			await printTable(trackerColumns, trackers ?? [], { header: input.header, empty: noTrackers(download) });
	},
});
