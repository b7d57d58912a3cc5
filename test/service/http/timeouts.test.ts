import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionLimits, HttpConnections } from '../../../source/service/http/connections.ts';
import { createServer } from '../../../source/service/http/server.ts';
import { sendRaw } from '../../programs/raw-request.ts';

const timeouts = { headers: 200, request: 400, checkInterval: 50 };
const server = createServer({
	handlers: () => ({}),
	hostAndOrigin: () => {},
	authentication: () => {},
	connections: new HttpConnections(() => undefined, connectionLimits(1_000)),
	log: () => {},
	onException: (reason) => expect(reason).toBe(''),
	timeouts,
});
let url: string;

beforeAll(async () => {
	url = await server.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(() => server.close());

test.each([
	['headers', 'GET /state HTTP/1.1\r\nHost: x\r\n'],
	['a body', 'PUT /downloads HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"uri":'],
	['chunks', 'PUT /downloads HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"uri\r\n'],
])('the server answers %s without an end with 408, and closes the connection', async (_, bytes) => {
	const [answer] = await sendRaw(url, [bytes]);
	expect([answer?.status, JSON.parse(answer?.body ?? '')]).toEqual([
		408,
		{ error: { handled: true, code: 'RequestTimeoutError', message: expect.stringMatching(/in time/) } },
	]);
	expect(answer?.headers.get('connection')).toBe('close');
});
