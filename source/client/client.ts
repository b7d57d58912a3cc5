import { type Deviation, decode } from '../protocol/decode.ts';
import type { Endpoint } from '../protocol/endpoint.ts';
import {
	type EndpointAnswer,
	type EndpointName,
	type EndpointRequest,
	endpointNames,
	endpoints,
} from '../protocol/endpoints/table.ts';
import { readError } from '../protocol/errors.ts';
import { parseExact } from '../protocol/exact-json.ts';
import { type Added, type Addition, addSource, type TorrentFile } from './add-source.ts';
import { MalformedError, RefusedError } from './errors.ts';
import type { Http } from './http/http.ts';
import { type CallOptions, type ClientOptions, type LooseRequest, Requests } from './http/requests.ts';
import { VerifiedChanges } from './verified-changes.ts';

export type { CallOptions, ClientOptions } from './http/requests.ts';

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

/** A client without what is made of several requests. */
export type PlainClient = ClientMethods & {
	readonly url: string;
	readonly http: Http;
	/** Requests whose answers are read by somebody else: see DownloadList. */
	readonly requests: Requests;
	/** Endpoints that the service was found not to have: calling them throws an AbsentError without a request. */
	readonly absent: ReadonlySet<EndpointName>;
	close(): Promise<void>;
};

export type Client = PlainClient & {
	/** Adds a download from anything a user may name. */
	addSource(source: string | TorrentFile, how: Addition, options?: CallOptions): Promise<Added>;
	/** Changes that are read back, because some services accept them and do not make them. */
	readonly verified: VerifiedChanges;
	/** Calls an endpoint that is known at run time only. */
	call<Name extends EndpointName>(
		name: Name,
		request: LooseRequest,
		options?: CallOptions,
	): Promise<EndpointAnswer<Name>>;
	/** Asks anew for what was absent: the service may be another one by now, or have started in the meantime. */
	forgetAbsent(): void;
};

/**
 * A client of one service, its methods derived from the endpoint table. They throw a ClientError; answers are
 * decoded into the canonical shapes of the protocol, whatever generation the service is of.
 */
export function createClient(options: ClientOptions): Client {
	const requests = new Requests(options);
	const methods = Object.fromEntries(
		endpointNames
			.filter((name) => endpoints[name].content !== 'events')
			.map((name) => [
				name,
				(request: LooseRequest = {}, call: CallOptions = {}) => send(requests, name, request, call),
			]),
	);
	// The loop above makes exactly the methods that the mapped type names.
	const plain: PlainClient = Object.assign(methods as unknown as ClientMethods, {
		url: requests.http.url,
		http: requests.http,
		requests,
		absent: requests.absent,
		close: () => requests.http.close(),
	});
	const verified = new VerifiedChanges(plain);
	return Object.assign(plain, {
		addSource: (source: string | TorrentFile, how: Addition, call: CallOptions = {}) =>
			addSource(plain, source, how, call),
		verified,
		call: <Name extends EndpointName>(name: Name, request: LooseRequest, call: CallOptions = {}) =>
			// `send` decodes by the endpoint's schema.
			send(requests, name, request, call) as Promise<EndpointAnswer<Name>>,
		forgetAbsent: () => {
			requests.forgetAbsent();
			verified.forget();
		},
	});
}

async function send(
	requests: Requests,
	name: EndpointName,
	request: LooseRequest,
	call: CallOptions,
): Promise<unknown> {
	const entry: Endpoint = endpoints[name];
	const { what, body } = await requests.open(name, request, call);
	const bytes = await body.bytes();
	if (entry.content !== 'json') return bytes;
	const answer = parseAnswer(what, bytes);
	refuseError(what, answer);
	const { value, deviations } = decode(entry.response, entry.repair ? entry.repair(answer, request) : answer);
	refuseOther(what, deviations);
	requests.report(name, deviations);
	return value;
}

/** A field that is odd leaves the rest usable; a whole that is something else leaves nothing: MalformedError. */
export function refuseOther(what: string, deviations: readonly Deviation[]): void {
	const whole = deviations.find(({ path }) => path === '');
	if (whole) throw new MalformedError(what, `the answer ${whole.problem}`);
}

/** The JSON of an answer. Throws a MalformedError on what is none. */
export function parseAnswer(what: string, bytes: Uint8Array): unknown {
	const text = new TextDecoder().decode(bytes);
	try {
		return parseExact(text);
	} catch (cause) {
		throw new MalformedError(what, 'the answer is not JSON', cause);
	}
}

/** Throws a RefusedError when an answer is an error: services in the field put some into a 200. */
export function refuseError(what: string, answer: unknown): void {
	const error = readError(answer);
	if (error) throw new RefusedError(what, 200, error.code, error.message, error.handled);
}
