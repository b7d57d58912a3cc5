import { expect, onTestFinished, test } from 'vitest';
import { type Client, createClient } from '../../../source/client/client.ts';
import { MAX_RECORDS, RequestLog } from '../../../source/client/http/request-log.ts';
import { DownloadList } from '../../../source/client/lists/download-list.ts';
import { answering, type Handler, serve } from '../server.ts';

const infohash = '6166263d078d8142967efe748d6812ecc77dc34d';
const apiKey = 'a-secret-key';

async function loggedClient(handler: Handler): Promise<{ client: Client; log: RequestLog }> {
	const server = await serve(handler);
	const log = new RequestLog();
	const client = createClient({ url: server.url, apiKey, requestLog: log });
	onTestFinished(() => client.close());
	return { client, log };
}

test('a request is recorded with its status, duration and size', async () => {
	const { client, log } = await loggedClient(answering(200, { downloads: [] }));
	await client.listDownloads({ query: { get_peers: true } });
	const [record] = log.recent;
	expect(record).toMatchObject({
		id: 1,
		method: 'GET',
		path: '/downloads?get_peers=1',
		status: 200,
		bytes: JSON.stringify({ downloads: [] }).length,
		failure: '',
		mismatches: 0,
	});
	expect(record?.took).toBeGreaterThanOrEqual(0);
	expect([log.total, log.failures]).toEqual([1, 0]);
});

test('a running request has no duration, and an aborted one is no failure', async () => {
	let arrived = () => {};
	const arrival = new Promise<void>((resolve) => {
		arrived = resolve;
	});
	const { client, log } = await loggedClient(() => arrived());
	const abort = new AbortController();
	const call = client.getState({}, { signal: abort.signal });
	await arrival;
	expect(log.recent[0]).toMatchObject({ path: '/state', status: undefined, took: undefined });
	abort.abort();
	await expect(call).rejects.toThrow();
	expect(log.recent[0]?.failure).toBe('aborted');
	expect(log.recent[0]?.took).toBeDefined();
	expect(log.failures).toBe(0);
});

test.each([
	[404, { error: 'gone elsewhere' }],
	[500, { error: { handled: false, code: 'KeyError', message: 'gone elsewhere' } }],
	[200, { error: { handled: false, code: 'KeyError', message: 'gone elsewhere' } }],
])('a failure of status %d is recorded once, with its reason', async (status, body) => {
	const { client, log } = await loggedClient(answering(status, body));
	await expect(
		client.removeDownload({ params: { infohash }, body: { remove_data: false } }),
	).rejects.toThrow();
	expect(log.recent).toHaveLength(1);
	expect(log.recent[0]).toMatchObject({ method: 'DELETE', status, failure: 'gone elsewhere' });
	expect(log.failures).toBe(1);
});

test('deviations of a response are counted, in lists too', async () => {
	const { client, log } = await loggedClient(answering(200, { downloads: [{ infohash, size: 'x' }, 7] }));
	await client.listDownloads();
	await new DownloadList().fetch(client, {});
	expect(log.recent.map(({ mismatches }) => mismatches > 0)).toEqual([true, true]);
});

test('a record has neither parameters nor keys, whatever the service quotes', async () => {
	const tracker = 'https://user:word@tracker.example:8443/0123456789abcdef/announce?passkey=0123456789abcdef';
	const message = `X-Api-Key: ${apiKey} is wrong, ${tracker} of magnet:?xt=urn:btih:${infohash}&tr=${tracker}`;
	const { client, log } = await loggedClient(
		answering(500, { error: { handled: true, code: 'E', message } }),
	);
	await expect(
		client.addFeed({ params: { channelid: 'c1', feed_url: tracker }, body: {} } as never),
	).rejects.toThrow();
	await expect(client.expandFiles({ params: { infohash }, query: { path: 'private' } })).rejects.toThrow();
	const text = JSON.stringify(log.recent);
	for (const secret of [apiKey, '0123456789abcdef', 'word@', 'private', 'c1'])
		expect(text).not.toContain(secret);
	expect(log.recent.map(({ path }) => path)).toEqual([
		'/channels/discovered/{channelid}/rssfeeds/{feed_url}',
		`/downloads/${infohash}/files/expand?path=…`,
	]);
	expect(text).toContain('tracker.example:8443/***/announce?passkey=***');
});

test('a key that is cut by the limit of a failure leaves no part', async () => {
	const message = `${'x'.repeat(495)} ${apiKey}`;
	const { client, log } = await loggedClient(
		answering(500, { error: { handled: true, code: 'E', message } }),
	);
	await expect(client.getState()).rejects.toThrow();
	expect(log.recent[0]?.failure).toMatch(/^x+ /);
	expect(log.recent[0]?.failure).not.toContain(apiKey.slice(0, 2));
});

test('the log keeps the last requests in their order', () => {
	const log = new RequestLog();
	for (let index = 1; index <= MAX_RECORDS; index++) log.begin('GET', `/${index}`).end(0);
	expect(log.recent.map(({ id }) => id)).toEqual(
		Array.from({ length: MAX_RECORDS }, (_, index) => index + 1),
	);
	const late = log.begin('GET', '/dropped');
	for (let index = 0; index < MAX_RECORDS + 3; index++) log.begin('GET', '/x').end(0);
	late.end(7);
	const ids = log.recent.map(({ id }) => id);
	expect([ids[0], ids.at(-1), ids.length]).toEqual([MAX_RECORDS + 5 - 0, 2 * MAX_RECORDS + 4, MAX_RECORDS]);
	expect(log.recent).toBe(log.recent);
});
