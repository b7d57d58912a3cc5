import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach } from 'vitest';
import { EventStream, type EventStreamLimits } from '../../../source/service/http/event-stream.ts';
import { until } from '../../programs/until.ts';

export const first = [['events_start', { tribler_started: true, version: '1.2.3' }]] as const;
export const errorEvent = (n: number) => ({
	infohash: String(n).padStart(40, '0'),
	error: 'x'.repeat(1_000),
});

/** In the order of the listeners. */
export const responses: ServerResponse[] = [];
export let events: EventStream;
export let url: string;
let stop: () => void;

async function serve(limits: Partial<EventStreamLimits>): Promise<void> {
	events = new EventStream(limits);
	responses.splice(0);
	const server = createServer((request, response) => {
		responses.push(response);
		events.add(response, request.headers.accept ?? '', first);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
	stop = () => server.close();
}

function end(): void {
	events.close();
	stop();
}

/** Replaces the stream of a test by one with these limits. */
export function serveAgain(limits: Partial<EventStreamLimits>): Promise<void> {
	end();
	return serve(limits);
}

/** A listener and everything it has received. */
export async function listen(accept: string): Promise<{ answer: IncomingMessage; text: () => string }> {
	const [answer] = (await once(get(url, { headers: { accept }, agent: false }), 'response')) as [
		IncomingMessage,
	];
	let text = '';
	answer.setEncoding('utf8').on('data', (part: string) => {
		text += part;
	});
	answer.on('error', () => {});
	return { answer, text: () => text };
}

/** Opens a listener that reads nothing. Emits events until bytes wait for it, which the sockets buffer at first. */
export async function listenWithoutReading(): Promise<Socket> {
	const at = responses.length;
	const slow = connect(Number(new URL(url).port), '127.0.0.1');
	slow.on('error', () => {}).pause();
	slow.write('GET /events HTTP/1.1\r\nHost: x\r\n\r\n');
	const response = await until(() => responses[at]);
	await until(() => {
		for (let n = 0; n < 100; n++) events.emit('torrent_error', errorEvent(n));
		return new Promise((resolve) => setImmediate(() => resolve(response.writableLength > 0)));
	});
	return slow;
}

/** Starts a stream for each test of a file. */
export function prepareStream(): void {
	beforeEach(() => serve({ keepAliveMs: 60_000, unreadMs: 120_000 }));
	afterEach(end);
}
