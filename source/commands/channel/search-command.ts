import { some } from '../declaration/arguments.ts';
import { amount } from '../declaration/options.ts';
import { serviceCommand } from '../declaration/service-command.ts';
import { interruptible } from '../output/interruption.ts';
import { tableOptions } from '../output/print.ts';
import { familyFilterOption } from './channel-torrents.ts';

/** Default time for results, and the time without a new one after which the search ends, s. */
const DEFAULT_LIMIT_S = 15;
const IDLE_S = 3;

export const searchCommand = serviceCommand({
	name: 'search',
	endpoints: ['search'],
	summary: 'search channels and their torrents, also those of other services',
	description:
		'Searches the known channels and their torrents. Connected services answer too. Prints the results after ' +
		`${IDLE_S} s without a new one. Ctrl-c prints those that have arrived.`,
	examples: [['seedtop channel search linux amd64', 'names that have both words']],
	options: {
		for: amount('--for <seconds>', `maximum time for results (default: ${DEFAULT_LIMIT_S})`),
		filter: familyFilterOption,
		...tableOptions,
	},
	arguments: { words: some('words', 'words of the name') },
	async run({ words, for: limit = DEFAULT_LIMIT_S, filter, json, header }, call) {
		const { searchResults, printResults } = await import('./search.ts');
		const query = words.join(' ');
		const search = { query, isUnfiltered: !filter, limitMs: limit * 1000, idleMs: IDLE_S * 1000 };
		return interruptible(async (signal) => {
			await printResults(query, await searchResults(call, search, signal), { json, header });
			return undefined;
		});
	},
});
