import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { hostname } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RawAnswer, sendRaw } from '../../programs/raw-request.ts';
import { type RunningService, startService } from '../../programs/service-process.ts';
import { type TemporaryFolder, temporaryFolder } from '../../programs/temporary-folder.ts';

let folder: TemporaryFolder;
let service: RunningService;

beforeAll(async () => {
	folder = await temporaryFolder();
	service = await startService(folder.path, ['--allow-host', 'Seedbox.Example']);
});

afterAll(async () => {
	expect(service.output()).not.toMatch(/ERROR|failed/);
	await service?.end();
	await folder?.remove();
});

/** Returns the lines of a request with the key. The empty line after the headers is added. */
const lines = (first: string, ...headers: string[]) =>
	[first, 'Host: 127.0.0.1', `X-Api-Key: ${service.key}`, ...headers, '', ''].join('\r\n');

const send = async (...parts: (string | Buffer)[]): Promise<RawAnswer | undefined> =>
	(await sendRaw(service.url, parts))[0];

function expectError(answer: RawAnswer | undefined, status: number, code?: string): void {
	expect(answer?.status, answer?.body).toBe(status);
	expect(answer?.headers.get('content-type')).toBe('application/json; charset=utf-8');
	expect(JSON.parse(answer?.body ?? '')).toEqual({
		error: {
			handled: true,
			code: code ?? expect.stringMatching(/^\w+$/),
			message: expect.stringMatching(/^.{10,}$/),
		},
	});
}

