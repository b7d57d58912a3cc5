import { type IncomingHttpHeaders, request, type ServerResponse } from 'node:http';
import { serve } from '../client/server.ts';

export interface HeldProxy {
	readonly url: string;
	/** While true, all answers but those of the event stream wait. The service handles each request at once. */
	isHolding: boolean;
	/** Number of answers that wait, to requests whose method and path match. */
	waiting(wanted: RegExp): number;
	/** Sends all waiting answers, and holds no more. */
	release(): void;
	/** Drops all connections with waiting answers. */
	drop(): void;
}

interface Waiting {
	readonly name: string;
	readonly send: () => void;
	readonly response: ServerResponse;
}

/** Starts a proxy of a service whose answers wait until the test releases them. It ends with the test. */
export async function serveHeldProxy(target: string): Promise<HeldProxy> {
	const waiting: Waiting[] = [];
	const take = () => waiting.splice(0);
	const { url } = await serve(({ method, path, headers, body }, response) => {
		const outgoing = request(target + path, { method, headers: withoutHost(headers) }, (incoming) => {
			const send = () => {
				response.writeHead(incoming.statusCode ?? 502, incoming.headers);
				incoming.pipe(response);
			};
			const isStream = path.startsWith('/events');
			if (proxy.isHolding && !isStream) waiting.push({ name: `${method} ${path}`, send, response });
			else send();
		});
		outgoing.on('error', () => response.destroy());
		response.on('close', () => outgoing.destroy());
		outgoing.end(body);
	});
	const proxy: HeldProxy = {
		url,
		isHolding: false,
		waiting: (wanted) => waiting.filter(({ name }) => wanted.test(name)).length,
		release: () => {
			proxy.isHolding = false;
			for (const { send } of take()) send();
		},
		drop: () => {
			for (const { response } of take()) response.destroy();
		},
	};
	return proxy;
}

function withoutHost({ host: _, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders {
	return headers;
}
