import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { AddressRule, addressRuleText } from '../../../source/service/feeds/fetching/address-rule.ts';
import {
	type FeedRequest,
	fetchFeed,
	fetchFeedText,
} from '../../../source/service/feeds/fetching/fetch-feed.ts';
import { feedLimits } from '../../../source/service/feeds/limits.ts';
import { feedParserText } from '../../../source/service/feeds/parsing/feed-parser.ts';
import { decodedBodyText } from '../../../source/service/http-client/decoded-body.ts';
import { redirectText } from '../../../source/service/http-client/open-response.ts';
import { OwnService, OwnServiceError } from '../../../source/service/http-client/own-service.ts';
import { ANY, exactly } from '../../programs/message-pattern.ts';
import { httpServer, rawServer, writeForever } from '../http-client/servers.ts';

const feed = '<rss><channel><title>Feed</title><item><title>A</title><guid>1</guid></item></channel></rss>';
const item = `<item><title>${'A'.repeat(400)}</title><guid>1</guid></item>`;

function get(url: string, more: Partial<FeedRequest> = {}) {
	return fetchFeed({
		url: new URL(url),
		etag: '',
		lastModified: '',
		ownService: new OwnService(),
		addressRule: new AddressRule(),
		signal: new AbortController().signal,
		...more,
	});
}

describe('fetchFeed', () => {
	test('sends the validators of the last response, and reports an unchanged feed', async () => {
		const seen: unknown[] = [];
		const url = await httpServer((request, answer) => {
			const { 'if-none-match': etag, 'if-modified-since': since } = request.headers;
			seen.push([etag, since]);
			const headers = {
				etag: '"v1"',
				'last-modified': 'Mon, 02 Jan 2023 03:04:05 GMT',
				'cache-control': 'max-age=900',
			};
			answer.writeHead(etag === '"v1"' ? 304 : 200, headers).end(etag === '"v1"' ? '' : feed);
		});
		const first = await get(url);
		expect(first).toMatchObject({ document: { title: 'Feed' }, cacheControl: 'max-age=900' });
		expect(first.validators).toEqual({ etag: '"v1"', lastModified: 'Mon, 02 Jan 2023 03:04:05 GMT' });
		const second = await get(url, first.validators);
		expect(second).toMatchObject({ document: undefined, validators: first.validators });
		expect(seen).toEqual([
			[undefined, undefined],
			['"v1"', 'Mon, 02 Jan 2023 03:04:05 GMT'],
		]);
	});

	test('reports a 304 without a condition, and forgets unusable validators', async () => {
		const url = await httpServer((request, answer) => {
			if (request.url === '/304') answer.writeHead(304).end();
			else answer.writeHead(200, { etag: 'x'.repeat(2_000) }).end(feed);
		});
		await expect(get(`${url}/304`)).rejects.toMatchObject({ status: 304 });
		expect((await get(url)).validators).toEqual({ etag: '', lastModified: '' });
	});

	test.each([
		['gzip', gzipSync(feed)],
		['br', brotliCompressSync(feed)],
		['deflate', deflateSync(feed)],
	])('decodes %s', async (encoding, body) => {
		const url = await httpServer((request, answer) => {
			expect(request.headers['accept-encoding']).toContain(encoding);
			answer.writeHead(200, { 'content-encoding': encoding }).end(body);
		});
		expect((await get(url)).document?.items).toHaveLength(1);
	});

	test('follows redirects, and returns the last address', async () => {
		const url = await httpServer((request, answer) => {
			if (request.url === '/b/feed') answer.end(feed);
			else answer.writeHead(301, { location: request.url === '/a' ? '/b' : 'feed' }).end();
		});
		const fetched = await get(`${url.replace('://', '://me:secret@')}/b/`);
		expect(fetched.url.href).toBe(`${url}/b/feed`);
		await expect(get(`${url}/x`)).rejects.toThrow(redirectText.tooMany(feedLimits.maxRedirects));
	});

	test.each(['file:///etc/passwd', 'ftp://a.example/', 'data:text/xml,x', 'magnet:?xt=urn:btih:x'])(
		'follows no redirect to %s',
		async (location) => {
			const url = await httpServer((_, answer) => answer.writeHead(302, { location }).end());
			await expect(get(url)).rejects.toMatchObject({ name: 'RedirectError' });
		},
	);

	test('never reaches the own service', async () => {
		const url = await httpServer((_, answer) => answer.end(feed));
		const port = Number(new URL(url).port);
		const ownService = new OwnService([{ address: '127.0.0.1', port }]);
		await expect(get(url, { ownService })).rejects.toThrow(OwnServiceError);
		const other = await httpServer((_, answer) => answer.writeHead(302, { location: url }).end());
		await expect(get(other, { ownService })).rejects.toThrow(OwnServiceError);
	});

	test.each([
		[410, {}, 0],
		[429, { 'retry-after': '120' }, 120_000],
		[503, { 'retry-after': 'soon' }, 0],
		[404, {}, 0],
	])('reports status %i and its Retry-After', async (status, headers, retryAfterMs) => {
		const url = await httpServer((_, answer) => answer.writeHead(status, headers).end(feed));
		await expect(get(url)).rejects.toMatchObject({ status, retryAfterMs });
	});

	test('filters the addresses of a host before it connects, and that of a name as well', async () => {
		let connections = 0;
		const url = await rawServer(() => {
			connections += 1;
		});
		for (const address of [url, url.replace('127.0.0.1', 'localhost')]) {
			const refused = get(address, { addressRule: new AddressRule('public') });
			await expect(refused).rejects.toThrow(addressRuleText.refused);
		}
		expect(connections).toBe(0);
	});
});

