import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Client, createClient } from '../../../source/client/client.ts';
import {
	ClientError,
	MalformedError,
	NotFoundError,
	RefusedError,
	reasonOf,
	TimeoutError,
	UnauthorizedError,
	UnreachableError,
} from '../../../source/client/http/errors.ts';
import { closedPort } from '../../../source/demo/closed-port.ts';
import { answering, type Handler, serve } from '../server.ts';

/** Returns the error of the client when it requests the state or another endpoint. */
async function errorOf(
	handler: Handler,
	timeout?: number,
	ask: (client: Client) => Promise<unknown> = (client) => client.getState({}, { timeout }),
): Promise<{ error: ClientError; url: string }> {
	const server = await serve(handler);
	const client = createClient({ url: server.url, apiKey: 's3cret' });
	onTestFinished(() => client.close());
	try {
		await ask(client);
	} catch (error) {
		if (!(error instanceof ClientError)) throw error;
		expect(error.hint).toMatch(/^([A-Z].*\.)?$/);
		expect(error.message).not.toContain('s3cret');
		return { error, url: server.url };
	}
	throw new Error('It did not fail.');
}

const traceback = 'Traceback (most recent call last):\n  File "x.py", line 1, in y\nKeyError: z\n';

describe('a refusal of the service', () => {
	test.each([
		[{ error: 'Unauthorized access' }],
		[{ error: { handled: true, message: 'Unauthorized access' } }],
		[{}],
	])('for a missing or wrong key: %j', async (body) => {
		const { error, url } = await errorOf(answering(401, body));
		expect(error).toBeInstanceOf(UnauthorizedError);
		expect(error.kind).toBe('unauthorized');
		expect(error.message).toBe(new UnauthorizedError(url).message);
	});

	test.each([
		{ error: { handled: true, code: 'ForeignChannelError', message: 'Another service owns it.' } },
		{ error: 'you are not authorized to perform this request' },
	])('for a channel of another user, which is no wrong key: %j', async (body) => {
		const { error } = await errorOf(answering(401, body));
		expect(error).toMatchObject({ kind: 'refused', status: 401 });
	});

	test('for a key after too many wrong ones', async () => {
		const body = { error: { handled: true, code: 'TooManyFailedKeysError', message: 'Too many.' } };
		const { error } = await errorOf(answering(429, body));
		expect(error).toBeInstanceOf(UnauthorizedError);
	});

	test.each([
		[{ error: 'this download does not exist' }, 'this download does not exist'],
		[{ error: { handled: true, message: 'this download does not exist' } }, 'this download does not exist'],
		[
			{ error: { handled: true, code: 'DownloadNotFoundError', message: 'There is no download x.' } },
			'There is no download x.',
		],
		[{}, 'GET /downloads/x/torrent: not found'],
	])('for an unknown endpoint: %j', async (body, message) => {
		const { error } = await errorOf(answering(404, body), undefined, (client) =>
			client.getTorrent({ params: { infohash: 'x' } }),
		);
		expect(error).toBeInstanceOf(NotFoundError);
		expect(error).toMatchObject({ kind: 'not-found', message });
	});

	test('for the list, which every service has, as a page of HTML', async () => {
		const page: Handler = (_, response) => {
			response.writeHead(404, { 'content-type': 'text/html' }).end('<html><h1>No Such Resource</h1></html>');
		};
		const { error } = await errorOf(page, undefined, (client) => client.listDownloads());
		expect(error).toMatchObject({ kind: 'not-found', message: 'GET /downloads: not found' });
	});

	test.each([
		[
			500,
			{ error: { handled: false, code: 'KeyError', message: traceback } },
			{ code: 'KeyError', message: 'KeyError: z', detail: traceback, hint: expect.stringContaining('log') },
		],
		[
			500,
			{ error: { handled: true, code: 'DuplicateChannelIdError', message: 'exists' } },
			{
				code: 'DuplicateChannelIdError',
				message: 'exists',
				hint: '',
			},
		],
		[500, { error: { handled: false, message: 'boom' } }, { code: '', message: 'boom' }],
		[500, { error: 'boom' }, { code: '', message: 'boom' }],
		[
			500,
			'Internal Server Error',
			{ message: 'GET /state: the service answered 500', hint: expect.stringContaining('log') },
		],
		[400, { error: 'uri parameter missing' }, { message: 'uri parameter missing' }],
		[409, {}, { message: 'GET /state: the service answered 409' }],
		[413, {}, { message: 'GET /state: the service answered 413' }],
	])('a %d with %j', async (status, body, expected) => {
		const { error } = await errorOf(answering(status, body));
		expect(error).toBeInstanceOf(RefusedError);
		expect(error).toMatchObject({ kind: 'refused', status, ...expected });
	});

	test('as an error inside a 200', async () => {
		const { error } = await errorOf(answering(200, { error: 'Target directory does not exist' }));
		expect(error).toMatchObject({
			kind: 'refused',
			status: 200,
			message: 'Target directory does not exist',
		});
	});

	test('is not an empty error inside a 200', async () => {
		const server = await serve(answering(200, { state: 'STARTED', error: '' }));
		const client = createClient({ url: server.url });
		onTestFinished(() => client.close());
		expect(await client.getState()).toMatchObject({ state: 'STARTED' });
	});

	test('as an endless error is read up to a limit', async () => {
		const { error } = await errorOf((_, response) => {
			response.writeHead(500);
			const more = () => {
				while (!response.destroyed && response.write('x'.repeat(65_536)));
			};
			response.on('drain', more);
			more();
		});
		expect(error).toMatchObject({ kind: 'refused', status: 500 });
	});
});

