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
import { unsupported } from './body.ts';
import { HttpError, invalidParameter } from './http-error.ts';
import { JsonBytes } from './json-bytes.ts';
import { type OfferedEndpoint, offeredEndpoints } from './offered.ts';

/** A request as handlers see it: valid, and typed by the endpoint table. */
export interface RouteRequest<Name extends EndpointName> {
	readonly params: EndpointParams<Name>;
	readonly query: EndpointQuery<Name>;
	readonly body: EndpointBody<Name>;
	/** A file that came as the whole body, where the row takes one; the field of `body` it stands for is '<body>'. */
	readonly upload: Uint8Array | undefined;
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
}

type Returned<Name extends EndpointName> = {
	readonly json: EndpointAnswer<Name> | JsonBytes;
	readonly bytes: EndpointAnswer<Name> | undefined;
	readonly events: undefined;
}[Endpoints[Name]['content']];

/**
 * JSON endpoints return their answer, byte endpoints the bytes, or nothing when they took the reply over, as the
 * stream of events does. HEAD reaches the handler of GET; only who takes the reply over needs to tell them apart.
 */
export type Handler<Name extends EndpointName> = (request: RouteRequest<Name>) => Promise<Returned<Name>>;

/** A handler for every row of the table that the service has: a row without one does not compile. */
export type Handlers = { readonly [Name in OfferedEndpoint]: Handler<Name> };

/** The handlers there are at the moment: not all of them while the service upgrades its database. */
export type HandlersNow = () => Partial<Handlers>;

/** Registers a route for every row of the endpoint table, each validating what the row declares. */
export function registerRoutes(app: FastifyInstance, handlers: HandlersNow): void {
	for (const name of offeredEndpoints) {
		const entry: Endpoint = endpoints[name];
		app.route({
			method: entry.method,
			url: entry.path.replace(/\{(\w+)\}/g, ':$1'),
			handler: async (request, reply) => {
				// A handler and its row have the same name; the compiler cannot tie them together inside a loop.
				const handler = handlers()[name] as
					| ((request: RouteRequest<EndpointName>) => Promise<unknown>)
					| undefined;
				if (!handler) throw notReady;
				const query = valid(entry.query, request.query, 'query');
				const upload = uploadOf(entry, request.body);
				const given = upload ? fieldsBesides(entry, request.query) : (request.body ?? {});
				const fields = entry.repairBody ? entry.repairBody(given) : given;
				const body = valid(entry.body, fields, upload ? 'query' : 'body');
				const params = request.params as EndpointParams<EndpointName>;
				const answer = await handler({
					params,
					query,
					body,
					upload,
					request,
					reply,
				} as RouteRequest<EndpointName>);
				if (entry.content === 'events' || reply.sent) return reply;
				if (entry.content === 'bytes') return reply.send(answer);
				const json = answer instanceof JsonBytes ? answer.bytes : stringifyExact(answer);
				return reply.type('application/json; charset=utf-8').send(json);
			},
		});
	}
}

const notReady = new HttpError(
	503,
	'NotReadyError',
	'The service is not ready for this yet: GET /state tells what it does. Ask again in a moment.',
);

/** The bytes of a body that is a file (server.ts reads no other body as bytes). */
function uploadOf(entry: Endpoint, body: unknown): Uint8Array | undefined {
	if (!(body instanceof Uint8Array)) return undefined;
	if (!entry.upload) throw unsupported('that is a file');
	return body;
}

function fieldsBesides({ upload }: Endpoint, query: unknown): unknown {
	const fields = typeof query === 'object' ? query : {};
	return upload ? { ...fields, [upload.field]: '<body>' } : fields;
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
