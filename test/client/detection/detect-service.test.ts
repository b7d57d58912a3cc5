import { createServer } from 'node:net';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { detectService } from '../../../source/client/detection/detect-service.ts';
import {
	AddressError,
	MalformedError,
	RefusedError,
	TimeoutError,
	UnauthorizedError,
	UnreachableError,
} from '../../../source/client/http/errors.ts';
import { closedPort } from '../../../source/demo/closed-port.ts';
import { dialects } from '../../contract/foreign/dialects.ts';
import { type ForeignServer, startForeign } from '../../contract/foreign/server.ts';
import { runService } from '../../fixtures/service.ts';
import { answering, type Handler, serve } from '../server.ts';

const running: ForeignServer[] = [];
afterEach(async () => {
	for (const each of running.splice(0)) await each.close();
});

async function start(dialect: (typeof dialects)[number]): Promise<ForeignServer> {
	const service = await startForeign(dialect);
	running.push(service);
	return service;
}

const cases = dialects.map((dialect) => [dialect.name, dialect] as const);

describe.each(cases)('a service of %s', (_, dialect) => {
	const expected = dialect.family === 'document' ? 'interface' : dialect.family.replace('–', '-');

	test('is detected at its base path and without it', async () => {
		const service = await start(dialect);
		const found = {
			url: service.url,
			generation: dialect.family === 'document' ? 'B' : dialect.generation,
			dialect: expected,
		};
		expect(await detectService(service.url, { apiKey: dialect.key })).toEqual(found);
		expect(service.requests.length).toBeLessThanOrEqual(2);
		const wrong = dialect.base === '' ? `${service.url}/api` : service.origin;
		expect(await detectService(wrong, { apiKey: dialect.key })).toEqual(found);
	});

	test('is detected without opening its event stream', async () => {
		const service = await start(dialect);
		await detectService(service.url, { apiKey: dialect.key });
		expect(service.requests.filter((request) => request.includes('/events'))).toEqual([]);
	});

	test('is not identified without its key', async () => {
		const service = await start(dialect);
		if (dialect.key === undefined) return;
		await expect(detectService(service.url, { apiKey: 'wrong' })).rejects.toThrow(UnauthorizedError);
		expect(service.requests).toHaveLength(1);
	});
});

test('a service of 7.3 that has not started is detected by its state', async () => {
	const dialect = dialects.find(({ name }) => name === '7.3');
	if (!dialect) throw new Error('There is no such dialect.');
	const service = await start(dialect);
	service.world.starting = true;
	expect(await detectService(service.url)).toMatchObject({ generation: 'A', dialect: '7.0-7.3' });
});

test("seedtop's own service is detected as the document's dialect", async () => {
	const own = await runService();
	expect(await detectService(own.url, { apiKey: own.key })).toEqual({
		url: own.url,
		generation: 'B',
		dialect: 'interface',
	});
});

describe('detectService rejects', () => {
	test.each([
		['a web server', (_: unknown, response) => void response.end('<!doctype html><title>Hello</title>')],
		[
			'a web server that knows no such page',
			(_: unknown, response) => void response.writeHead(404).end('<html>'),
		],
		[
			'one that redirects',
			(_: unknown, response) => void response.writeHead(301, { location: '/login' }).end(),
		],
		['one that answers JSON', answering(200, [1])],
		['one that answers an object', answering(200, { files: 'none', state: 1 })],
		['one whose errors speak of something else', answering(404, { error: 'Not Found' })],
		['one whose errors are empty', answering(404, {})],
		['one that ends at once', (_: unknown, response) => void response.end()],
		['one that never ends a line', (_: unknown, response) => void response.end('x'.repeat(3_000_000))],
	] as const satisfies readonly (readonly [string, Handler])[])('%s', async (_, handler) => {
		const server = await serve(handler);
		await expect(detectService(server.url)).rejects.toThrow(MalformedError);
		await expect(detectService(server.url)).rejects.toThrow(
			`${server.url}: no torrent service answers there`,
		);
	});
});

describe('detectService throws the error of', () => {
	test.each([
		[401, { error: 'Unauthorized access' }, UnauthorizedError],
		[401, { error: { handled: true, message: 'Unauthorized access' } }, UnauthorizedError],
		[500, { error: 'boom' }, RefusedError],
	])('%d %j', async (status, body, kind) => {
		const server = await serve(answering(status, body));
		await expect(detectService(server.url)).rejects.toThrow(kind);
		expect(server.requests).toHaveLength(1);
	});

	test('a port without a listener', async () => {
		await expect(detectService(`127.0.0.1:${await closedPort()}`)).rejects.toThrow(UnreachableError);
	});

	test('a server that sends nothing', async () => {
		const silent = createServer(() => {});
		const port = await new Promise<number>((resolve) => {
			silent.listen(0, '127.0.0.1', () => {
				const address = silent.address();
				resolve(typeof address === 'object' && address !== null ? address.port : 0);
			});
		});
		onTestFinished(() => void silent.close());
		await expect(detectService(`127.0.0.1:${port}`, { timeout: 100 })).rejects.toThrow(TimeoutError);
	});

	test('an invalid address', async () => {
		await expect(detectService('ftp://x')).rejects.toThrow(AddressError);
	});

	test('an abort', async () => {
		const server = await serve(() => {});
		const reason = new Error('no longer wanted');
		await expect(detectService(server.url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
	});
});
