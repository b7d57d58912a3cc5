import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Client } from '../client/client.ts';
import { fillPath } from '../protocol/endpoint.ts';
import { endpoints } from '../protocol/endpoints/table.ts';

/** The content of a file of a download. */
interface StreamSource {
	readonly infohash: string;
	readonly index: number;
}

/** Timeout until the content starts. It may have to be downloaded first. */
const IDLE_TIMEOUT_MS = 120_000;
/** Headers of the service that the player gets. */
const forwardedHeaders = ['content-type', 'content-length', 'content-range', 'accept-ranges'] as const;

/**
 * Serves files of a service to local players without the API key, which would appear in addresses, process lists and
 * histories. Each file has an unguessable address that ends with the cockpit.
 */
export class StreamRelay {
	readonly #client: () => Client;
	readonly #files = new Map<string, StreamSource>();
	readonly #abort = new AbortController();
	#server: Promise<Server> | undefined;

	/** `client` returns the current client: the service may move later. */
	constructor(client: () => Client) {
		this.#client = client;
	}

	/** Returns an address on the loopback interface. */
	async addressOf(source: StreamSource): Promise<string> {
		this.#server ??= this.#listen();
		const address = (await this.#server).address();
		const port = typeof address === 'object' && address ? address.port : 0;
		const secret = randomBytes(16).toString('hex');
		this.#files.set(`/${secret}`, source);
		return `http://127.0.0.1:${port}/${secret}`;
	}

	async close(): Promise<void> {
		this.#abort.abort();
		const server = await this.#server?.catch(() => undefined);
		server?.closeAllConnections();
		server?.close();
	}

	#listen(): Promise<Server> {
		const server = createServer((request, response) => void this.#answer(request, response));
		return new Promise((resolve, reject) => {
			server.once('error', reject);
			server.listen(0, '127.0.0.1', () => resolve(server.unref()));
		});
	}

	async #answer({ url = '', method, headers }: IncomingMessage, response: ServerResponse): Promise<void> {
		const source = this.#files.get(url);
		if (!source || (method !== 'GET' && method !== 'HEAD')) {
			response.writeHead(404).end();
			return;
		}
		const disconnected = new AbortController();
		response.once('close', () => disconnected.abort());
		const signal = AbortSignal.any([disconnected.signal, this.#abort.signal]);
		try {
			const { infohash, index } = source;
			const body = await this.#client().http.open({
				method: 'GET',
				path: fillPath(endpoints.streamFile.path, { infohash, fileindex: String(index) }),
				accept: '*/*',
				...(headers.range === undefined ? {} : { headers: { range: headers.range } }),
				timeout: IDLE_TIMEOUT_MS,
				// Pieces arrive when peers send them, so there is no idle timeout.
				bodyTimeout: 0,
				signal,
			});
			const forwarded = forwardedHeaders.flatMap((name) => {
				const value = body.headers[name];
				return typeof value === 'string' ? [[name, value] as const] : [];
			});
			const isPart = body.headers['content-range'] !== undefined;
			response.writeHead(isPart ? 206 : 200, Object.fromEntries(forwarded));
			if (method === 'HEAD') {
				body.discard();
				response.end();
			} else await pipeline(body, response, { signal });
		} catch {
			// The player disconnected or the service refused.
			if (response.headersSent) response.destroy();
			else response.writeHead(502).end();
		}
	}
}
