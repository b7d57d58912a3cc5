import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodedBodyText } from '../../../source/service/http-client/decoded-body.ts';
import { fetchBody } from '../../../source/service/http-client/fetch-body.ts';
import { connectDirectly, SERVER_CLOSED } from '../../../source/service/http-client/open-response.ts';
import { OwnService } from '../../../source/service/http-client/own-service.ts';
import { ANY, exactly } from '../../programs/message-pattern.ts';
import { httpServer, rawServer, serverOnBlockedPort, writeForever } from './servers.ts';

const MAX_BYTES = 1024 * 1024;

function get(url: string, more: Partial<Parameters<typeof fetchBody>[1]> = {}) {
	return fetchBody(new URL(url), {
		connect: connectDirectly,
		ownService: new OwnService(),
		maxRedirects: 3,
		signal: new AbortController().signal,
		maxBytes: MAX_BYTES,
		tooLong: () => new Error('too long'),
		timeoutMs: 20_000,
		...more,
	});
}

test('fetchBody accepts a body of exactly the limit and rejects one byte more', async () => {
	const url = await httpServer((request, answer) =>
		answer.end(Buffer.alloc(MAX_BYTES + (request.url === '/more' ? 1 : 0), 'x')),
	);
	expect((await get(`${url}/`)).body.length).toBe(MAX_BYTES);
	await expect(get(`${url}/more`)).rejects.toThrow('too long');
});

test('fetchBody limits the decoded size of a compressed body', async () => {
	const bomb = gzipSync(Buffer.alloc(64 * MAX_BYTES));
	expect(bomb.length).toBeLessThan(MAX_BYTES);
	const url = await httpServer((request, answer) => {
		const body = request.url === '/small' ? gzipSync('small') : bomb;
		answer.writeHead(200, { 'content-encoding': 'gzip' }).end(body);
	});
	expect(Buffer.from((await get(`${url}/small`)).body).toString()).toBe('small');
	await expect(get(url)).rejects.toThrow('too long');
});

test('fetchBody limits the sent size of a compressed body that decodes to nothing', async () => {
	const empty = Buffer.concat(Array.from({ length: 1000 }, () => gzipSync('')));
	const url = await rawServer((socket) => {
		socket.write('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n');
		writeForever(socket, empty);
	});
	await expect(get(url)).rejects.toThrow('too long');
});

test.each(['gzip', 'deflate', 'br'])(
	'fetchBody rejects a body that is declared as %s but is not',
	async (encoding) => {
		const url = await httpServer((_, answer) => {
			answer.writeHead(200, { 'content-encoding': encoding }).flushHeaders();
			setTimeout(() => answer.end('this is plain text'), 80);
		});
		await expect(get(url)).rejects.toThrow(exactly(decodedBodyText.undecodable(ANY)));
	},
);

test('fetchBody rejects unknown and repeated encodings', async () => {
	const url = await httpServer((request, answer) =>
		answer.writeHead(200, { 'content-encoding': decodeURIComponent(request.url ?? '').slice(1) }).end('x'),
	);
	await expect(get(`${url}/compress`)).rejects.toThrow('unknown Content-Encoding, compress');
	await expect(get(`${url}/gzip,gzip`)).rejects.toThrow('unknown Content-Encoding, gzip,gzip');
});

test('fetchBody ends a body that drips, within its total time', async () => {
	let ended = false;
	const url = await rawServer((socket) => {
		socket.write('HTTP/1.1 200 OK\r\n\r\n');
		const timer = setInterval(() => socket.write('x'), 10);
		socket.once('close', () => {
			clearInterval(timer);
			ended = true;
		});
	});
	await expect(get(url, { timeoutMs: 500 })).rejects.toThrow('no complete response within 0.5 s');
	await expect.poll(() => ended).toBe(true);
});

test('fetchBody ends headers that drip, and headers without end', async () => {
	const dripping = await rawServer((socket) => {
		socket.write('HTTP/1.1 200 OK\r\n');
		const timer = setInterval(() => socket.write('a: b\r\n'), 10);
		socket.once('close', () => clearInterval(timer));
	});
	await expect(get(dripping, { timeoutMs: 500 })).rejects.toThrow('no complete response within 0.5 s');
	const endless = await rawServer((socket) => {
		socket.write('HTTP/1.1 200 OK\r\n');
		writeForever(socket, `x-padding: ${'y'.repeat(1000)}\r\n`);
	});
	await expect(get(endless)).rejects.toThrow(/overflow/i);
});

test('fetchBody ends interim answers and chunk extensions without end', async () => {
	const interim = await rawServer((socket) =>
		writeForever(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)),
	);
	await expect(get(interim, { timeoutMs: 500 })).rejects.toThrow('no complete response within 0.5 s');
	const extensions = await rawServer((socket) => {
		socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;');
		writeForever(socket, 'x'.repeat(1000));
	});
	await expect(get(extensions)).rejects.toThrow();
});

test('fetchBody follows as many redirects as allowed and no more', async () => {
	const url = await httpServer((request, answer) => {
		const left = Number(request.url?.slice(1));
		if (left === 0) answer.end('here');
		else answer.writeHead(302, { location: `/${left - 1}` }).end();
	});
	expect(Buffer.from((await get(`${url}/3`)).body).toString()).toBe('here');
	await expect(get(`${url}/4`)).rejects.toThrow('redirects more than 3 times');
});

test('fetchBody sends a password to the host of its URL only', async () => {
	const seen: (string | undefined)[] = [];
	const other = await httpServer((request, answer) => {
		seen.push(request.headers.authorization);
		answer.end();
	});
	const url = await httpServer((request, answer) => {
		seen.push(request.headers.authorization);
		answer.writeHead(302, { location: other }).end();
	});
	await get(url.replace('://', '://me:secret@'));
	const basic = `Basic ${Buffer.from('me:secret').toString('base64')}`;
	expect(seen).toEqual([basic, undefined]);
});

test('fetchBody reports a connection that ends in the middle of a body', async () => {
	const url = await rawServer((socket) =>
		socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nnot everything'),
	);
	await expect(get(url)).rejects.toMatchObject({ code: 'ECONNRESET' });
	const closing = await rawServer((socket) => socket.destroy());
	await expect(get(closing)).rejects.toThrow();
	const switching = await rawServer((socket) =>
		socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
	);
	await expect(get(switching)).rejects.toThrow(SERVER_CLOSED);
});

test('fetchBody uses ports that browsers block', async () => {
	const url = await serverOnBlockedPort((_, answer) => answer.end('here'));
	expect(Buffer.from((await get(url)).body).toString()).toBe('here');
});

test('fetchBody rejects with the reason of its signal', async () => {
	const url = await rawServer(() => {});
	const abort = new AbortController();
	const answer = get(url, { signal: abort.signal });
	abort.abort(new Error('stopped'));
	await expect(answer).rejects.toThrow('stopped');
});
