import { expect, onTestFinished } from 'vitest';
import { type Client, createClient } from '../../source/client/client.ts';
import { ClientError } from '../../source/client/errors.ts';

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
