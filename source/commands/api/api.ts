import { any, maybe } from '../declaration/arguments.ts';
import { command, type RawInput } from '../declaration/declaration.ts';
import { usage } from '../declaration/failure.ts';
import { flag, text } from '../declaration/options.ts';
import { printLine, tableOptions } from '../output/print.ts';
import { withService } from '../service-command/service-command.ts';
import { serviceOptions } from '../service-command/service-options.ts';
import type { Method } from './match-endpoint.ts';

/** Failures of a command line. */
export const apiText = {
	incomplete: 'Specify METHOD and PATH, or --list.',
	method: (known: readonly string[], given: string) =>
		`The method is one of ${known.join(', ')}, not '${given}'.`,
};

export const apiCommand = command({
	name: 'api',
	summary: 'send any request to the service',
	description:
		'Sends a request and prints the response unchanged. key=value goes into the query of a GET, and into the body of ' +
		'everything else. With METHOD and PATH, --help describes that endpoint.',
	examples: [
		['seedtop api --list', 'all endpoints'],
		['seedtop api PATCH /downloads/{infohash} --help', 'parameters and response of one endpoint'],
		['seedtop api GET /downloads get_files=1', 'downloads with their files'],
		['seedtop api PUT /downloads -d \'{"uri": "/srv/x.torrent"}\'', 'a raw body'],
	],
	ownHelp: true,
	options: {
		data: text('-d, --data <json>', 'body of the request'),
		list: flag('--list', 'list all endpoints and exit'),
		help: flag('-h, --help', 'display help for command, or for an endpoint'),
		...tableOptions,
		...serviceOptions,
	},
	arguments: {
		method: maybe('method', 'GET, PUT, POST, PATCH or DELETE', ['GET', 'PUT', 'POST', 'PATCH', 'DELETE']),
		path: maybe('path', 'path below the base URL: /downloads', 'path'),
		pair: any('key=value', 'parameters'),
	},
	async run(input, raw) {
		const { method, path } = input;
		if (input.list) return (await loadRequests()).printEndpoints(input.header, input.json);
		if (input.help) return printHelp(method, path, raw);
		if (method === undefined || path === undefined) throw usage(apiText.incomplete);
		const wanted = {
			method: await readMethod(method),
			path: absolutePath(path),
			pairs: input.pair,
			data: input.data,
		};
		const { sendRequest } = await loadRequests();
		return withService(input, (call) => sendRequest(call, wanted));
	},
});

/** Help does not need it. */
const loadRequests = () => import('./requests.ts');

/** Completes a path. It must begin with '/': after a bare base URL, other text could name another host. */
function absolutePath(path: string): string {
	if (/[\s\p{C}#]/u.test(path)) throw usage('A path must not contain blanks, control characters or #.');
	const below = path.startsWith('/') ? path : `/${path}`;
	return below.replace(/[^!-~]|[{}"<>\\^`|]/gu, (character) => encodeURIComponent(character));
}

async function readMethod(given: string): Promise<Method> {
	const { methods } = await import('./match-endpoint.ts');
	const method = methods.find((each) => each === given.toUpperCase());
	if (method === undefined) throw usage(apiText.method(methods, given));
	return method;
}

async function printHelp(
	method: string | undefined,
	path: string | undefined,
	raw: RawInput,
): Promise<undefined> {
	if (method === undefined || path === undefined) {
		printLine((await raw.help()).trimEnd());
		return undefined;
	}
	const [{ matchEndpoint }, { describe }] = await Promise.all([
		import('./match-endpoint.ts'),
		import('./describe.ts'),
	]);
	const match = matchEndpoint(await readMethod(method), absolutePath(path).split('?')[0] ?? '');
	if (!match)
		throw usage(`No endpoint ${method.toUpperCase()} ${path} is known; 'seedtop api --list' lists all.`);
	printLine(describe(match.entry));
	return undefined;
}
