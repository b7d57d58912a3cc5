import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
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
	endpointNames,
	endpoints,
} from '../../protocol/endpoints/table.ts';
import { stringifyExact } from '../../protocol/exact-json.ts';
import { unsupported } from './body.ts';
import { refuseBrowser } from './host-and-origin-check.ts';
import { HttpError, invalidParameter } from './http-error.ts';
import { JsonBytes } from './json-bytes.ts';
import { servedPaths } from './known-paths.ts';

/** A validated request, typed by the endpoint table. */
export interface RouteRequest<Name extends EndpointName> {
	readonly params: EndpointParams<Name>;
	readonly query: EndpointQuery<Name>;
	readonly body: EndpointBody<Name>;
	/** File sent as the whole body, if the endpoint takes one. The field of `body` for it is then '<body>'. */
	readonly upload: Uint8Array | undefined;
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
}

type HandlerResult<Name extends EndpointName> = {
	readonly json: EndpointAnswer<Name> | JsonBytes;
	readonly bytes: EndpointAnswer<Name> | undefined;
	readonly events: undefined;
}[Endpoints[Name]['content']];

/**
 * JSON endpoints return their response, byte endpoints the bytes. A handler that took over the reply returns
 * nothing. HEAD reaches the handler of GET; only handlers that take over the reply must distinguish them.
 */
type Handler<Name extends EndpointName> = (request: RouteRequest<Name>) => Promise<HandlerResult<Name>>;

/** Smaller responses are not compressed. */
const MIN_COMPRESSED_BYTES = 64 * 1024;

const compress = promisify(gzip);

/** One handler per endpoint. A missing handler does not compile. */
export type Handlers = { readonly [Name in EndpointName]: Handler<Name> };

/** Handlers currently available. During a database upgrade some are missing. */
export type HandlersNow = () => Partial<Handlers>;

/** Registers a route for every endpoint, with validation. */
export function registerRoutes(app: FastifyInstance, handlers: HandlersNow): void {
	for (const name of endpointNames) {
		const entry: Endpoint = endpoints[name];
		const perform = async (request: FastifyRequest, reply: FastifyReply) => {
			// Handler and endpoint have the same name. TypeScript cannot infer that inside a loop.
			const handler = handlers()[name] as
				| ((request: RouteRequest<EndpointName>) => Promise<unknown>)
				| undefined;
			if (!handler) throw notReady;
			const query = decodeStrictly(entry.query, entry.repairQuery?.(request.query) ?? request.query, 'query');
			const upload = uploadOf(entry, request.body);
			const given = upload ? fieldsBesides(entry, request.query) : (request.body ?? {});
			const fields = entry.repairBody ? entry.repairBody(given) : given;
			const body = decodeStrictly(entry.body, fields, upload ? 'query' : 'body');
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
			const json = answer instanceof JsonBytes ? answer.bytes : Buffer.from(stringifyExact(answer));
			reply.type('application/json; charset=utf-8');
			if (json.length <= MIN_COMPRESSED_BYTES || !acceptsGzip(request)) return reply.send(json);
			const compressed = await compress(json, { level: constants.Z_BEST_SPEED });
			return reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding').send(compressed);
		};
		for (const path of servedPaths(entry.path)) {
			const url = path.replace(/\{(\w+)\}/g, ':$1');
			const { method, maxBodyBytes } = entry;
			const limit = maxBodyBytes === undefined ? {} : { bodyLimit: maxBodyBytes };
			app.route({ method, url, handler: perform, ...limit });
			if (!entry.sampleMethod) continue;
			app.route({
				method: entry.sampleMethod,
				url,
				// HEAD must change nothing.
				exposeHeadRoute: false,
				onRequest: async (request) => refuseBrowser(request),
				handler: perform,
			});
		}
	}
}

/** Whether a client accepts a compressed response (RFC 9110, 12.5.3). */
function acceptsGzip({ headers }: FastifyRequest): boolean {
	const accepted = String(headers['accept-encoding'] ?? '')
		.toLowerCase()
		.split(',');
	return accepted.some((part) => {
		const [name, weight = ''] = part.split(';').map((text) => text.trim());
		return name === 'gzip' && Number(weight.replace('q=', '') || 1) > 0;
	});
}

const notReady = new HttpError(
	503,
	'NotReadyError',
	'The service is not ready yet. GET /state shows its progress. Retry in a moment.',
);

/** Returns the bytes of an uploaded file. server.ts reads no other body as bytes. */
function uploadOf(entry: Endpoint, body: unknown): Uint8Array | undefined {
	if (!(body instanceof Uint8Array)) return undefined;
	if (!entry.upload) throw unsupported('that is a file');
	return body;
}

function fieldsBesides({ upload }: Endpoint, query: unknown): unknown {
	const fields = typeof query === 'object' ? query : {};
	return upload ? { ...fields, [upload.field]: '<body>' } : fields;
}

/** Decodes strictly. Throws for the first deviation. */
function decodeStrictly(schema: Endpoint['query'], value: unknown, where: string): unknown {
	const decoded = decode(schema, value);
	const [deviation] = decoded.deviations;
	if (deviation) {
		throw invalidParameter(`The ${where} is invalid: ${deviation.path || 'it'} ${deviation.problem}.`);
	}
	return decoded.value;
}
