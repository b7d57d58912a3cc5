import { assertAccepted } from '../../client/http/assert-accepted.ts';
import { maybe } from '../declaration/arguments.ts';
import { usage } from '../declaration/failure.ts';
import { flag } from '../declaration/options.ts';
import { jsonOption } from '../output/print.ts';
import { serviceCommand } from '../service-command/service-command.ts';
import { chooseOne, downloadArgument } from './choose.ts';
import { doToEach } from './each.ts';

const renameText = { either: 'Specify either a name or --reset.' } as const;

export const renameCommand = serviceCommand({
	name: 'rename',
	summary: 'change the name of a download that is shown',
	description:
		'Changes the name in lists, filters and messages. Files and folders on the disk keep their names. Needs a ' +
		'service that can rename downloads.',
	examples: [
		["seedtop rename debian 'Debian 13'", 'show it with another name'],
		["seedtop rename 'Debian 13' --reset", 'show it with the name of the torrent again'],
	],
	options: { reset: flag('--reset', 'show the name of the torrent again'), json: jsonOption },
	arguments: { download: downloadArgument, name: maybe('name', 'new name, at most 255 characters') },
	async run({ download, name = '', reset, json }, call) {
		if ((name.trim() === '') !== reset) throw usage(renameText.either);
		const chosen = await chooseOne(call, download);
		return doToEach([chosen], json, reset ? 'Name restored' : 'Renamed', ({ infohash }) =>
			assertAccepted(call.client.changeDownload({ params: { infohash }, body: { name } }, call.limits)),
		);
	},
});
