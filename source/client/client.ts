import { type Deviation, decode } from '../protocol/decode.ts';
import { type Endpoint, fillPath } from '../protocol/endpoint.ts';
import {
	type EndpointAnswer,
	type EndpointName,
	type EndpointRequest,
	endpointNames,
	endpoints,
} from '../protocol/endpoints/table.ts';
import { readError } from '../protocol/errors.ts';
import { parseExact, stringifyExact } from '../protocol/exact-json.ts';
import { MalformedError, RefusedError } from './errors.ts';
import { Http, type HttpOptions } from './http.ts';

export interface ClientOptions extends HttpOptions {
	/** How bodies are sent: [A] as forms with 0 and 1, [B] as JSON. */
	readonly generation?: 'A' | 'B' | undefined;
	/** Told where an answer was not what the interface says. */
	readonly onDeviation?: ((endpoint: EndpointName, deviations: readonly Deviation[]) => void) | undefined;
}

export interface CallOptions {
	readonly signal?: AbortSignal | undefined;
	/**
	 * Milliseconds until the answer begins, and of silence within it; 30 s unless told (changing hops took a service
	 * in the field 28 s).
	 */
	readonly timeout?: number | undefined;
}

type Arguments<Name extends EndpointName> =
	Record<never, never> extends EndpointRequest<Name>
		? [request?: EndpointRequest<Name>, options?: CallOptions]
		: [request: EndpointRequest<Name>, options?: CallOptions];

/** A method for every endpoint of the table that answers and ends. */
export type ClientMethods = {
	readonly [Name in Exclude<EndpointName, 'openEvents'>]: (
		...args: Arguments<Name>
	) => Promise<EndpointAnswer<Name>>;
};

export type Client = ClientMethods & {
	readonly url: string;
	readonly http: Http;
	close(): Promise<void>;
};

const defaultTimeout = 30_000;

/**
 * A client of one service, its methods derived from the endpoint table. They throw a ClientError; answers are
 * decoded into the canonical shapes of the protocol, whatever generation the service is of.
 */
export function createClient(options: ClientOptions): Client {
	const http = new Http(options);
	const methods = Object.fromEntries(
		endpointNames
			.filter((name) => endpoints[name].content !== 'events')
			.map((name) => [
				name,
				(request: LooseRequest = {}, call: CallOptions = {}) => send(http, options, name, request, call),
			]),
	);
	// The loop above makes exactly the methods that the mapped type names.
	return Object.assign(methods as unknown as ClientMethods, {
		url: http.url,
		http,
		close: () => http.close(),
	});
}

interface LooseRequest {
	readonly params?: Readonly<Record<string, string>>;
	readonly query?: Readonly<Record<string, unknown>>;
	readonly body?: Readonly<Record<string, unknown>>;
}

async function send(
	http: Http,
	options: ClientOptions,
	name: EndpointName,
	request: LooseRequest,
	call: CallOptions,
): Promise<unknown> {
	const entry: Endpoint = endpoints[name];
	const form = options.generation === 'A';
	const path = fillPath(entry.path, request.params ?? {});
	const bytes = await http.read({
		method: entry.method,
		path: path + queryOf(request.query ?? {}),
		accept: entry.content === 'json' ? 'application/json' : '*/*',
		...(request.body
			? {
					contentType: form ? 'application/x-www-form-urlencoded' : 'application/json',
					body: form ? formOf(request.body).toString() : stringifyExact(request.body),
				}
			: {}),
		timeout: call.timeout ?? defaultTimeout,
		signal: call.signal,
	});
	if (entry.content !== 'json') return bytes;
	const what = `${entry.method} ${path}`;
	const answer = parse(what, bytes);
	const error = readError(answer);
	// Services in the field put some errors into a 200.
	if (error) throw new RefusedError(what, 200, error.code, error.message, error.handled);
	const { value, deviations } = decode(entry.response, entry.repair ? entry.repair(answer) : answer);
	if (deviations.length > 0) options.onDeviation?.(name, deviations);
	return value;
}

function parse(what: string, bytes: Uint8Array): unknown {
	const text = new TextDecoder().decode(bytes);
	try {
		return parseExact(text);
	} catch (cause) {
		throw new MalformedError(what, 'the answer is not JSON', cause);
	}
}

/** Flags are on only when exactly '1' in the field; what is off is left out. */
function queryOf(query: Readonly<Record<string, unknown>>): string {
	const search = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (value === true) search.set(name, '1');
		else if (value !== undefined && value !== false) search.set(name, String(value));
	}
	return search.size === 0 ? '' : `?${search}`;
}

/** Generation A's bodies: booleans as 1 and 0, lists under a name with brackets. */
function formOf(body: Readonly<Record<string, unknown>>): URLSearchParams {
	const form = new URLSearchParams();
	for (const [name, value] of Object.entries(body)) {
		if (Array.isArray(value)) for (const item of value) form.append(`${name}[]`, String(item));
		else if (typeof value === 'boolean') form.set(name, value ? '1' : '0');
		else if (value !== undefined) form.set(name, String(value));
	}
	return form;
}
