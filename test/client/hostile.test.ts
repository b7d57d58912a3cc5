import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../runs.ts';
import { clientOf, expectOutcome, head, interimFloods, key, outcome, ways } from './hostile-outcome.ts';
import { flood, serveRaw } from './raw-server.ts';
import { serve } from './server.ts';

const zeros = Buffer.alloc(1024 * 1024);

// The long tests read in each way.
test.each(interimFloods)('a small answer %s', (_, talk) =>
	expectOutcome(ways['a small answer'], talk, ['timeout', 'unreachable']),
);

describe.each(Object.entries(ways))('%s', (_, ask) => {
	const talks: Readonly<Record<string, readonly [talk: (socket: Socket) => void, kinds: readonly string[]]>> =
		{
			'announced with a gigabyte too much': [
				(socket) => void socket.write(head(`content-length: ${2 ** 31}\r\n`)),
				['malformed'],
			],
			'announced with more than numbers hold': [
				(socket) => void socket.write(head(`content-length: ${'9'.repeat(30)}\r\n`)),
				['malformed', 'unreachable'],
			],
			'sent without an end': [
				(socket) => {
					socket.write(head('connection: close\r\n'));
					flood(socket, zeros);
				},
				['malformed'],
			],
			'sent without an end, in chunks': [
				(socket) => {
					socket.write(head('transfer-encoding: chunked\r\n'));
					flood(socket, Buffer.concat([Buffer.from('100000\r\n'), zeros, Buffer.from('\r\n')]));
				},
				['malformed'],
			],
			'with headers without an end': [
				(socket) => {
					socket.write('HTTP/1.1 200 OK\r\n');
					flood(socket, `x-more: ${'x'.repeat(1_000)}\r\n`);
				},
				['unreachable', 'malformed'],
			],
			'with one header without an end': [
				(socket) => {
					socket.write('HTTP/1.1 200 OK\r\nx: ');
					flood(socket, 'x'.repeat(10_000));
				},
				['unreachable', 'malformed'],
			],
			'that switches protocols': [
				(socket) =>
					void socket.write(head('upgrade: x\r\nconnection: upgrade\r\n', '101 Switching Protocols')),
				['unreachable', 'timeout'],
			],
			'that drips': [
				(socket) => {
					socket.write(head('content-length: 100000\r\n'));
					const drip = setInterval(() => socket.write('{'), 10);
					socket.on('close', () => clearInterval(drip));
				},
				['timeout'],
			],
			'with headers that drip': [
				(socket) => {
					socket.write('HTTP/1.1 200 OK\r\nx: ');
					const drip = setInterval(() => socket.write('x'), 10);
					socket.on('close', () => clearInterval(drip));
				},
				['timeout'],
			],
			'of HTTP/0.9': [(socket) => void socket.end('<html>Hello</html>'), ['unreachable']],
			'of another protocol': [(socket) => void socket.end('220 ready\r\n'), ['unreachable']],
			'that is only binary': [(socket) => void socket.end(Buffer.alloc(2_000, 0xff)), ['unreachable']],
			'with chunks of no length': [
				(socket) => void socket.end(`${head('transfer-encoding: chunked\r\n')}zz\r\n{}\r\n0\r\n\r\n`),
				['unreachable'],
			],
			'with chunks of a length below nothing': [
				(socket) => void socket.end(`${head('transfer-encoding: chunked\r\n')}-5\r\n{}\r\n0\r\n\r\n`),
				['unreachable'],
			],
			'with chunks beyond all measure': [
				(socket) => void socket.end(`${head('transfer-encoding: chunked\r\n')}ffffffffffffffffff\r\n{}`),
				['unreachable'],
			],
			'with two lengths': [
				(socket) => void socket.end(`${head('content-length: 2\r\ncontent-length: 5\r\n')}{}`),
				['unreachable'],
			],
			'closed before it begins': [(socket) => void socket.end(), ['unreachable']],
			'closed too early': [
				(socket) => void socket.end(`${head('content-length: 50\r\n')}{`),
				['unreachable'],
			],
			'closed between chunks': [
				(socket) => void socket.end(`${head('transfer-encoding: chunked\r\n')}1\r\n{\r\n`),
				['unreachable'],
			],
			reset: [(socket) => void socket.resetAndDestroy(), ['unreachable']],
			'that is another than 200': [(socket) => void socket.end(head('', '204 No Content')), ['refused']],
			'of an error without an end': [
				(socket) => {
					socket.write(head('connection: close\r\n', '500 Oops'));
					flood(socket, zeros);
				},
				['refused'],
			],
			'of an error that drips': [
				(socket) => {
					socket.write(head('content-length: 100000\r\n', '500 Oops'));
					const drip = setInterval(() => socket.write('{'), 10);
					socket.on('close', () => clearInterval(drip));
				},
				['timeout'],
			],
		};

	test.each(Object.entries(talks))('%s', (_, [talk, kinds]) => expectOutcome(ask, talk, kinds));

	test.each([
		['gzip', gzipSync(zeros)],
		['deflate', deflateSync(zeros)],
		['br', brotliCompressSync(zeros)],
		['GZIP, gzip', gzipSync(gzipSync(zeros))],
	])(
		'compressed by %s is malformed: it is not JSON, or compressed in a way that was not requested',
		async (encoding, body) => {
			const server = await serve((_, response) => {
				response.writeHead(200, { 'content-encoding': encoding }).end(body);
			});
			expect(await outcome(ask(clientOf(server.url), {}))).toBe('malformed');
		},
	);

	test('that declares no compression is read', async () => {
		const server = await serve((_, response) => {
			response.writeHead(200, { 'content-encoding': 'identity' }).end('{"downloads":[],"state":"STARTED"}');
		});
		expect(await outcome(ask(clientOf(server.url), {}))).toBe('answered');
	});

	test.each([301, 302, 303, 307, 308])('that redirects (%d) is not followed', async (status) => {
		const elsewhere = await serve((_, response) => response.end('{}'));
		const server = await serve((_, response) => {
			response.writeHead(status, { location: `${elsewhere.url}/downloads` }).end();
		});
		expect(await outcome(ask(clientOf(server.url), {}))).toBe('malformed');
		expect(elsewhere.requests).toEqual([]);
		expect(server.requests).toHaveLength(1);
		expect(server.requests[0]?.path).not.toContain(key);
	});

	test('of any bytes is read or refused', async () => {
		let bytes: Uint8Array = Buffer.of();
		const { url, requests } = await serveRaw((socket) => void socket.end(bytes));
		const client = clientOf(url);
		const piece = fc.oneof(
			fc.uint8Array({ maxLength: 40 }).map((raw) => Buffer.from(raw)),
			fc
				.constantFrom(
					'HTTP/1.1 200 OK\r\n',
					'HTTP/1.0 200\r\n',
					'HTTP/1.1 404 Not Found\r\n',
					'HTTP/1.1 100 Continue\r\n\r\n',
					'content-length: 5\r\n',
					'transfer-encoding: chunked\r\n',
					'connection: close\r\n',
					'\r\n',
					'5\r\n{"a":\r\n',
					'0\r\n\r\n',
					'{"downloads":[{"name":',
					'{}',
					']}',
					'<html>',
				)
				.map((text) => Buffer.from(text)),
		);
		await fc.assert(
			fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
				bytes = Buffer.concat(pieces);
				client.forgetAbsent();
				await outcome(ask(client, { timeout: 2_000, deadline: 2_000 }));
			}),
			{ numRuns: runs(20) },
		);
		for (const request of requests) expect(request.split('\r\n')[0]).not.toContain(key);
	});
});
