import fastify, {
	type FastifyError,
	type FastifyInstance,
	type FastifyReply,
	type FastifyRequest,
} from 'fastify';
import type { Endpoint } from '../../protocol/endpoint.ts';
import { endpoints } from '../../protocol/endpoints/table.ts';
import type { Log } from '../log/log.ts';
import { listsOf, parseBody, unsupported } from './body.ts';
import type { HttpConnections } from './connections.ts';
import { commonHeaders, errorBody } from './error-answer.ts';
import { type RequestCheck, refuseSecondHost } from './host-and-origin-check.ts';
import { clip, HttpError } from './http-error.ts';
import { allowedMethods } from './known-paths.ts';
import { answerMalformed, answerUnusualRequests } from './malformed.ts';
import { type HandlersNow, registerRoutes } from './route.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Whether it is served without a key and to any origin. For public content only. */
		open?: boolean;
	}
}

/** Maximum bytes of a request body, as in existing services. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** Maximum characters of a path component. A feed's URL can be one. */
const MAX_PATH_PART = 8_192;
/** Maximum characters of a framework error, which may quote the request. */
const MAX_MESSAGE_LENGTH = 300;
/** Time for the headers and for the whole request to arrive. */
const HEADERS_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT_MS = 300_000;

interface ServerOptions {
	readonly handlers: HandlersNow;
	/** Checks Host and Origin (host-and-origin-check.ts). */
	readonly hostAndOrigin: RequestCheck;
	/** Checks the API key, if there is one. */
	readonly authentication: RequestCheck;
	readonly connections: HttpConnections;
	readonly log: Log;
	/** Called with the reason of an unexpected failure. */
	readonly onException: (reason: string) => void;
	/** Timeouts for tests and the interval of their check, in milliseconds. */
	readonly timeouts?: { readonly headers: number; readonly request: number; readonly checkInterval: number };
}

/**
 * Creates the HTTP server. It checks Host, Origin and the key, then routes requests by the endpoint table. All
 * errors have the format of part 7, even for malformed HTTP.
 */
export function createServer(options: ServerOptions): FastifyInstance {
	const { handlers, hostAndOrigin, authentication, connections, log, onException, timeouts } = options;
	const answerError = (
		error: FastifyError | HttpError,
		request: FastifyRequest,
		reply: FastifyReply,
	): FastifyReply => {
		reply.headers(commonHeaders);
		if (error instanceof HttpError) {
			reply.headers(error.headers);
			return reply.code(error.status).send(errorBody(true, error.code, error.message));
		}
		if (error.statusCode !== undefined && error.statusCode < 500) {
			const message = error.message.slice(0, MAX_MESSAGE_LENGTH);
			return reply.code(error.statusCode).send(errorBody(true, error.code || error.name, message));
		}
		const what = `${request.method} ${clip(pathOf(request))} failed: ${error.message}`;
		log('error', what, error);
		onException(what);
		return reply.code(500).send(errorBody(false, error.name, error.message));
	};

	const app = fastify({
		bodyLimit: MAX_BODY_BYTES,
		forceCloseConnections: true,
		requestTimeout: timeouts?.request ?? REQUEST_TIMEOUT_MS,
		http: {
			headersTimeout: timeouts?.headers ?? HEADERS_TIMEOUT_MS,
			connectionsCheckingInterval: timeouts?.checkInterval ?? 10_000,
			// Our own check sends the error in the common format.
			requireHostHeader: false,
		},
		clientErrorHandler: answerMalformed,
		// Handles malformed paths. No hook has run, so the checks run here.
		frameworkErrors: (error, request, reply) => {
			let refusal: FastifyError | HttpError = error;
			try {
				refuseSecondHost(request);
				hostAndOrigin(request);
				authentication(request);
			} catch (denied) {
				if (denied instanceof HttpError) refusal = denied;
			}
			answerError(refusal, request, reply);
		},
		routerOptions: {
			maxParamLength: MAX_PATH_PART,
			querystringParser: (text) => listsOf(new URLSearchParams(text)),
		},
	});
	answerUnusualRequests(app.server);
	connections.attach(app.server);
	// The key is checked before routing, so that paths are not revealed without it.
	app.addHook('onRequest', async (request, reply) => {
		const { socket } = request.raw;
		connections.begin(socket, reply.raw);
		reply.headers(commonHeaders);
		refuseSecondHost(request);
		if (!request.routeOptions.config.open) {
			hostAndOrigin(request);
			authentication(request);
			connections.authenticated(socket);
		}
		const encoding = request.headers['content-encoding'];
		if (encoding !== undefined && encoding !== 'identity') throw unsupported(`in ${clip(encoding)}`);
	});

	// Logs the route, not the path: a path may contain a feed's URL with a password.
	app.addHook('onResponse', async ({ method, routeOptions }, reply) =>
		log(
			'debug',
			`${method} ${routeOptions.url ?? 'an unknown path'}: ${reply.statusCode} in ${Math.round(reply.elapsedTime)} ms`,
		),
	);

	app.removeAllContentTypeParsers();
	for (const { upload } of Object.values<Endpoint>(endpoints)) {
		if (!upload) continue;
		app.addContentTypeParser(
			upload.contentType,
			{ parseAs: 'buffer' },
			async (_request: unknown, bytes: string | Buffer) => bytes,
		);
	}
	app.addContentTypeParser(
		'*',
		{ parseAs: 'string' },
		async (request: { headers: { 'content-type'?: string } }, text: string) =>
			parseBody(text, request.headers['content-type'] ?? ''),
	);

	app.setNotFoundHandler(async (request, reply) => {
		const path = pathOf(request);
		const methods = allowedMethods(request.method, path);
		if (methods === undefined) {
			const message = unknownPath(request.method, path);
			return reply.code(404).send(errorBody(true, 'NotFoundError', message));
		}
		const message = `There is no ${request.method} of ${clip(path)}, but ${methods}.`;
		return reply
			.code(405)
			.header('allow', methods)
			.send(errorBody(true, 'MethodNotAllowedError', message));
	});

	app.setErrorHandler(answerError);

	registerRoutes(app, handlers);
	return app;
}

/** Returns the message of a 404. The client recognizes it. */
export function unknownPath(method: string, path: string): string {
	return `There is no ${method} ${clip(path)} here.`;
}

function pathOf(request: FastifyRequest): string {
	return request.url.split('?')[0] ?? '';
}
