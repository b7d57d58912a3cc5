import type { Socket } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { type CallOptions, type Client, createClient } from '../../source/client/client.ts';
import { ClientError } from '../../source/client/http/errors.ts';
import { DownloadList } from '../../source/client/lists/download-list.ts';
import { flood, serveRaw } from './raw-server.ts';

/** API key of these clients. It may appear only in its header. */
export const key = 's3cret-key';

/** Creates a client with the key, until the end of the test. */
export function clientOf(url: string): Client {
	const client = createClient({ url, apiKey: key });
	onTestFinished(() => client.close());
	return client;
}

/** Returns the outcome of a call. An error must be a ClientError of one line, without the key. */
export async function outcome(call: Promise<unknown>): Promise<string> {
	try {
		await call;
		return 'answered';
	} catch (error) {
		expect(error).toBeInstanceOf(ClientError);
		if (!(error instanceof ClientError)) throw error;
		expect(error.message).not.toMatch(/[\r\n\u2028\u2029]/);
		expect(error.message.length).toBeLessThanOrEqual(1_000);
		expect(error.message).not.toContain(key);
		// A refusal contains its own reason.
		if (error.kind !== 'refused') expect(error.hint).not.toBe('');
		return error.kind;
	}
}

/** Returns the head of a response. Each header includes its line end. */
export const head = (headers: string, status = '200 OK') => `HTTP/1.1 ${status}\r\n${headers}\r\n`;

type Ask = (client: Client, call: CallOptions) => Promise<unknown>;

/** Every way to read a response. */
export const ways = {
	'a small answer': (client, call) => client.getState({}, call),
	'the list': (client, call) => client.listDownloads({}, call),
	'the list, read apart': (client, call) => new DownloadList().fetch(client, {}, call),
	'a file': (client, call) => client.getTorrent({ params: { infohash: 'ab' } }, call),
} satisfies Readonly<Record<string, Ask>>;

/** Floods that end by a timeout. They take all of a core until then. */
export const interimFloods: readonly (readonly [title: string, talk: (socket: Socket) => void])[] = [
	[
		'after interim answers without an end',
		(socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'),
	],
	['after 100 Continue without an end', (socket) => flood(socket, 'HTTP/1.1 100 Continue\r\n\r\n')],
];

/** Expects that reading a response of a hostile server ends with an error of one of these kinds. */
export async function expectOutcome(
	ask: Ask,
	talk: (socket: Socket) => void,
	kinds: readonly string[],
): Promise<void> {
	const { url } = await serveRaw(talk);
	// Responses that end by a timeout may end early. The others have time on a busy machine.
	const limits = kinds.includes('timeout')
		? { timeout: 50, deadline: 150 }
		: { timeout: 2_000, deadline: 4_000 };
	const call = { ...limits, limit: 2 * 1024 * 1024 };
	expect(kinds).toContain(await outcome(ask(clientOf(url), call)));
}
