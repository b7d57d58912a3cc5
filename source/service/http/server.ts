import fastify, {
	type FastifyError,
	type FastifyInstance,
	type FastifyReply,
	type FastifyRequest,
} from 'fastify';
import type { Endpoint } from '../../protocol/endpoint.ts';
import { endpoints } from '../../protocol/endpoints/table.ts';
import type { Log } from '../log.ts';
import { listsOf, parseBody, unsupported } from './body.ts';
import { commonHeaders, errorBody } from './error-answer.ts';
import { type RequestCheck, refuseSecondHost } from './host-and-origin-check.ts';
import { clip, HttpError } from './http-error.ts';
import { allowedMethods } from './known-paths.ts';
import { answerMalformed, answerOddities } from './malformed.ts';
import { type HandlersNow, registerRoutes } from './route.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Is it answered without a key, whoever asks? For what holds nothing secret. */
		open?: boolean;
	}
}

/** Bytes a request's body may have, as services in the field have it. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** Characters of one part of a path: the address of a feed is one. */
const MAX_PATH_PART = 8_192;
/** Characters of an error of the framework's: it quotes what it refuses, whatever its length. */
const MAX_MESSAGE_LENGTH = 300;
/** Milliseconds a request's headers, and a whole request, may take to arrive. */
const HEADERS_TIMEOUT_MS = 60_000;
const REQUEST_TIMEOUT_MS = 300_000;

export interface ServerOptions {
	readonly handlers: HandlersNow;
	/** Whom requests may come from (visitors.ts). */
	readonly hostAndOrigin: RequestCheck;
	/** The API key, where there is one. */
	readonly authentication: RequestCheck;
	readonly log: Log;
	/** Something happened that nobody expected: this request failed with it. */
	readonly onException: (reason: string) => void;
	/** Milliseconds in place of those above, and how often it is looked. */
	readonly timeouts?: { readonly headers: number; readonly request: number; readonly look: number };
}

/**
 * The HTTP server: visitors and the key first, then routes from the endpoint table, and every error in part 7's
 * shape, of what is not even HTTP too.
 */
export function createServer(options: ServerOptions): FastifyInstance {
	const { handlers, hostAndOrigin, authentication, log, onException, timeouts } = options;
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
			connectionsCheckingInterval: timeouts?.look ?? 10_000,
			// Its absence is answered in the shape of all errors.
			requireHostHeader: false,
		},
		clientErrorHandler: answerMalformed,
		// A path that cannot even be read: no hook has run yet, and the key comes first here too.
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
	answerOddities(app.server);
	// The key is checked before routing: without it nobody learns which paths exist.
	app.addHook('onRequest', async (request, reply) => {
		reply.headers(commonHeaders);
		refuseSecondHost(request);
		if (!request.routeOptions.config.open) {
			hostAndOrigin(request);
			authentication(request);
		}
		const encoding = request.headers['content-encoding'];
		if (encoding !== undefined && encoding !== 'identity') throw unsupported(`in ${clip(encoding)}`);
	});

	// By its row: a path may hold the address of a feed, with a password in it.
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
			const message = `There is no ${request.method} ${clip(path)} here.`;
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

function pathOf(request: FastifyRequest): string {
	return request.url.split('?')[0] ?? '';
}
