import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readFields } from './body.ts';
import type { Dialect } from './dialect.ts';
import { fault, nothingThere, page, refusal, unauthorized, wrongMethod } from './fault.ts';
import { pythonJson } from './python-json.ts';
import { routesOf } from './resources/all.ts';
import { type Answer, CrashError, match, Refusal, type Request, type Route } from './route.ts';
import { createWorld, type World } from './world/world.ts';

/** Maximum size of a body, bytes. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

export interface ForeignServer {
	readonly dialect: Dialect;
	/** URL with the base path. */
	readonly url: string;
	/** URL without it. */
	readonly origin: string;
	/** State of the service; tests may read and change it. */
	readonly world: World;
	/** Requests so far: 'GET /downloads'. */
	readonly requests: readonly string[];
	/** Bodies so far, with their content types. */
	readonly bodies: readonly { readonly contentType: string; readonly text: string }[];
	/** Forgets the bodies. */
	forget(): void;
	close(): Promise<void>;
}

/** Starts a service of one dialect on a free port of this machine. */
export async function startForeign(dialect: Dialect): Promise<ForeignServer> {
	const world = createWorld(dialect);
	const routes = routesOf(dialect, world);
	const requests: string[] = [];
	const bodies: { contentType: string; text: string }[] = [];
	const server = createServer(async (request, response) => {
		const bytes = await bytesOf(request);
		requests.push(`${request.method} ${request.url}`);
		const contentType = request.headers['content-type'] ?? '';
		if (bytes.length > 0) bodies.push({ contentType, text: bytes.toString('utf8') });
		send(dialect, response, answerOf(dialect, world, routes, request, bytes));
	});
	const port = await new Promise<number>((resolve, reject) => {
		server.once('error', reject);
		server.listen(0, '127.0.0.1', () => {
			const address = server.address();
			if (typeof address === 'object' && address !== null) resolve(address.port);
		});
	});
	const origin = `http://127.0.0.1:${port}`;
	return {
		dialect,
		url: origin + dialect.base,
		origin,
		world,
		requests: requests,
		bodies,
		forget: () => {
			bodies.length = 0;
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}

function answerOf(
	dialect: Dialect,
	world: World,
	routes: readonly Route[],
	request: IncomingMessage,
	bytes: Buffer,
): Answer {
	const url = new URL(request.url ?? '/', 'http://service');
	if (!url.pathname.startsWith(dialect.base)) {
		return { ...page(302, 'Found'), headers: { location: '/ui/', 'content-type': 'text/html' } };
	}
	// Checked before routing: without the key, callers cannot find out which paths exist.
	if (dialect.key !== undefined && request.headers['x-api-key'] !== dialect.key) return unauthorized(dialect);
	if (bytes.length > MAX_BODY_BYTES)
		return refusal(dialect, new Refusal(413, 'Maximum request body size exceeded'));
	const path = url.pathname.slice(dialect.base.length);
	const scripted = world.scripted.get(`${request.method} ${path}`);
	if (scripted) return scripted;
	const here = routes.filter((each) => match(each.path, path));
	if (here.length === 0 || (world.starting && path !== '/state' && path !== '/events')) {
		return nothingThere(dialect, path);
	}
	const method = request.method ?? 'GET';
	const found = here.find((each) => each.method === method);
	if (!found) return wrongMethod(dialect, method);
	const text = bytes.toString('utf8');
	const routeRequest: Request = {
		params: match(found.path, path) ?? {},
		query: url.searchParams,
		range: request.headers.range,
		text,
		bytes,
		contentType: request.headers['content-type'] ?? '',
		fields: () => readFields(dialect, text),
	};
	try {
		return found.answer(routeRequest);
	} catch (error) {
		if (error instanceof Refusal) return refusal(dialect, error);
		if (error instanceof CrashError) reportCrash(dialect, world, error);
		return fault(dialect, error instanceof Error ? error : new Error(String(error)));
	}
}

function send(dialect: Dialect, response: ServerResponse, answer: Answer): void {
	if (answer.hold) {
		answer.hold(response);
		return;
	}
	const type = 'json' in answer ? dialect.json : 'application/octet-stream';
	response.writeHead(answer.status ?? 200, { 'content-type': type, ...answer.headers });
	response.end('json' in answer ? pythonJson(answer.json) : (answer.bytes ?? ''));
}

/** Reports a fault to all listeners. */
function reportCrash(dialect: Dialect, world: World, { message }: CrashError): void {
	const error =
		dialect.framing === 'topic' ? { type: 'CoreCrashedError', text: message, event: {} } : message;
	world.events.emit('tribler_exception', dialect.framing === 'type' ? message : { error });
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of request) chunks.push(chunk);
	return Buffer.concat(chunks);
}
