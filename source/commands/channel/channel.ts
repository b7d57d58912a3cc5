import { textOrDash } from '../../columns/figures.ts';
import { sanitize } from '../../format/sanitize.ts';
import { one, some } from '../declaration/arguments.ts';
import { group } from '../declaration/declaration.ts';
import { usage } from '../declaration/failure.ts';
import { amount, text } from '../declaration/options.ts';
import { assertDone } from '../output/assert-done.ts';
import { interruptible } from '../output/interruption.ts';
import {
	jsonOption,
	printAnswer,
	printFacts,
	printOutcome,
	printResult,
	printTable,
	tableOptions,
} from '../output/print.ts';
import { serviceCommand } from '../service-command/service-command.ts';
import { serviceOptions } from '../service-command/service-options.ts';
import {
	addTorrentsCommand,
	dropTorrentsCommand,
	familyFilterOption,
	listTorrentsCommand,
} from './channel-torrents.ts';
import { ofOwnChannel } from './which-channel.ts';

/** Failure of a command line without a change. */
export const NO_CHANGE = 'Specify --name, --description or both.';

/** Failure of an empty new name. */
const EMPTY_NAME = '--name must not be empty.';

/** Results of the commands. Names are sanitized. */
const channelText = {
	created: (name: string) => `Created: ${name}`,
	notCreated: 'The service did not create the channel.',
	changed: 'The channel was changed.',
	notChanged: 'The service did not change the channel.',
	none: 'No channels are known.',
} as const;

const show = serviceCommand({
	name: 'show',
	endpoints: ['getMyChannel'],
	summary: 'show the overview of your channel',
	options: { json: jsonOption },
	async run({ json }, call) {
		const answer = await ofOwnChannel(call, call.client.getMyChannel({}, call.limits));
		const { name, description, identifier } = answer.overview;
		if (json) await printAnswer('getMyChannel', answer);
		else
			await printFacts([
				['name', name],
				['description', textOrDash(description)],
				['identifier', textOrDash(identifier)],
			]);
	},
});

const create = serviceCommand({
	name: 'create',
	endpoints: ['createMyChannel'],
	summary: 'create your channel',
	description: 'Creates your channel. Other services can read its name, its description and its torrents.',
	options: { description: text('--description <text>', 'description of the channel'), json: jsonOption },
	arguments: { name: one('name', 'name of the channel') },
	async run({ name, description, json }, { client, limits }) {
		const body = { name, ...(description === undefined ? {} : { description }) };
		const answer = await client.createMyChannel({ body }, limits);
		assertDone(answer.added, channelText.notCreated);
		if (json) await printAnswer('createMyChannel', answer);
		else {
			const sentence = channelText.created(sanitize(name, 200));
			await printResult(sentence, { id: answer.identifier ?? '', name, result: 'created' });
		}
	},
});

const set = serviceCommand({
	name: 'set',
	endpoints: ['getMyChannel', 'changeMyChannel'],
	summary: 'change the name or the description of your channel',
	options: {
		name: text('--name <name>', 'new name'),
		description: text('--description <text>', 'new description'),
		json: jsonOption,
	},
	async run({ name, description, json }, call) {
		if (name === undefined && description === undefined) throw usage(NO_CHANGE);
		if (name?.trim() === '') throw usage(EMPTY_NAME);
		// Tribler before 7.4 refuses a missing name and takes a missing description for an empty one.
		const known =
			name === undefined || description === undefined
				? (await ofOwnChannel(call, call.client.getMyChannel({}, call.limits))).overview
				: undefined;
		const body = {
			name: name ?? known?.name ?? '',
			description: description ?? known?.description ?? '',
		};
		const answer = await ofOwnChannel(call, call.client.changeMyChannel({ body }, call.limits));
		assertDone(answer.modified, channelText.notChanged);
		await printOutcome(json, answer, channelText.changed, { id: '', name: name ?? '', result: 'changed' });
	},
});

const list = serviceCommand({
	name: 'ls',
	endpoints: ['listChannels'],
	aliases: ['list'],
	summary: 'list the known channels, yours first',
	options: { filter: familyFilterOption, ...tableOptions },
	async run({ filter, json, header }, { client, limits }) {
		const answer = await client.listChannels({ query: filter ? {} : { disable_filter: true } }, limits);
		if (json) await printAnswer('listChannels', answer);
		else {
			const { channelColumns } = await import('../../columns/channel.ts');
			await printTable(channelColumns, answer.channels, { header, empty: channelText.none });
		}
	},
});

/** Default time for results, and the time without a new one after which the search ends, s. */
const DEFAULT_LIMIT_S = 15;
const IDLE_S = 3;

const searchCommand = serviceCommand({
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

export const channelCommand = group({
	name: 'channel',
	summary: 'your channel and those of others',
	options: serviceOptions,
	verbs: [
		show,
		create,
		set,
		list,
		listTorrentsCommand,
		addTorrentsCommand,
		dropTorrentsCommand,
		searchCommand,
	],
});
