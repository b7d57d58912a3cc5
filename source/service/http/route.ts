import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { decode } from '../../protocol/decode.ts';
import type { Endpoint } from '../../protocol/endpoint.ts';
import {
	type EndpointAnswer,
	type EndpointBody,
	type EndpointName,
	type EndpointParams,
	type EndpointQuery,
	type Endpoints,
	endpoints,
} from '../../protocol/endpoints/table.ts';
import { stringifyExact } from '../../protocol/exact-json.ts';
import { invalidParameter } from '../fault.ts';
import { type OfferedEndpoint, offeredEndpoints } from './offered.ts';

/** A request as handlers see it: valid, and typed by the endpoint table. */
export interface RouteRequest<Name extends EndpointName> {
	readonly params: EndpointParams<Name>;
	readonly query: EndpointQuery<Name>;
	readonly body: EndpointBody<Name>;
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
}

/** JSON endpoints return their answer, byte endpoints the bytes; the stream of events takes the reply over. */
export type Handler<Name extends EndpointName> = (
	request: RouteRequest<Name>,
) => Promise<Endpoints[Name]['content'] extends 'events' ? void : EndpointAnswer<Name>>;

/** A handler for every row of the table that the service has: a row without one does not compile. */
export type Handlers = { readonly [Name in OfferedEndpoint]: Handler<Name> };

/** Registers a route for every row of the endpoint table, each validating what the row declares. */
export function registerRoutes(app: FastifyInstance, handlers: Handlers): void {
	for (const name of offeredEndpoints) {
		const entry: Endpoint = endpoints[name];
		// A handler and its row have the same name; the compiler cannot tie them together inside a loop.
		const handler = handlers[name] as (request: RouteRequest<EndpointName>) => Promise<unknown>;
		app.route({
			method: entry.method,
			url: entry.path.replace(/\{(\w+)\}/g, ':$1'),
			handler: async (request, reply) => {
				const query = valid(entry.query, request.query, 'query');
				const body = valid(
					entry.body,
					entry.repairBody ? entry.repairBody(request.body ?? {}) : (request.body ?? {}),
					'body',
				);
				const params = request.params as EndpointParams<EndpointName>;
				const answer = await handler({ params, query, body, request, reply } as RouteRequest<EndpointName>);
				if (entry.content === 'events') return reply;
				if (entry.content === 'bytes') return reply.send(answer);
				return reply.type('application/json; charset=utf-8').send(stringifyExact(answer));
			},
		});
	}
}

/** Decodes strictly: the first thing that is not as declared refuses the request. */
function valid(schema: Endpoint['query'], value: unknown, where: string): unknown {
	const decoded = decode(schema, value);
	const [deviation] = decoded.deviations;
	if (deviation) {
		throw invalidParameter(`The ${where} is not right: ${deviation.path || 'it'} ${deviation.problem}.`);
	}
	return decoded.value;
}
