import { one } from '../declaration/arguments.ts';
import { flag, integer } from '../declaration/options.ts';
import { tableOptions } from '../output/print.ts';
import { serviceCommand } from '../service-command/service-command.ts';

export const healthCommand = serviceCommand({
	name: 'health',
	endpoints: ['getHealth'],
	summary: "check the health of a torrent's swarm",
	description:
		'Requests the number of seeders and leechers of a torrent from its trackers and the DHT. On a terminal, ' +
		"seedtop's own service shows each result as it arrives. It also checks the trackers of a magnet link. Some " +
		"other services answer 'checking' at once and send the result as an event. --wait waits for it (default " +
		'--timeout: 60).',
	examples: [['seedtop health debian --refresh', 'check the swarm of a download now']],
	options: {
		wait: flag('--wait', 'wait for the result'),
		refresh: flag('--refresh', 'check again even after a recent check'),
		trackerTimeout: integer('--tracker-timeout <seconds>', 'timeout of trackers', { minimum: 1 }),
		...tableOptions,
	},
	arguments: { infohash: one('infohash', 'infohash, magnet link, or name of a download', 'download') },
	async run(input, call) {
		const { checkHealth } = await import('./swarm-check.ts');
		return checkHealth(input, call);
	},
});
