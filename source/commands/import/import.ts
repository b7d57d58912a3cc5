import { clientNames } from '../../import/imported-download.ts';
import { maybe } from '../declaration/arguments.ts';
import type { ArgumentDeclaration } from '../declaration/declaration.ts';
import { usage } from '../declaration/failure.ts';
import { flag } from '../declaration/options.ts';
import { tableOptions } from '../output/print.ts';
import { serviceCommand } from '../service-command/service-command.ts';

const client: ArgumentDeclaration<(typeof clientNames)[number]> = {
	name: 'client',
	description: 'program whose downloads are imported',
	required: true,
	many: false,
	completes: clientNames,
	read: (raw) => {
		const given = typeof raw === 'string' ? raw.toLowerCase() : '';
		const name = clientNames.find((each) => each === given);
		if (name === undefined) throw usage(`client is one of ${clientNames.join(', ')}, not '${given}'.`);
		return name;
	},
};

export const importCommand = serviceCommand({
	name: 'import',
	endpoints: ['importDownload'],
	summary: 'import the downloads of another client',
	description:
		'Imports the downloads of another client of this machine with their progress, destinations, labels, totals, ' +
		'limits and selected files. The data stays where it is, and nothing of the other client changes. Only a sample ' +
		'of the data is hashed. Downloads that the service already has are skipped, so the command can be repeated. ' +
		'Stop the other client first: two programs must not write the same files.',
	examples: [
		['seedtop import transmission --dry-run', 'what would be imported'],
		['seedtop import qbittorrent /srv/qb/qBittorrent/data', 'from a folder that is not the usual one'],
	],
	options: {
		dryRun: flag('--dry-run', 'print what would be imported, and import nothing'),
		stopped: flag('--stopped', 'import all downloads stopped'),
		force: flag('--force', 'import although the other client is running'),
		...tableOptions,
	},
	arguments: {
		client,
		folder: maybe('folder', 'state folder of the client (default: its usual folders)', 'folder'),
	},
	async run(input, call) {
		const { importDownloads } = await import('./import-downloads.ts');
		return importDownloads(input, call);
	},
});
