import { maybe, one } from '../declaration/arguments.ts';
import { command, type Declaration } from '../declaration/declaration.ts';
import { flag, text } from '../declaration/options.ts';
import { yesOption } from '../output/confirm.ts';
import { tableOptions } from '../output/print.ts';

/** Help needs only the declarations. */
const actions = () => import('./run-context.ts');

const name = one('name', 'name of the context', 'context');
const newName = one('name', "1 to 64 letters, digits, '-', '_' or '.'");

const list = command({
	name: 'ls',
	aliases: ['list'],
	summary: 'list the contexts, with the current and the default one',
	options: tableOptions,
	run: async (input) => (await actions()).listContexts(input),
});

const add = command({
	name: 'add',
	summary: 'add a context',
	description:
		'Add a context. It asks for the API key, which a terminal does not show, or reads the first line of standard input. An empty key means none. The service must answer.',
	options: {
		keyFile: text('--key-file <file>', 'file that holds the API key, read at each use', {
			completes: 'file',
		}),
		keyless: flag('--keyless', 'the service needs no API key'),
		check: flag('--no-check', 'add it without a request to the service'),
	},
	arguments: { name: newName, url: one('url', 'address of the service, with its base path') },
	examples: [
		['seedtop context add box https://box.example.net', 'asks for the API key'],
		['seedtop context add box :9000 < key', 'reads the API key from a file'],
		['seedtop context add home :8085 --key-file ~/.local/state/seedtop/api.key', 'uses the key of a file'],
	],
	run: async (input) => (await actions()).addContext(input),
});

const remove = command({
	name: 'remove',
	aliases: ['rm'],
	summary: 'remove a context and its API key',
	options: { yes: yesOption },
	arguments: { name },
	run: async (input) => (await actions()).removeContext(input),
});

const rename = command({
	name: 'rename',
	summary: 'rename a context',
	arguments: { name, newName: one('new-name', "1 to 64 letters, digits, '-', '_' or '.'") },
	run: async (input) => (await actions()).renameContext(input),
});

const use = command({
	name: 'use',
	summary: 'use a context for the following commands',
	options: { none: flag('--none', 'use no context by default: search for a service') },
	arguments: { name: maybe('name', 'name of the context', 'context') },
	run: async (input) => (await actions()).useContext(input),
});

/** Without a verb it lists the contexts. */
export const contextCommand: Declaration = {
	...list,
	name: 'context',
	aliases: [],
	summary: 'named services for --context, SEEDTOP_CONTEXT and the cockpit',
	description:
		'Named services for --context, SEEDTOP_CONTEXT and the cockpit. Without a command it lists them.',
	verbs: [list, add, remove, rename, use],
};
