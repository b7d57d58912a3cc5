import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MalformedError, UnreachableError } from '../../../source/client/http/errors.ts';
import { Http } from '../../../source/client/http/http.ts';
import type { AnswerBody } from '../../../source/client/http/response-body.ts';
import { serveRaw } from '../raw-server.ts';
import { serve } from '../server.ts';

/** Starts a service with scripted responses, cut at the given places. */
async function answeringInPieces() {
	let answer: { readonly body: Buffer; readonly cuts: readonly number[]; readonly chunked: boolean } = {
		body: Buffer.alloc(0),
		cuts: [],
		chunked: false,
	};
	const server = await serve(async (_, response) => {
		const { body, cuts, chunked } = answer;
		response.writeHead(200, chunked ? {} : { 'content-length': body.length });
		let from = 0;
		for (const cut of cuts) {
			response.write(body.subarray(from, cut));
			from = cut;
			await turn();
		}
		response.end(body.subarray(from));
	});
	const http = new Http({ url: server.url });
	onTestFinished(() => http.close());
	return {
		server,
		say: (next: typeof answer) => {
			answer = next;
		},
		open: (signal?: AbortSignal) =>
			http.open({ method: 'GET', path: '/x', accept: '*/*', timeout: 5_000, signal, repeated: true }),
	};
}

/** Every way to read a body, with or without pauses. */
const ways: Readonly<Record<string, (body: AnswerBody, slow: boolean) => Promise<Uint8Array>>> = {
	whole: (body) => body.bytes(),
	'portion by portion': async (body, slow) => {
		const chunks: Uint8Array[] = [];
		for await (const chunk of body) {
			chunks.push(Buffer.from(chunk));
			if (slow) await turn();
		}
		return Buffer.concat(chunks);
	},
};

test.each(Object.entries(ways))('consecutive bodies read %s equal the sent ones', async (_, read) => {
	const { say, open } = await answeringInPieces();
	await fc.assert(
		fc.asyncProperty(
			fc.oneof(fc.nat(3_000), fc.nat(3_000_000)),
			fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }),
			fc.boolean(),
			fc.boolean(),
			fc.integer(),
			async (length, parts, chunked, slow, seed) => {
				const body = Buffer.alloc(length);
				for (let at = 0, x = seed; at < length; at++) {
					x = (x * 1103515245 + 12345) & 0x7fffffff;
					body[at] = x >> 16;
				}
				const cuts = parts.map((part) => Math.floor(part * length)).sort((a, b) => a - b);
				say({ body, cuts, chunked });
				const came = await read(await open(), slow);
				expect(Buffer.compare(came, body)).toBe(0);
			},
		),
		{ numRuns: 60 },
	);
});

test('responses that are read at the same time do not overwrite each other', async () => {
	const { say, open } = await answeringInPieces();
	const [one, other] = [Buffer.alloc(6_000_000, 'a'), Buffer.alloc(6_000_000, 'b')];
	say({ body: one, cuts: [], chunked: false });
	const slow = await open();
	say({ body: other, cuts: [], chunked: false });
	const chunks: Uint8Array[] = [];
	for await (const chunk of slow) {
		chunks.push(Buffer.from(chunk));
		expect(Buffer.compare(await (await open()).bytes(), other)).toBe(0);
		expect(Buffer.compare(Buffer.from(chunk), chunks.at(-1) ?? other)).toBe(0);
	}
	expect(Buffer.compare(Buffer.concat(chunks), one)).toBe(0);
});

test('a response that was not read does not affect the next', async () => {
	const { say, open, server } = await answeringInPieces();
	const body = Buffer.alloc(2_000_000, 'a');
	say({ body, cuts: [], chunked: false });
	(await open()).discard();
	for await (const chunk of await open()) {
		expect(chunk.length).toBeGreaterThan(0);
		break;
	}
	expect(await (await open()).bytes()).toHaveLength(body.length);
	expect(server.requests).toHaveLength(3);
});

/** Reads a response slowly. Its connection ends in some way after the first chunk. */
async function readSlowly(head: string, body: Buffer, end: (socket: Socket) => void): Promise<Buffer> {
	const served: Socket[] = [];
	const { url } = await serveRaw((socket) => {
		served.push(socket);
		socket.write(`HTTP/1.1 200 OK\r\nconnection: close\r\n${head}\r\n`);
		socket.write(body);
	});
	const http = new Http({ url });
	onTestFinished(() => http.close());
	const chunks: Uint8Array[] = [];
	for await (const chunk of await http.open({
		method: 'GET',
		path: '/x',
		accept: '*/*',
		timeout: 5_000,
		repeated: true,
	})) {
		chunks.push(Buffer.from(chunk));
		for (const socket of served.splice(0)) end(socket);
		for (let turns = 0; turns < 50; turns++) await turn();
	}
	return Buffer.concat(chunks);
}

