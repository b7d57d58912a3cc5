import { expect, onTestFinished, test } from 'vitest';
import { type Client, createClient } from '../../source/client/client.ts';
import { AbsentError, NotFoundError } from '../../source/client/http/errors.ts';
import type { EndpointName } from '../../source/protocol/endpoints/table.ts';
import { unknownPath } from '../../source/service/http/server.ts';
import { couldNotFind } from '../contract/foreign/fault.ts';
import { NO_OWN_CHANNEL } from '../contract/foreign/resources/channel.ts';
import { type Handler, serve } from './server.ts';

const infohash = '6166263d078d8142967efe748d6812ecc77dc34d';

/** Responses of services to unknown paths. */
const unknownPaths: Readonly<Record<string, Handler>> = {
	'generation A': (_, response) =>
		void response.writeHead(404, { 'content-type': 'text/html' }).end('<html>No Such Resource</html>'),
	'the field': ({ path }, response) =>
		void response
			.writeHead(404)
			.end(JSON.stringify({ error: { handled: true, message: couldNotFind(path.split('?')[0] ?? '') } })),
	seedtop: ({ method, path }, response) =>
		void response.writeHead(404).end(
			JSON.stringify({
				error: {
					handled: true,
					code: 'NotFoundError',
					message: unknownPath(method, path.split('?')[0] ?? ''),
				},
			}),
		),
};

async function clientOf(handler: Handler, options: { engine?: string } = {}) {
	const server = await serve(handler);
	const client = createClient({ url: server.url, ...options });
	onTestFinished(() => client.close());
	return { client, requests: server.requests };
}

const asks: readonly (readonly [EndpointName, (client: Client) => Promise<unknown>])[] = [
	['getState', (client) => client.getState()],
	['getMyChannel', (client) => client.getMyChannel()],
	['listAsks', (client) => client.listAsks()],
	['expandFiles', (client) => client.expandFiles({ params: { infohash }, query: { path: 'a' } })],
	['getTorrent', (client) => client.getTorrent({ params: { infohash } })],
	['addFeed', (client) => client.addFeed({ params: { channelid: 'c', feed_url: 'http://x/' } })],
	['removeEntries', (client) => client.removeEntries({ body: [{ public_key: 'k', id: 1n }] })],
];

for (const [dialect, handler] of Object.entries(unknownPaths)) {
	test.each(asks)(`%s that ${dialect} does not have is requested once`, async (name, ask) => {
		const { client, requests } = await clientOf(handler);
		await expect(ask(client)).rejects.toThrow(AbsentError);
		await expect(ask(client)).rejects.toMatchObject({ kind: 'absent' });
		expect(requests).toHaveLength(1);
		expect([...client.absent]).toEqual([name]);
		client.forgetAbsent();
		expect(client.absent.size).toBe(0);
		await expect(ask(client)).rejects.toThrow(AbsentError);
		expect(requests).toHaveLength(2);
	});
}

test.each([
	['getMyChannel', (client: Client) => client.getMyChannel()],
	['getTorrent', (client: Client) => client.getTorrent({ params: { infohash } })],
	['addFeed', (client: Client) => client.addFeed({ params: { channelid: 'c', feed_url: 'http://x/' } })],
])('%s of an unknown id is requested again', async (_, ask) => {
	const { client, requests } = await clientOf((_, response) =>
		response.writeHead(404).end(JSON.stringify({ error: NO_OWN_CHANNEL })),
	);
	await expect(ask(client)).rejects.toThrow(NotFoundError);
	await expect(ask(client)).rejects.toThrow(NO_OWN_CHANNEL);
	expect(requests).toHaveLength(2);
	expect(client.absent.size).toBe(0);
});

test('without an id in the path, any 404 means that the endpoint is absent', async () => {
	const { client } = await clientOf((_, response) => response.writeHead(404).end('{"error":"no"}'));
	await expect(client.listThreads()).rejects.toThrow(AbsentError);
});

test('an endpoint that every service has is never absent', async () => {
	const { client, requests } = await clientOf(unknownPaths['the field'] ?? (() => {}));
	await expect(client.listDownloads()).rejects.toThrow(NotFoundError);
	await expect(client.listDownloads()).rejects.toThrow(couldNotFind('/downloads'));
	expect(requests).toHaveLength(2);
	expect(client.absent.size).toBe(0);
});

test('other statuses do not mean absence', async () => {
	const { client, requests } = await clientOf((_, response) => response.writeHead(500).end());
	await expect(client.getState()).rejects.toMatchObject({ kind: 'refused' });
	await expect(client.getState()).rejects.toMatchObject({ kind: 'refused' });
	expect(requests).toHaveLength(2);
});

test('the client tries the other path of an endpoint and remembers it', async () => {
	const { client, requests } = await clientOf((one, response) => {
		if (one.path.startsWith('/torrents/')) response.end('{"checking":true}');
		else unknownPaths['generation A']?.(one, response);
	});
	const ask = () => client.getHealth({ params: { infohash }, query: { nowait: true } });
	expect(await ask()).toMatchObject({ checking: true });
	expect(await ask()).toMatchObject({ checking: true });
	expect(requests.map(({ path }) => path)).toEqual([
		`/metadata/torrents/${infohash}/health?nowait=1`,
		`/torrents/${infohash}/health?nowait=1`,
		`/torrents/${infohash}/health?nowait=1`,
	]);
});

test('an endpoint is absent only if all of its paths are', async () => {
	const { client, requests } = await clientOf(unknownPaths['the field'] ?? (() => {}));
	const ask = () => client.getHealth({ params: { infohash } });
	await expect(ask()).rejects.toThrow(AbsentError);
	await expect(ask()).rejects.toThrow(AbsentError);
	expect(requests).toHaveLength(2);
});

test('an unknown id is not requested at another path', async () => {
	const { client, requests } = await clientOf((_, response) =>
		response.writeHead(404).end('{"error":"unknown"}'),
	);
	await expect(client.getHealth({ params: { infohash } })).rejects.toThrow(NotFoundError);
	expect(requests).toHaveLength(1);
});

test.each([
	['libtorrent', undefined, ['/libtorrent/session', '/libtorrent/settings']],
	['engine', undefined, ['/libtorrent/session', '/engine/session', '/engine/settings', '/engine/session']],
	['webtorrent', 'webtorrent', ['/webtorrent/session', '/webtorrent/settings']],
])('the client learns once that the engine is called %s', async (name, engine, paths) => {
	const { client, requests } = await clientOf(
		(one, response) => {
			if (one.path.startsWith(`/${name}/`)) response.end('{"hop":0,"settings":{"a":1}}');
			else unknownPaths['the field']?.(one, response);
		},
		engine === undefined ? {} : { engine },
	);
	expect(await client.getSession()).toEqual({ hop: 0, settings: { a: 1 } });
	expect(await client.getSettings()).toEqual({ hop: 0, settings: { a: 1 } });
	if (name === 'engine') await client.getSession();
	expect(requests.map(({ path }) => path)).toEqual(paths);
});
