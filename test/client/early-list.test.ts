import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../source/client/client.ts';
import { EarlyList } from '../../source/client/early-list.ts';
import { NotFoundError, UnauthorizedError, UnreachableError } from '../../source/client/http/errors.ts';
import type { ClientOptions } from '../../source/client/http/requests.ts';
import { DownloadList } from '../../source/client/lists/download-list.ts';
import { closedPort } from '../../source/demo/closed-port.ts';
import { until } from '../programs/until.ts';
import { answering, type Handler, serve } from './server.ts';

const list = { downloads: [{ name: 'a', infohash: 'a'.repeat(40), status: 'SEEDING' }] };

/** Sends the request early to a server, and creates a client with the same options. */
async function early(handler: Handler, options: Omit<ClientOptions, 'url'> = {}) {
	const server = await serve(handler);
	const given = { url: server.url, ...options };
	const sent = new EarlyList(given);
	await sent.left;
	const client = createClient({ ...given, early: sent, requestLog: sent.requestLog });
	onTestFinished(async () => {
		await Promise.all([sent.close(), client.close()]);
	});
	const paths = () => server.requests.map(({ path }) => path);
	return { server, given, sent, client, paths };
}

test('the first request of the list takes the early response, and the second one is sent', async () => {
	const { client, paths, server } = await early(answering(200, list), { apiKey: 'k' });
	const downloads = new DownloadList();
	const first = await downloads.fetch(client, { get_availability: true });
	expect(first.downloads.map(({ name }) => name)).toEqual(['a']);
	expect(paths()).toEqual(['/downloads?get_availability=1']);
	expect(server.requests[0]?.headers['x-api-key']).toBe('k');
	await downloads.fetch(client, { get_availability: true });
	expect(paths()).toHaveLength(2);
});

test('a request that asks for less takes the early response too', async () => {
	const { client, paths } = await early(answering(200, list));
	expect((await client.listDownloads()).downloads).toHaveLength(1);
	expect(paths()).toHaveLength(1);
});

test('a request that asks for more, and other endpoints, are sent', async () => {
	const { client, paths } = await early(answering(200, { ...list, state: 'STARTED' }));
	await client.getState();
	await client.listDownloads({ query: { get_peers: true } });
	expect(paths()).toEqual(['/downloads?get_availability=1', '/state', '/downloads?get_peers=1']);
});

test('no request takes an early response that is older than a change or another list', async () => {
	const { client, paths } = await early(answering(200, list));
	await client.listDownloads({ query: { get_peers: true } });
	await client.listDownloads();
	expect(paths()).toEqual(['/downloads?get_availability=1', '/downloads?get_peers=1', '/downloads']);
	const changed = await early(answering(200, { ...list, modified: true }));
	await changed.client.changeDownload({ params: { infohash: 'a'.repeat(40) }, body: { state: 'stop' } });
	await changed.client.listDownloads();
	expect(changed.paths().at(-1)).toBe('/downloads');
});

test('an error of the early response is that of the first request', async () => {
	const unauthorized = await early(answering(401, { error: 'Unauthorized access' }));
	await expect(unauthorized.client.listDownloads()).rejects.toBeInstanceOf(UnauthorizedError);
	const absent = await early(answering(404, { error: { handled: true, message: 'Could not find it' } }));
	await expect(absent.client.listDownloads()).rejects.toBeInstanceOf(NotFoundError);
	expect(absent.paths()).toHaveLength(1);
	const url = `http://127.0.0.1:${await closedPort()}`;
	const sent = new EarlyList({ url });
	await sent.left;
	const client = createClient({ url, early: sent });
	onTestFinished(() => client.close());
	await expect(client.listDownloads()).rejects.toBeInstanceOf(UnreachableError);
});

test('a service that dies fails the first request only', async () => {
	let count = 0;
	const { client } = await early((_, response) => {
		if (count++ === 0) response.destroy();
		else answering(200, list)(_, response);
	});
	await expect(client.listDownloads()).rejects.toBeInstanceOf(UnreachableError);
	expect((await client.listDownloads()).downloads).toHaveLength(1);
});

test('a redirect is not followed', async () => {
	const other = await serve(answering(200, list));
	const { client } = await early((_, response) => {
		response.writeHead(302, { location: `${other.url}/downloads` }).end();
	});
	await expect(client.listDownloads()).rejects.toThrow();
	expect(other.requests).toEqual([]);
});

test('an abort of the first request aborts the early one', async () => {
	const { client } = await early(() => {});
	const abort = new AbortController();
	const listing = client.listDownloads({}, { signal: abort.signal });
	abort.abort(new Error('dropped'));
	await expect(listing).rejects.toThrow('dropped');
});

test('one client takes it, and none with another address, key or generation', async () => {
	const { sent, given, paths } = await early(answering(200, list), { generation: 'B' });
	const others = [{ url: `${given.url}/api` }, { apiKey: 'other' }, { generation: 'A' as const }, {}];
	for (const other of others) {
		const client = createClient({ ...given, ...other, early: sent });
		onTestFinished(() => client.close());
		await client.listDownloads();
	}
	expect(paths()).toHaveLength(1 + others.length);
});

test('without a client, its end closes the connection', async () => {
	let isClosed = false;
	const server = createServer((socket) => {
		socket
			.on('error', () => {})
			.on('close', () => {
				isClosed = true;
			});
		socket.resume();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	const address = server.address();
	if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
	const sent = new EarlyList({ url: `http://127.0.0.1:${address.port}` });
	await sent.left;
	await sent.close();
	await until(() => isClosed);
	expect(sent.take({ url: `http://127.0.0.1:${address.port}` })).toBeUndefined();
});
