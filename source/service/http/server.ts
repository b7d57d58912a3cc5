import fastify, {
	type FastifyError,
	type FastifyInstance,
	type FastifyReply,
	type FastifyRequest,
} from 'fastify';
import type { ErrorBody } from '../../protocol/errors.ts';
import { clip, Fault } from '../fault.ts';
import type { Log } from '../log.ts';
import type { Authentication } from './authentication.ts';
import { listsOf, parseBody } from './body.ts';
import { type Handlers, registerRoutes } from './route.ts';

/** Bytes a request's body may have, as services in the field have it. */
const largestBody = 16 * 1024 * 1024;

export interface ServerOptions {
	readonly handlers: Handlers;
	readonly authentication: Authentication;
	readonly log: Log;
}

/** The HTTP server: authentication first, then routes from the endpoint table, and every error in part 7's shape. */
export function createServer({ handlers, authentication, log }: ServerOptions): FastifyInstance {
	const answerError = (
		error: FastifyError | Fault,
		request: FastifyRequest,
		reply: FastifyReply,
	): FastifyReply => {
		if (error instanceof Fault) {
			return reply.code(error.status).send(errorBody(true, error.code, error.message));
		}
		if (error.statusCode !== undefined && error.statusCode < 500) {
			return reply.code(error.statusCode).send(errorBody(true, error.code || error.name, error.message));
		}
		log('error', `${request.method} ${request.url.split('?')[0]} failed: ${error.message}`, error);
		return reply.code(500).send(errorBody(false, error.name, error.message));
	};

	const app = fastify({
		bodyLimit: largestBody,
		forceCloseConnections: true,
		// A path that cannot even be read: no hook has run yet, and the key comes first here too.
		frameworkErrors: (error, request, reply) => {
			let refusal: FastifyError | Fault = error;
			try {
				authentication(request);
			} catch (denied) {
				if (denied instanceof Fault) refusal = denied;
			}
			answerError(refusal, request, reply);
		},
		routerOptions: { querystringParser: (text) => listsOf(new URLSearchParams(text)) },
	});
	// The key is checked before routing: without it nobody learns which paths exist.
	app.addHook('onRequest', async (request) => authentication(request));

	app.removeAllContentTypeParsers();
	app.addContentTypeParser(
		'*',
		{ parseAs: 'string' },
		async (request: { headers: { 'content-type'?: string } }, text: string) =>
			parseBody(text, request.headers['content-type'] ?? ''),
	);

	app.setNotFoundHandler(async (request, reply) => {
		const path = request.url.split('?')[0] ?? '';
		return reply
			.code(404)
			.send(errorBody(true, 'NotFoundError', `There is no ${request.method} ${clip(path)} here.`));
	});

	app.setErrorHandler(answerError);

	registerRoutes(app, handlers);
	return app;
}

function errorBody(handled: boolean, code: string, message: string): ErrorBody {
	return { error: { handled, code, message } };
}
