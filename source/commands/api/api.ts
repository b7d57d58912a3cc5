import { pipeline } from 'node:stream/promises';
import type { AnswerBody } from '../../client/http/response-body.ts';
import { any, maybe } from '../declaration/arguments.ts';
import { command, type RawInput } from '../declaration/declaration.ts';
import { flag, text } from '../declaration/options.ts';
import { type Call, withService } from '../declaration/service-command.ts';
import { serviceOptions } from '../declaration/service-options.ts';
import { refuseTerminal } from '../output/binary.ts';
import { usage } from '../output/failure.ts';
import { interruptible } from '../output/interruption.ts';
import { printJson, printLine, printTable, tableOptions } from '../output/print.ts';
import type { Method } from './match-endpoint.ts';

/** Default timeout of the response. */
const DEFAULT_TIMEOUT_MS = 30_000;

/** Failures of a command line. */
export const apiText = {
	incomplete: 'Specify METHOD and PATH, or --list.',
	method: (known: readonly string[], given: string) =>
		`The method is one of ${known.join(', ')}, not '${given}'.`,
};

interface ApiRequest {
	readonly method: Method;
	/** Below the base URL, as typed. */
	readonly path: string;
	readonly pairs: readonly string[];
	readonly data: string | undefined;
}

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
		if (input.list) return printEndpoints(input.header, input.json);
		if (input.help) return printHelp(method, path, raw);
		if (method === undefined || path === undefined) throw usage(apiText.incomplete);
		const wanted = {
			method: await readMethod(method),
			path: absolutePath(path),
			pairs: input.pair,
			data: input.data,
		};
		return withService(input, (call) => send(call, wanted));
	},
});

async function send(call: Call, wanted: ApiRequest): Promise<number | undefined> {
	const [{ matchEndpoint }, { arrange, readJson, readPairs }, { printAnswer }] = await Promise.all([
		import('./match-endpoint.ts'),
		import('./parameters.ts'),
		import('./answer.ts'),
	]);
	const pairs = readPairs(wanted.pairs);
	const [bare = '', search] = wanted.path.split('?', 2);
	const match = search === undefined ? matchEndpoint(wanted.method, bare) : undefined;
	if (match?.entry.content === 'events') return follow(call, wanted.path);
	const data = wanted.data === undefined ? undefined : readJson(wanted.data);
	if (match) {
		const arranged = arrange(match.entry, match.params, pairs);
		if (data !== undefined && arranged.body !== undefined)
			throw usage('Use either key=value or -d for the body, not both.');
		const request = { ...arranged, body: data ?? arranged.body };
		const { body } = await call.client.requests.open(match.name, request, call.limits);
		await printAnswer(await body.bytes());
		return undefined;
	}
	const body = await openUnknown(call, wanted, data);
	await printAnswer(await body.bytes());
	return undefined;
}

/** Sends a request to an endpoint outside the table exactly as typed. */
async function openUnknown(call: Call, wanted: ApiRequest, data: unknown): Promise<AnswerBody> {
	const [{ groupByName, readPairs }, { stringifyExact }] = await Promise.all([
		import('./parameters.ts'),
		import('../../protocol/exact-json.ts'),
	]);
	const pairs = readPairs(wanted.pairs);
	const search = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value]));
	const inQuery = wanted.method === 'GET' && pairs.length > 0;
	if (data !== undefined && pairs.length > 0 && !inQuery)
		throw usage('Use either key=value or -d for the body, not both.');
	const form = call.service.generation === 'A' && data === undefined;
	const fields = data ?? (pairs.length > 0 && !inQuery ? groupByName(pairs) : undefined);
	const joint = wanted.path.includes('?') ? '&' : '?';
	return call.client.http.open({
		method: wanted.method,
		path: inQuery ? `${wanted.path}${joint}${search}` : wanted.path,
		accept: '*/*',
		...(fields === undefined
			? {}
			: {
					contentType: form ? 'application/x-www-form-urlencoded' : 'application/json',
					body: form ? String(search) : stringifyExact(fields),
				}),
		timeout: call.limits.timeout ?? DEFAULT_TIMEOUT_MS,
	});
}

/** Copies the endless event stream to standard output as it arrives. */
async function follow(call: Call, path: string): Promise<number | undefined> {
	refuseTerminal('The stream of events', "use 'seedtop events', or redirect it with |");
	return interruptible(async (signal) => {
		const body = await call.client.http.open({
			method: 'GET',
			path,
			accept: 'text/event-stream, application/json',
			timeout: call.limits.timeout ?? DEFAULT_TIMEOUT_MS,
			bodyTimeout: 0,
			signal,
		});
		await pipeline(body, process.stdout, { signal, end: false });
		return undefined;
	});
}

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

async function printEndpoints(header: boolean, json: boolean): Promise<undefined> {
	const [{ endpointNames, endpoints }, { endpointColumns }] = await Promise.all([
		import('../../protocol/endpoints/table.ts'),
		import('../../columns/endpoints.ts'),
	]);
	const rows = endpointNames.map((name) => endpoints[name]);
	if (json) {
		printJson(
			endpointNames.map((name) => {
				const { method, path, generations, resource, summary, optional, query, body, response, statuses } =
					endpoints[name];
				return {
					name,
					method,
					path,
					generations,
					resource,
					summary,
					optional,
					query,
					body,
					response,
					statuses,
				};
			}),
		);
	} else await printTable(endpointColumns, rows, { header, empty: '' });
	return undefined;
}
