import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

/** A received request with its body. */
export interface ReceivedRequest {
	readonly method: string;
	/** With its query. */
	readonly path: string;
	readonly headers: IncomingMessage['headers'];
	readonly body: string;
}

export type Handler = (request: ReceivedRequest, response: ServerResponse) => void;

export interface TestServer {
	readonly url: string;
	readonly port: number;
	readonly requests: readonly ReceivedRequest[];
}

/** Starts a server of Node on a free port. It ends with the test. */
export async function serve(handler: Handler): Promise<TestServer> {
	const requests: ReceivedRequest[] = [];
	const server = createServer(async (request, response) => {
		let body = '';
		for await (const chunk of request) body += String(chunk);
		const one = {
			method: request.method ?? '',
			path: request.url ?? '',
			headers: request.headers,
			body,
		};
		requests.push(one);
		handler(one, response);
	});
	const port = await new Promise<number>((resolve, reject) => {
		server.once('error', reject);
		server.listen(0, '127.0.0.1', () => {
			const address = server.address();
			if (typeof address === 'object' && address !== null) resolve(address.port);
		});
	});
	onTestFinished(async () => {
		server.closeAllConnections();
		await new Promise<void>((resolve) => server.close(() => resolve()));
	});
	return { url: `http://127.0.0.1:${port}`, port, requests: requests };
}

/** Returns a handler that always sends the same JSON. */
export function answering(status: number, body: unknown): Handler {
	return (_, response) => {
		response.writeHead(status, { 'content-type': 'application/json' });
		response.end(JSON.stringify(body));
	};
}
