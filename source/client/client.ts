import { decode } from '../protocol/decode.ts';
import type { Endpoint } from '../protocol/endpoint.ts';
import {
	type EndpointAnswer,
	type EndpointName,
	endpointNames,
	endpoints,
} from '../protocol/endpoints/table.ts';
import { holdsAmounts } from '../protocol/schema-fields.ts';
import { addSource } from './add-source.ts';
import type { ClientMethods, PlainClient } from './http/plain-client.ts';
import { type CallOptions, type ClientOptions, type LooseRequest, Requests } from './http/requests.ts';
import { parseAnswer, refuseError, refuseOther } from './http/response.ts';
import { placeOrder } from './place-order.ts';
import { changeSettingsOf8, restoreSettingsOf8 } from './settings-of-8.ts';
import { changeSharedLimits } from './shared-limits.ts';
import { TrackerChanges } from './tracker-changes.ts';
import { VerifiedChanges } from './verified-changes.ts';

export type { CallOptions, ClientOptions } from './http/requests.ts';

/** An action without its client. */
type MethodOf<Action> = Action extends (client: PlainClient, ...rest: infer Rest) => infer Result
	? (...rest: Rest) => Result
	: never;

export type Client = PlainClient & {
	readonly addSource: MethodOf<typeof addSource>;
	readonly placeOrder: MethodOf<typeof placeOrder>;
	readonly changeSharedLimits: MethodOf<typeof changeSharedLimits>;
	readonly changeSettingsOf8: MethodOf<typeof changeSettingsOf8>;
	readonly restoreSettingsOf8: MethodOf<typeof restoreSettingsOf8>;
	/** Changes that are read back, because some services accept but ignore them. */
	readonly verified: VerifiedChanges;
	/** Announces and changes of trackers, in the requests of the service. */
	readonly trackers: TrackerChanges;
	/** Calls an endpoint whose name is known only at run time. */
	call<Name extends EndpointName>(
		name: Name,
		request: LooseRequest,
		options?: CallOptions,
	): Promise<EndpointAnswer<Name>>;
	/** Requests absent endpoints again, after the service was replaced or restarted. */
	forgetAbsent(): void;
};

/**
 * Creates a client of one service. Its methods are derived from the endpoint table. They throw a ClientError.
 * Responses are decoded into the canonical shapes of the protocol for every generation.
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
	// The loop above creates exactly the methods of the mapped type.
	const plain: PlainClient = Object.assign(methods as unknown as ClientMethods, {
		url: requests.http.url,
		http: requests.http,
		requests,
		absent: requests.absent,
		close: () => requests.http.close(),
	});
	const verified = new VerifiedChanges(plain);
	return Object.assign(plain, {
		addSource: addSource.bind(undefined, plain),
		placeOrder: placeOrder.bind(undefined, plain),
		changeSharedLimits: changeSharedLimits.bind(undefined, plain),
		changeSettingsOf8: changeSettingsOf8.bind(undefined, plain),
		restoreSettingsOf8: restoreSettingsOf8.bind(undefined, plain),
		verified,
		trackers: new TrackerChanges(plain),
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
	try {
		const answer = parseAnswer(what, bytes, holdsAmounts(entry.response));
		refuseError(what, answer);
		const repaired = entry.repair ? entry.repair(answer, request) : answer;
		const { value, deviations } = decode(entry.response, repaired);
		refuseOther(what, deviations);
		requests.report(name, deviations, body.record);
		return value;
	} catch (error) {
		body.record?.fail(error);
		throw error;
	}
}
