import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { detectService } from '../../../source/client/detection/detect-service.ts';
import { dialectOf } from '../../../source/client/detection/dialect.ts';
import {
	AddressError,
	MalformedError,
	RefusedError,
	TimeoutError,
	UnauthorizedError,
	UnreachableError,
} from '../../../source/client/errors.ts';
import { answering, type Handler, serve, unusedPort } from '../server.ts';

const notFound = (path: string) => ({ error: { handled: true, message: `Could not find ${path}` } });

interface Release {
	/** Path below which it answers. */
	readonly base: string;
	readonly contentType: string;
	/** The first message of its stream; undefined for one that is silent. */
	readonly first: string | undefined;
	readonly state: boolean;
	readonly started?: boolean;
}

/** How a release answers to /events, /state and everything else. */
function release({ base, contentType, first, state, started = true }: Release): Handler {
	return ({ path }, response) => {
		if (path === `${base}/events`) {
			response.writeHead(200, {
				'content-type': contentType === 'text/json' ? 'text/json' : 'text/event-stream',
			});
			response.write(first ?? ': hello\n\n');
			return;
		}
		if (path === `${base}/state` && state && started) {
			response.writeHead(200, { 'content-type': contentType }).end('{"state":"STARTED"}');
		} else if (contentType === 'text/json') {
			response
				.writeHead(404, { 'content-type': 'text/html' })
				.end('<html><title>No Such Resource</title></html>');
		} else if (base === '/api' && !path.startsWith('/api')) {
			response.writeHead(302, { location: '/ui/' }).end();
		} else {
			response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify(notFound(path)));
		}
	};
}

const start = (version: string) => JSON.stringify({ tribler_started: true, version });
const v73: Release = {
	base: '',
	contentType: 'text/json',
	first: `{"type": "events_start", "event": ${start('7.3.0')}}\n`,
	state: true,
};
const v74: Release = { ...v73, contentType: 'application/json', first: v73.first?.replace('7.3.0', '7.4.1') };
const v711: Release = {
	base: '',
	contentType: 'application/json',
	first: `data: {"type": "events_start", "event": ${start('7.11.0')}}\n\n`,
	state: true,
};
const v714: Release = {
	base: '',
	contentType: 'application/json',
	first: 'data: {"topic": "events_start", "kwargs": {"public_key": "d6", "version": "7.14.0-GIT"}}\n\n',
	state: false,
};
const v81: Release = {
	base: '/api',
	contentType: 'application/json',
	first: 'event: events_start\ndata: {"public_key": "d6", "version": "8.1.3", "sessions": "1"}\n\n',
	state: false,
};

const silent = (one: Release): Release => ({ ...one, first: undefined });
const nameless = (one: Release): Release => ({
	...one,
	first: one.first?.replace(/"version": ?"[^"]*"/, '"version": "GIT"'),
});

test.each([
	['7.3', v73, 'A', '7.0-7.3', '7.3.0'],
	['7.4', v74, 'B', '7.5-7.11', '7.4.1'],
	['7.11', v711, 'B', '7.5-7.11', '7.11.0'],
	['7.14', v714, 'B', '7.12-7.14', '7.14.0-GIT'],
	['8.1', v81, 'B', '8.x', '8.1.3'],
	['7.3 without a number', nameless(v73), 'A', '7.0-7.3', 'GIT'],
	['7.11 without a number', nameless(v711), 'B', '7.5-7.11', 'GIT'],
	['7.14 without a number', nameless(v714), 'B', '7.12-7.14', 'GIT'],
	['8.x without a number', nameless(v81), 'B', '8.x', 'GIT'],
	[
		'7.14, another event first',
		{ ...v714, first: 'data: {"topic":"x","args":[]}\n\n' },
		'B',
		'7.12-7.14',
		undefined,
	],
] as const)(
	'a service of %s, by one request where its path is right, by two where not',
	async (_, one, generation, dialect, version) => {
		const server = await serve(release(one));
		const right = server.url + one.base;
		const wrong = one.base === '' ? `${server.url}/api` : server.url;
		const expected = { url: right, generation, dialect, ...(version === undefined ? {} : { version }) };
		expect(await detectService(right, { apiKey: 'k' })).toEqual(expected);
		expect(server.asked).toHaveLength(1);
		expect(server.asked[0]?.headers['x-api-key']).toBe('k');
		expect(await detectService(wrong)).toEqual(expected);
		expect(server.asked).toHaveLength(3);
	},
);

