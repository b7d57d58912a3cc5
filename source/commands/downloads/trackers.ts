import { noTrackers, trackerColumns } from '../../columns/trackers.ts';
import { repeated, text } from '../declaration/options.ts';
import { type Call, serviceCommand } from '../declaration/service-command.ts';
import { usage } from '../output/failure.ts';
import { notice, printJson, printTable, tableOptions } from '../output/print.ts';
import { downloadArgument } from './choose.ts';
import { matchDownload } from './match.ts';

export const trackersText = {
	pair: 'Specify --replace and --with together.',
	added: (count: number) => `${count} ${count === 1 ? 'tracker' : 'trackers'} added.`,
	removed: (count: number) => `${count} ${count === 1 ? 'tracker' : 'trackers'} removed.`,
	replaced: 'Tracker replaced.',
	private: 'The torrent is private. Its own trackers may forbid others.',
} as const;

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
		const isChanged = await change(call, found.infohash, input);
		if (isChanged && !input.json) return;
		const download = isChanged
			? matchDownload((await client.listDownloads({}, limits)).downloads, found.infohash)
			: found;
		const { infohash, name, trackers } = download;
		if (input.json) {
			// Load schemas on demand, because help does not need them.
			const { trackerWithNulls } = await import('../output/with-nulls.ts');
			printJson({ infohash, name, trackers: trackers?.map(trackerWithNulls) ?? null });
		} else
			await printTable(trackerColumns, trackers ?? [], { header: input.header, empty: noTrackers(download) });
	},
});

interface Changes {
	readonly add: readonly string[];
	readonly remove: readonly string[];
	readonly replace: string | undefined;
	readonly with: string | undefined;
}

/** Replaces, adds, then removes trackers. Returns whether there was anything to do. Notices show no passkeys. */
async function change({ client, limits }: Call, infohash: string, changes: Changes): Promise<boolean> {
	const { add, remove, replace, with: next } = changes;
	const isReplacing = replace !== undefined && next !== undefined;
	if (!isReplacing && add.length + remove.length === 0) return false;
	if (isReplacing) {
		await client.trackers.replace(infohash, replace, next, limits);
		notice(trackersText.replaced);
	}
	if (add.length > 0) {
		const isPrivate = await client.trackers.add(infohash, add, limits);
		notice(trackersText.added(add.length));
		if (isPrivate) notice(trackersText.private);
	}
	if (remove.length > 0) {
		await client.trackers.remove(infohash, remove, limits);
		notice(trackersText.removed(remove.length));
	}
	return true;
}
