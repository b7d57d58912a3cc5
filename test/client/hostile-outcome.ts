import { expect, onTestFinished } from 'vitest';
import { type Client, createClient } from '../../source/client/client.ts';
import { ClientError } from '../../source/client/errors.ts';

/** The API key of these clients: it must turn up nowhere but in its header. */
export const key = 's3cret-key';

/** A client with the key, for the time of the test. */
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
		// A service that refuses a request says the reason itself.
		if (error.kind !== 'refused') expect(error.hint).not.toBe('');
		return error.kind;
	}
}

/** The head of an answer, its headers each with their line end. */
export const head = (headers: string, status = '200 OK') => `HTTP/1.1 ${status}\r\n${headers}\r\n`;
