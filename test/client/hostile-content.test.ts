import type { Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readEvents } from '../../source/client/events.ts';
import { decode } from '../../source/protocol/decode.ts';
import { endpointNames, endpoints } from '../../source/protocol/endpoints/table.ts';
import { clientOf, head, outcome } from './hostile-outcome.ts';
import { flood, serveRaw } from './raw-server.ts';
import { serve } from './server.ts';

describe('any JSON from an endpoint', () => {
	test('has the declared shape, or is an error', async () => {
		let body = '';
		const server = await serve((_, response) => response.end(body));
		const client = clientOf(server.url);
		const names = endpointNames.filter((name) => endpoints[name].content === 'json');
		const fields = fc.dictionary(
			fc.constantFrom(
				'downloads',
				'files',
				'settings',
				'session',
				'health',
				'slots',
				'threads',
				'error',
				'state',
				'infohash',
				'overview',
				'payments',
				'created',
				'order_number',
				'__proto__',
			),
			fc.jsonValue({ maxDepth: 3 }),
		);
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...names),
				fc.oneof(fields, fc.jsonValue(), fc.array(fields, { maxLength: 3 })),
				async (name, answer) => {
					body = JSON.stringify(answer);
					// Every method accepts a request of this form.
					const ask = client[name as 'getState'] as (request: object) => Promise<unknown>;
					const answered = ask({ params: anything(name), body: {} });
					if ((await outcome(answered)) !== 'answered') return;
					const value = await answered;
					const again = decode(endpoints[name].response, value);
					expect(again.value).toBe(value);
					expect(again.deviations.filter(({ problem }) => !problem.includes(' or more'))).toEqual([]);
				},
			),
			{ numRuns: 300 },
		);
	});

	function anything(name: (typeof endpointNames)[number]): Record<string, string> {
		const parameters = endpoints[name].path.matchAll(/\{(\w+)\}/g);
		return Object.fromEntries(Array.from(parameters, ([, parameter]) => [parameter ?? '', 'x']));
	}
});

describe('an event stream', () => {
	async function followed(talk: (socket: Socket) => void): Promise<string> {
		const { url } = await serveRaw(talk);
		const client = clientOf(url);
		const read = async () => {
			for await (const _ of readEvents(client, new AbortController().signal));
		};
		return outcome(read());
	}

	test.each([
		[
			'compressed',
			(socket: Socket) => void socket.end(`${head('content-encoding: gzip\r\n')}x`),
			'malformed',
		],
		[
			'of HTML',
			(socket: Socket) => void socket.end(`${head('connection: close\r\n')}<html>\n\n`),
			'answered',
		],
		[
			'closed between chunks',
			(socket: Socket) => void socket.end(`${head('transfer-encoding: chunked\r\n')}1\r\n{\r\n`),
			'unreachable',
		],
		[
			'that redirects',
			(socket: Socket) => void socket.end(head('location: /x\r\n', '302 Found')),
			'malformed',
		],
		[
			'that is not there',
			(socket: Socket) => void socket.end(head('content-length: 0\r\n', '404 Not Found')),
			'not-found',
		],
	])('%s', async (_, talk, kind) => expect(await followed(talk)).toBe(kind));

	test('with an endless message', async () => {
		expect(
			await followed((socket) => {
				socket.write(head('connection: close\r\n'));
				flood(socket, `data: ${'x'.repeat(1024 * 1024)}`);
			}),
		).toBe('malformed');
	});
});
