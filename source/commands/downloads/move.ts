import { resolve } from 'node:path';
import { oneLine } from '../../format/one-line.ts';
import { any, one } from '../declaration/arguments.ts';
import { usage } from '../declaration/failure.ts';
import { flag } from '../declaration/options.ts';
import { interruptible } from '../output/interruption.ts';
import { jsonOption } from '../output/print.ts';
import { serviceCommand } from '../service-command/service-command.ts';
import { type Chosen, chooseMany, choosingOptions, isByOption } from './choose.ts';
import { doToEach } from './each.ts';

export const moveText = {
	folder: (name: string) =>
		`The folder is missing. Use 'seedtop move ${name} FOLDER', or --cancel to cancel a move.`,
} as const;

export const moveCommand = serviceCommand({
	name: 'move',
	aliases: ['mv'],
	summary: 'move the data of downloads to another folder',
	description:
		'Moves the data of downloads to another folder of the machine of the service, also to another file system. The move goes on ' +
		'when the command ends, and after a restart of the service. With --wait, the command shows the progress and ends with the ' +
		'moves; ctrl-c ends the command only. --cancel returns the data to its old folder. Tribler moves data from 7.5 on, and ' +
		'cannot cancel that.',
	examples: [
		['seedtop move debian /srv/isos --wait', 'move it, and wait until it seeds from its new folder'],
		['seedtop move --status stopped /mnt/archive', 'move all that are stopped'],
		['seedtop move debian --cancel', 'return the data to its old folder'],
	],
	options: {
		...choosingOptions,
		wait: flag('--wait', 'show the progress, and end when the data is moved'),
		cancel: flag('--cancel', 'cancel moves; without a folder'),
		json: jsonOption,
	},
	arguments: {
		download: any('download', 'infohash or its beginning, name or a part of it', 'download or folder'),
		destination: one('destination', 'new folder; without it, with --cancel, another download'),
	},
	async run(input, call) {
		const { client, limits } = call;
		if (input.cancel) {
			const chosen = await chooseMany(call, { ...input, download: [...input.download, input.destination] });
			return doToEach(chosen, input.json, 'Cancelled', ({ infohash }) =>
				client.cancelMove({ params: { infohash } }, limits),
			);
		}
		const { awaitMove } = await import('./await-move.ts');
		// The only argument is a name: a folder has a '/'.
		const isFolderMissing =
			input.download.length === 0 && !isByOption(input) && !input.destination.includes('/');
		if (isFolderMissing) throw usage(moveText.folder(oneLine(input.destination, 80)));
		const destination = resolve(input.destination);
		const chosen = await chooseMany(call, input);
		const request = ({ infohash }: Chosen, signal?: AbortSignal) =>
			client.verified.move(infohash, destination, signal ? { ...limits, signal } : limits);
		if (!input.wait) return doToEach(chosen, input.json, 'Moving', (download) => request(download));
		return interruptible(async (signal) => {
			// All are requested before the first is awaited, so an interruption leaves none out.
			const failures = new Map<Chosen, unknown>();
			const folders = new Map<Chosen, string | undefined>();
			for (const download of chosen)
				await request(download, signal).then(
					(before) => folders.set(download, before),
					(error: unknown) => failures.set(download, error),
				);
			return doToEach(chosen, input.json, 'Moved', async (download) => {
				if (failures.has(download)) throw failures.get(download);
				await awaitMove(call, download, { from: folders.get(download), to: destination }, signal);
			});
		});
	},
});
