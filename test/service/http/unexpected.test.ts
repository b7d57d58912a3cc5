import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionLimits, HttpConnections } from '../../../source/service/http/connections.ts';
import { createServer } from '../../../source/service/http/server.ts';

const exceptions: string[] = [];
const logged: string[] = [];
const server = createServer({
	handlers: () => ({
		getState: async () => {
			throw new RangeError('out of bounds');
		},
	}),
	hostAndOrigin: () => {},
	authentication: () => {},
	connections: new HttpConnections(() => undefined, connectionLimits(1_000)),
	log: (level, message) => logged.push(`${level}: ${message}`),
	onException: (reason) => exceptions.push(reason),
});
let url: string;

beforeAll(async () => {
	url = await server.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(() => server.close());

test('an unexpected error is reported to the caller, the log and the listeners', async () => {
	const answer = await fetch(`${url}/state?key=secret`);
	expect([answer.status, await answer.json()]).toEqual([
		500,
		{ error: { handled: false, code: 'RangeError', message: 'out of bounds' } },
	]);
	expect(exceptions).toEqual(['GET "/state" failed: out of bounds']);
	expect(logged).toContain('error: GET "/state" failed: out of bounds');
});