describe('an unreadable response', () => {
	test.each([
		['a web page', '<!doctype html><title>Hello</title>'],
		['nothing', ''],
		['half of an answer', '{"state":'],
	])('%s', async (_, body) => {
		const { error } = await errorOf((_, response) => response.end(body));
		expect(error).toBeInstanceOf(MalformedError);
		expect(error.message).toBe('GET /state: the response is not JSON');
		expect(error.hint).toContain('/api');
	});

	test('is a redirect, which is not followed, because the key must not go elsewhere', async () => {
		const elsewhere = await serve(answering(200, { state: 'STARTED' }));
		const { error } = await errorOf((_, response) =>
			response.writeHead(302, { location: `${elsewhere.url}/state` }).end(),
		);
		expect(error).toBeInstanceOf(MalformedError);
		expect(error.message).toContain('redirects (302)');
		expect(elsewhere.requests).toEqual([]);
	});
});

describe('a missing response', () => {
	test('a response that does not start fails', async () => {
		const { error } = await errorOf(() => {}, 100);
		expect(error).toBeInstanceOf(TimeoutError);
		expect(error.message).toBe('GET /state: no answer within 0.1 s.');
	});

	test('a response that does not continue fails', async () => {
		const { error } = await errorOf((_, response) => void response.write('{'), 100);
		expect(error).toBeInstanceOf(TimeoutError);
	});

	test('an error response that does not continue fails', async () => {
		const { error } = await errorOf((_, response) => void response.writeHead(500).write('{'), 100);
		expect(error).toBeInstanceOf(TimeoutError);
	});

	test('of a refused connection', async () => {
		const port = await closedPort();
		const client = createClient({ url: `http://127.0.0.1:${port}` });
		onTestFinished(() => client.close());
		const error = await client.getState().catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(UnreachableError);
		expect(error).toMatchObject({
			kind: 'unreachable',
			message: new UnreachableError(client.url, 'ECONNREFUSED').message,
		});
	});

	test('of a name with several addresses', async () => {
		const port = await closedPort();
		const client = createClient({ url: `http://localhost:${port}` });
		onTestFinished(() => client.close());
		await expect(client.getState()).rejects.toThrow(/localhost:\d+: connection refused\.$/);
	});

	test('of an unknown host', async () => {
		const client = createClient({ url: 'http://no-such-host.invalid' });
		onTestFinished(() => client.close());
		await expect(client.getState()).rejects.toThrow(UnreachableError);
	});

	test('that ends early because the service dies', async () => {
		const { error } = await errorOf((_, response) => {
			response.writeHead(200, { 'content-length': '100' });
			response.write('{', () => response.destroy());
		});
		expect(error).toBeInstanceOf(UnreachableError);
	});

	test('that is not HTTP', async () => {
		const other = createServer((socket) => socket.on('error', () => {}).end('SSH-2.0-OpenSSH\r\n'));
		const port = await new Promise<number>((resolve) => {
			other.listen(0, '127.0.0.1', () => {
				const address = other.address();
				resolve(typeof address === 'object' && address !== null ? address.port : 0);
			});
		});
		const client = createClient({ url: `http://127.0.0.1:${port}` });
		onTestFinished(async () => {
			await client.close();
			other.close();
		});
		await expect(client.getState()).rejects.toThrow(UnreachableError);
	});
});

describe('a request that is not sent', () => {
	test('is aborted before', async () => {
		const server = await serve(() => {});
		const client = createClient({ url: server.url });
		onTestFinished(() => client.close());
		const reason = new Error('no longer wanted');
		const controller = new AbortController();
		const answer = client.getState({}, { signal: controller.signal });
		controller.abort(reason);
		await expect(answer).rejects.toBe(reason);
		await expect(client.getState({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
	});

	test('is aborted within the response', async () => {
		const controller = new AbortController();
		const reason = new Error('no longer wanted');
		const server = await serve((_, response) => {
			response.write('{', () => controller.abort(reason));
		});
		const client = createClient({ url: server.url });
		onTestFinished(() => client.close());
		await expect(client.getState({}, { signal: controller.signal })).rejects.toBe(reason);
	});

	test.each(['a\nb', 'ключ', 'a\0'])('has a key that no header can carry: %j', async (apiKey) => {
		const server = await serve(answering(200, { state: 'STARTED' }));
		const client = createClient({ url: server.url, apiKey });
		onTestFinished(() => client.close());
		const error = await client.getState().catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(UnauthorizedError);
		expect(error instanceof Error && error.message).not.toContain(apiKey);
		expect(server.requests).toEqual([]);
	});

	test('follows the close of the client', async () => {
		const server = await serve(answering(200, { state: 'STARTED' }));
		const client = createClient({ url: server.url });
		await client.getState();
		await client.close();
		await expect(client.getState()).rejects.toThrow(UnreachableError);
	});
});

test('messages are one line of limited length, and the full text is kept', async () => {
	const text = `first\r\n\tsecond\u2028third ${'x'.repeat(5_000)}`;
	const { error } = await errorOf(answering(400, { error: text }));
	expect(error.message).toMatch(/^first second third x+…$/);
	expect(error.message).toHaveLength(1_000);
	expect(error.detail).toBe(text);
});

test.each([
	[new Error('with a full stop.'), 'with a full stop'],
	[new AggregateError([new Error('first'), new Error('second')], ''), 'first'],
	[new AggregateError([], 'none'), 'none'],
	[new RangeError(), 'RangeError'],
	['text', 'text'],
	[undefined, 'undefined'],
])('the reason of %s is %s', (cause, reason) => expect(reasonOf(cause)).toBe(reason));
