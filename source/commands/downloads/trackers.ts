import { noTrackers, trackerColumns } from '../../columns/trackers.ts';
import { usage } from '../declaration/failure.ts';
import { repeated, text } from '../declaration/options.ts';
import { printJson, printTable, tableOptions } from '../output/print.ts';
import { serviceCommand } from '../service-command/service-command.ts';
import { downloadArgument } from './choose.ts';
import { matchDownload } from './match.ts';

const trackersText = { pair: 'Specify --replace and --with together.' } as const;

export const trackersCommand = serviceCommand({
	name: 'trackers',
	summary: 'list or change the trackers of a download',
	description:
		'Lists the trackers of a download, or changes them. A removed tracker of the torrent is not used again. Announce ' +
		'URLs begin with http, https, udp, ws or wss.',
	examples: [
		['seedtop trackers debian --add udp://tracker.example:6969', 'add a tracker'],
		['seedtop trackers debian --replace URL --with OTHER', 'replace a tracker'],
	],
	options: {
		add: repeated('--add <url>', 'add a tracker; repeatable'),
		remove: repeated('--remove <url>', 'remove a tracker; repeatable'),
		replace: text('--replace <url>', 'replace this tracker by that of --with'),
		with: text('--with <url>', 'announce URL in place of that of --replace'),
		...tableOptions,
	},
	arguments: { download: downloadArgument },
	async run(input, call) {
		if ((input.replace === undefined) !== (input.with === undefined)) throw usage(trackersText.pair);
		const { client, limits } = call;
		const { downloads } = await client.listDownloads({}, limits);
		const found = matchDownload(downloads, input.download);
		let download = found;
		if (input.add.length + input.remove.length > 0 || input.replace !== undefined) {
			const { changeTrackers, readChanged } = await import('./change-trackers.ts');
			await changeTrackers(call, found, input);
			if (!input.json) return;
			download = await readChanged(call, found.infohash, input);
		}
		const { infohash, name, trackers } = download;
		if (input.json) {
			// Load schemas on demand, because help does not need them.
			const { trackerWithNulls } = await import('../output/with-nulls.ts');
			printJson({ infohash, name, trackers: trackers?.map(trackerWithNulls) ?? null });
		} else
			await printTable(trackerColumns, trackers ?? [], { header: input.header, empty: noTrackers(download) });
	},
});