const lengths = [65_536, 131_072, 262_144, 300_000];

test.each(lengths)(
	'a slow reader receives all %i bytes of a response that ends with its connection',
	async (length) => {
		const body = Buffer.alloc(length, 'y');
		const end = (socket: Socket) => void socket.end();
		expect((await readSlowly('', body, end)).equals(body)).toBe(true);
		expect((await readSlowly(`content-length: ${length}\r\n`, body, end)).equals(body)).toBe(true);
	},
);

test('a slow reader learns that a response was reset', async () => {
	const reset = (socket: Socket) => void socket.resetAndDestroy();
	await expect(readSlowly('', Buffer.alloc(65_536, 'y'), reset)).rejects.toThrow(UnreachableError);
});

test('headers of a response are complete, in any number of chunks', async () => {
	const long = 'x'.repeat(10_000);
	const head = `HTTP/1.1 200 OK\r\nx-first: ${long}1\r\nx-second: ${long}2\r\ncontent-length: 300000\r\n\r\n`;
	const { url } = await serveRaw(async (socket) => {
		for (let at = 0; at < head.length; at += 3_000) {
			socket.write(head.slice(at, at + 3_000));
			await turn();
		}
		socket.write(Buffer.alloc(300_000, 'y'));
	});
	const http = new Http({ url });
	onTestFinished(() => http.close());
	const body = await http.open({ method: 'GET', path: '/x', accept: '*/*', timeout: 5_000 });
	expect(body.headers['x-first']).toBe(`${long}1`);
	expect(body.headers['x-second']).toBe(`${long}2`);
	expect(Buffer.from(await body.bytes()).equals(Buffer.alloc(300_000, 'y'))).toBe(true);
});

test('an aborted request ends at once, also while its reader is slow', async () => {
	const { say, open } = await answeringInPieces();
	say({ body: Buffer.alloc(2_000_000, 'a'), cuts: [], chunked: false });
	const controller = new AbortController();
	const reason = new Error('no longer wanted');
	const body = await open(controller.signal);
	const read = async () => {
		for await (const chunk of body) {
			expect(chunk.length).toBeGreaterThan(0);
			controller.abort(reason);
			await turn();
		}
	};
	await expect(read()).rejects.toBe(reason);
});

describe('a compressed response', () => {
	/** Starts a service whose response is compressed, and opens it with a limit of 1 MiB. */
	async function opened(plain: Buffer, change = (bytes: Buffer) => bytes, gzip = true) {
		const bytes = change(gzipSync(plain));
		const server = await serve((_, response) => {
			response.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes);
		});
		const http = new Http({ url: server.url });
		onTestFinished(() => http.close());
		const call = {
			method: 'GET',
			path: '/x',
			accept: '*/*',
			timeout: 5_000,
			limit: 1024 * 1024,
			gzip,
		} as const;
		return { server, reading: http.read(call) };
	}

	test('is requested, and read as it was', async () => {
		const plain = Buffer.from('a word '.repeat(100_000));
		const { server, reading } = await opened(plain);
		expect(Buffer.compare(await reading, plain)).toBe(0);
		expect(server.requests[0]?.headers['accept-encoding']).toBe('gzip');
	});

	test('is refused when its content exceeds the limit', async () => {
		const { reading } = await opened(Buffer.alloc(64 * 1024 * 1024));
		await expect(reading).rejects.toThrow('larger than 1 MiB');
	});

	test.each<[string, (bytes: Buffer) => Buffer]>([
		['truncated', (bytes) => bytes.subarray(0, bytes.length / 2)],
		['damaged', (bytes) => bytes.fill(7, 20, 40)],
		['plain text', () => Buffer.from('{"downloads":[]}')],
	])('is malformed if it is %s', async (_, change) => {
		const { reading } = await opened(Buffer.from('a word '.repeat(100_000)), change);
		await expect(reading).rejects.toThrow(MalformedError);
	});

	test('is refused if it was not requested', async () => {
		const { server, reading } = await opened(Buffer.from('plain'), undefined, false);
		await expect(reading).rejects.toThrow('not requested');
		expect(server.requests[0]?.headers['accept-encoding']).toBeUndefined();
	});
});