test.each([
	['7.3', silent(v73), 'A', '7.0-7.3'],
	['7.3 that has not started', { ...silent(v73), started: false }, 'A', '7.0-7.3'],
	['7.11', silent(v711), 'B', '7.5-7.11'],
	['7.14', silent(v714), 'B', '7.12-7.14'],
	['8.x', silent(v81), 'B', '8.x'],
] as const)('a silent service of %s, by its state', async (_, one, generation, dialect) => {
	const server = await serve(release(one));
	const url = server.url + one.base;
	expect(await detectService(url, { timeout: 150 })).toEqual({ url, generation, dialect });
	expect(server.asked.map(({ path }) => path)).toEqual([`${one.base}/events`, `${one.base}/state`]);
});

test('our own service speaks as the interface says', async () => {
	const server = await serve((asked, response) => {
		// As source/service/http/event-stream.ts frames it for who asks for JSON.
		expect(asked.headers.accept).toBe('application/json');
		response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
		response.write('{"type":"events_start","event":{"tribler_started":true,"version":"0.1.0"}}\n');
	});
	expect(await detectService(server.url)).toEqual({
		url: server.url,
		generation: 'B',
		dialect: 'interface',
		version: '0.1.0',
	});
});

describe('what is no service', () => {
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
		['one that ends at once', (_: unknown, response) => void response.end()],
		[
			'one that never ends a line',
			(_: unknown, response) => void response.end(`data: ${'x'.repeat(200_000)}`),
		],
	] as const satisfies readonly (readonly [string, Handler])[])('%s', async (_, handler) => {
		const server = await serve(handler);
		await expect(detectService(server.url)).rejects.toThrow(MalformedError);
		await expect(detectService(server.url)).rejects.toThrow(
			`${server.url}: no torrent service answers there`,
		);
		expect(server.asked).toHaveLength(4);
	});
});

describe('what cannot be known', () => {
	test.each([
		[401, { error: 'Unauthorized access' }, UnauthorizedError],
		[401, { error: { handled: true, message: 'Unauthorized access' } }, UnauthorizedError],
		[500, { error: 'boom' }, RefusedError],
	])('%d %j', async (status, body, kind) => {
		const server = await serve(answering(status, body));
		await expect(detectService(server.url)).rejects.toThrow(kind);
		expect(server.asked).toHaveLength(1);
	});

	test('nothing answers', async () => {
		await expect(detectService(`127.0.0.1:${await unusedPort()}`)).rejects.toThrow(UnreachableError);
	});

	test('it accepts and says nothing', async () => {
		const mute = createServer(() => {});
		const port = await new Promise<number>((resolve) => {
			mute.listen(0, '127.0.0.1', () => {
				const address = mute.address();
				resolve(typeof address === 'object' && address !== null ? address.port : 0);
			});
		});
		onTestFinished(() => void mute.close());
		await expect(detectService(`127.0.0.1:${port}`, { timeout: 50 })).rejects.toThrow(TimeoutError);
	});

	test('no address', async () => {
		await expect(detectService('ftp://x', { source: 'SEEDTOP_URL' })).rejects.toThrow(AddressError);
	});

	test('when it is called off', async () => {
		const server = await serve(() => {});
		const reason = new Error('no longer wanted');
		await expect(detectService(server.url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
	});
});

test.each([
	['v7.2.1', '7.0-7.3'],
	['7.5.0', '7.5-7.11'],
	['7.12.0', '7.12-7.14'],
	['8.4.3', '8.x'],
] as const)('version %s is dialect %s, whatever the framing', (version, dialect) => {
	for (const framing of ['line', 'type', 'topic', 'event'] as const) {
		expect(dialectOf({ framing, contentType: '', version })).toBe(dialect);
	}
});