describe('malformed HTTP is answered with the shape of all errors', () => {
	test.each([
		['nonsense', 'this is no request\r\n\r\n'],
		['a method that is none', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n'],
		['a version that is none', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
		['a header without a name', 'GET / HTTP/1.1\r\n: x\r\n\r\n'],
		['a NUL in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n'],
		['a NUL in the address', 'GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n'],
		['a length that is none', 'PUT /downloads HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n'],
		['a negative length', 'PUT /downloads HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
		['two lengths', 'PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
		[
			'a length and chunks',
			'PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
		],
	])('%s', async (_, bytes) => expectError(await send(bytes), 400, 'MalformedRequestError'));

	test('TLS, and random bytes', async () => {
		expectError(await send(Buffer.from([0x16, 3, 1, 0, 200, 1, 0, 0, 0xc4, 3, 3])), 400);
		expectError(await send(Buffer.alloc(100, 0xff)), 400);
	});

	test('excessive headers and addresses', async () => {
		expectError(await send(lines(`GET /downloads?x=${'a'.repeat(70_000)} HTTP/1.1`)), 431);
		expectError(await send(lines('GET /downloads HTTP/1.1', `X: ${'a'.repeat(70_000)}`)), 431);
	});

	test('excessive headers of a request for headers, without a body', async () => {
		const headers = { 'x-api-key': service.key, x: 'a'.repeat(20_000) };
		const outgoing = request(`${service.url}/state`, { method: 'HEAD', headers }).end();
		// Rejects if a body follows.
		const closed = once(outgoing, 'close');
		const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
		expect(answer.statusCode).toBe(431);
		answer.resume();
		await closed;
	});

	test('a malformed chunked body', async () => {
		expectError(
			await send(lines('PUT /downloads HTTP/1.1', 'Transfer-Encoding: chunked'), 'zz\r\n{}\r\n0\r\n\r\n'),
			400,
		);
	});

	test('a missing host, and an unknown expectation', async () => {
		expectError(
			await send(`GET /state HTTP/1.1\r\nX-Api-Key: ${service.key}\r\n\r\n`),
			400,
			'MissingHostError',
		);
		for (const path of ['/state', '/docs', '/%zz', '/no-such-path']) {
			for (const host of ['Host: 127.0.0.1', 'host: evil.example', 'HOST:']) {
				const answer = await send(lines(`GET ${path} HTTP/1.1`, host));
				expectError(answer, 400, 'SecondHostError');
			}
		}
		expectError(await send(lines('GET /state HTTP/1.1', 'Expect: miracles')), 417);
		expectError(await send('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n'), 405);
	});
});

describe('unusual requests are answered', () => {
	test('100-continue', async () => {
		const body = 'uri=';
		const head = lines('PUT /downloads HTTP/1.1', 'Expect: 100-continue', `Content-Length: ${body.length}`);
		expectError(await send(head, body), 400, 'InvalidParameterError');
	});

	test('a chunked body, split anywhere', async () => {
		const head = lines('PUT /downloads HTTP/1.1', 'Transfer-Encoding: chunked');
		expectError(
			await send(head, '4\r\n{"ur\r\n', '6\r\ni', '":""}\r\n0\r\n\r\n'),
			400,
			'InvalidParameterError',
		);
	});

	test('several requests at once, in order', async () => {
		const requests = ['/state', '/nowhere', '/downloads', '/state'].map((path) =>
			lines(`GET ${path} HTTP/1.1`),
		);
		const answers = await sendRaw(service.url, [requests.join('')], 4);
		expect(answers.map(({ status }) => status)).toEqual([200, 404, 200, 200]);
	});

	test('a request with an upgrade, which is ignored', async () => {
		const answer = await send(lines('GET /state HTTP/1.1', 'Connection: Upgrade', 'Upgrade: websocket'));
		expect(answer?.status).toBe(200);
	});

	test('a request without its body does not block the others', async () => {
		const left = sendRaw(service.url, [lines('PUT /downloads HTTP/1.1', 'Content-Length: 10'), '{']);
		left.catch(() => {});
		expect((await send(lines('GET /state HTTP/1.1')))?.status).toBe(200);
	});
});

describe('methods and bodies', () => {
	test.each(['POST', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])(
		'%s of a path without that method',
		async (method) => {
			const answer = await send(lines(`${method} /downloads HTTP/1.1`));
			expectError(answer, 405, 'MethodNotAllowedError');
			expect(answer?.headers.get('allow')).toBe('GET, HEAD, PUT');
		},
	);

	test('an unknown path is a 404', async () => {
		expectError(await send(lines('OPTIONS /nowhere HTTP/1.1')), 404);
	});

	test('HEAD has the headers of GET, without a body', async () => {
		const [answer] = await sendRaw(service.url, [lines('HEAD /state HTTP/1.1', 'Connection: close')]);
		// The length is that of GET's missing body: the connection ends before it is complete.
		expect(answer).toBeUndefined();
		const head = await fetch(`${service.url}/state`, {
			method: 'HEAD',
			headers: { 'x-api-key': service.key },
		});
		expect([head.status, await head.text()]).toEqual([200, '']);
	});

	test('a compressed or multipart body, or a file where none is accepted', async () => {
		const body = (type: string, ...more: string[]) => [
			lines('PATCH /downloads/x HTTP/1.1', 'Content-Length: 2', `Content-Type: ${type}`, ...more),
			'{}',
		];
		expectError(await send(...body('application/json', 'Content-Encoding: gzip')), 415);
		expectError(await send(...body('multipart/form-data; boundary=x')), 415);
		expectError(await send(...body('application/x-bittorrent')), 415);
		expectError(await send(...body('no type at all')), 415);
	});

	test('invalid UTF-8, a repeated query, an invalid flag, an incomplete percent sign', async () => {
		const bytes = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]);
		expectError(await send(lines('PUT /downloads HTTP/1.1', 'Content-Length: 6'), bytes), 400);
		expectError(await send(lines('GET /downloads?get_files=1&get_files=1 HTTP/1.1')), 400);
		expectError(await send(lines('GET /downloads?get_files=perhaps HTTP/1.1')), 400);
		expectError(await send(lines('GET /downloads/%zz/files HTTP/1.1')), 400);
		const odd = await send(lines('GET /downloads?get_files=%zz HTTP/1.1'));
		expectError(odd, 400);
		expect((await send(lines('GET /downloads?__proto__=1&constructor=2&%00=3 HTTP/1.1')))?.status).toBe(200);
		const many = Array.from({ length: 1_500 }, (_, at) => `n${at}=`).join('&');
		expect((await send(lines(`GET /downloads?${many} HTTP/1.1`)))?.status).toBe(200);
	});

	test.each(['x', '%00', 'a'.repeat(5_000), `${'0'.repeat(40)}%2F`, '..%2f..%2fetc%2fpasswd'])(
		'an invalid infohash: %.20s',
		async (infohash) => {
			for (const path of ['files', 'torrent'])
				expectError(await send(lines(`GET /downloads/${infohash}/${path} HTTP/1.1`)), 404);
		},
	);

	test('nested lists, and endless numbers', async () => {
		const put = (text: string) =>
			send(lines('PUT /downloads HTTP/1.1', `Content-Length: ${Buffer.byteLength(text)}`), text);
		expectError(await put(`{"uri": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`), 400);
		expectError(await put('['.repeat(100_000)), 400);
		expectError(await put(`{"uri": "/x", "anon_hops": ${'9'.repeat(100_000)}}`), 400);
		expectError(await put('{"__proto__": {"uri": "/x"}}'), 400);
		// An endless list of names.
		const names = Array.from({ length: 300_000 }, (_, at) => `n${at}`);
		expectError(await put(names.map((name) => `${name}=1`).join('&')), 400, 'InvalidBodyError');
		const fields = names.map((name) => `"${name}":1`).join();
		expectError(await put(`{${fields}}`), 400, 'InvalidBodyError');
	});
});

describe('web pages', () => {
	const respond = (...headers: string[]) =>
		send(['GET /state HTTP/1.1', `X-Api-Key: ${service.key}`, ...headers, '', ''].join('\r\n'));

	test.each([
		['another site', 'https://evil.example'],
		['another port of this machine', 'http://127.0.0.1:3000'],
		['no site', 'null'],
	])('of %s are refused, even with the key', async (_, origin) => {
		const answer = await respond('Host: 127.0.0.1', `Origin: ${origin}`);
		expectError(answer, 403, 'ForeignPageError');
		expect([...(answer?.headers.keys() ?? [])].join()).not.toContain('access-control');
	});

	test.each(['evil.example', 'evil.example:80', 'localhost.evil.example', '127.0.0.1.evil.example'])(
		'that name this address %s are refused',
		async (host) => expectError(await respond(`Host: ${host}`), 403, 'ForeignHostError'),
	);

	test('without an origin, as for a picture, are refused', async () => {
		for (const site of ['cross-site', 'same-site'])
			expectError(await respond('Host: localhost', `Sec-Fetch-Site: ${site}`), 403, 'ForeignPageError');
	});

	test('of the service itself are answered, under all names of the service', async () => {
		for (const host of [
			'127.0.0.1:8085',
			'localhost',
			'LOCALHOST:1',
			'[::1]:8085',
			'192.168.1.7',
			hostname(),
			'seedbox.example',
		]) {
			const page = await respond(`Host: ${host}`, `Origin: http://${host}`, 'Sec-Fetch-Site: same-origin');
			expect([host, page?.status]).toEqual([host, 200]);
		}
		// A proxy that terminates TLS and forwards under the IP address.
		expect((await respond('Host: 127.0.0.1:8085', 'Origin: https://seedbox.example'))?.status).toBe(200);
	});

	test('no page receives permission by CORS', async () => {
		const answer = await send(
			[
				'OPTIONS /downloads HTTP/1.1',
				'Host: 127.0.0.1',
				'Origin: https://evil.example',
				'Access-Control-Request-Method: PUT',
				'',
				'',
			].join('\r\n'),
		);
		expectError(answer, 403);
		expect([...(answer?.headers.keys() ?? [])].join()).not.toContain('access-control');
	});
});