describe('A hostile server of a feed', () => {
	const endless = (encoding?: string) =>
		httpServer((_, answer) => {
			answer.writeHead(200, encoding === undefined ? {} : { 'content-encoding': encoding });
			const stream = encoding === undefined ? answer : createGzip();
			if (stream !== answer) stream.pipe(answer);
			stream.write('<rss><channel>');
			const write = () => {
				while (!answer.destroyed && stream.write(`<x>${'y'.repeat(60_000)}</x>`));
			};
			stream.on('drain', write);
			write();
		});

	test.each([['plain', undefined] as const, ['compressed', 'gzip'] as const])(
		'sends %s data without an end: it is refused with little memory',
		async (_, encoding) => {
			const url = await endless(encoding);
			await expect(get(url)).rejects.toThrow(fetchFeedText.tooLong);
		},
	);

	test('sends a feed of 50 MB: the first items are read, and the rest is not fetched', async () => {
		let sent = 0;
		const url = await httpServer((_, answer) => {
			answer.write('<rss><channel>');
			const write = () => {
				while (!answer.destroyed && sent < 50_000_000) {
					sent += 43_500;
					if (!answer.write(item.repeat(100))) return;
				}
				answer.end('</channel></rss>');
			};
			answer.on('drain', write);
			write();
		});
		expect((await get(url)).document?.items).toHaveLength(feedLimits.maxItems);
		expect(sent).toBeLessThan(20_000_000);
	});

	test('sends no feed', async () => {
		const url = await httpServer((_, answer) => answer.end('<!doctype html><html>'));
		await expect(get(url)).rejects.toThrow(feedParserText.notFeed);
	});

	test('declares a wrong encoding', async () => {
		const url = await httpServer((_, answer) =>
			answer.writeHead(200, { 'content-encoding': 'br' }).end(feed),
		);
		await expect(get(url)).rejects.toThrow(exactly(decodedBodyText.undecodable(ANY)));
	});

	test.each([
		['is silent', () => {}],
		['drips headers', (socket: import('node:net').Socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'a: b\r\n')],
		[
			'drips bytes',
			(socket: import('node:net').Socket) => drip(socket, 'HTTP/1.1 200 OK\r\n\r\n<rss>', '<x/>'),
		],
		[
			'sends interim responses without an end',
			(socket: import('node:net').Socket) =>
				writeForever(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)),
		],
	])('%s: the request ends in time', async (_, serve) => {
		const url = await rawServer(serve);
		await expect(get(url, { timeoutMs: 400 })).rejects.toThrow('no complete response within 0.4 s');
	});

	test('ends in the middle', async () => {
		const url = await rawServer((socket) =>
			socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n<rss><channel><item></item>'),
		);
		await expect(get(url)).rejects.toMatchObject({ code: 'ECONNRESET' });
	});
});

function drip(socket: import('node:net').Socket, head: string, part: string): void {
	socket.write(head);
	const timer = setInterval(() => socket.write(part), 10);
	socket.once('close', () => clearInterval(timer));
}
