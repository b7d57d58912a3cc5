import { pipeline } from 'node:stream/promises';
import type { AnswerBody } from '../../client/http/response-body.ts';
import { usage } from '../declaration/failure.ts';
import { refuseTerminal } from '../output/binary.ts';
import { interruptible } from '../output/interruption.ts';
import { printJson, printTable } from '../output/print.ts';
import type { Call } from '../service-command/service-command.ts';
import type { Method } from './match-endpoint.ts';

/** Default timeout of the response. */
const DEFAULT_TIMEOUT_MS = 30_000;

interface ApiRequest {
	readonly method: Method;
	/** Below the base URL, as typed. */
	readonly path: string;
	readonly pairs: readonly string[];
	readonly data: string | undefined;
}

/** Sends a request and prints its response. Returns the exit code after a signal. */
export async function sendRequest(call: Call, wanted: ApiRequest): Promise<number | undefined> {
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

/** Prints the table of endpoints. */
export async function printEndpoints(header: boolean | undefined, json: boolean): Promise<undefined> {
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
