import type { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Client, type ClientOptions, createClient } from '../../../source/client/client.ts';
import { AbsentError } from '../../../source/client/http/errors.ts';
import type { Deviation } from '../../../source/protocol/decode.ts';
import { endpointNames } from '../../../source/protocol/endpoints/table.ts';
import { answering, type Handler, serve } from '../server.ts';

const infohash = '6166263d078d8142967efe748d6812ecc77dc34d';

async function clientOf(handler: Handler, options: Omit<ClientOptions, 'url'> = {}, path = '') {
	const server = await serve(handler);
	const client: Client = createClient({ url: server.url + path, ...options });
	onTestFinished(() => client.close());
	return { client, server, requests: server.requests };
}

test('the client has a method for every endpoint that returns a complete response', async () => {
	const client = createClient({ url: 'http://127.0.0.1:1/' });
	onTestFinished(() => client.close());
	const methods = endpointNames.filter((name) => name !== 'openEvents');
	expect(methods.length).toBeGreaterThan(6);
	for (const name of methods) expect(typeof client[name]).toBe('function');
	expect('openEvents' in client).toBe(false);
	expect(client.url).toBe('http://127.0.0.1:1');
});

test('an extension is sent to no service before it is known to be our own', async () => {
	const question = `/downloads/${'0'.repeat(40)}/files`;
	const known =
		(body: object) =>
		({ path }: { path: string }, response: ServerResponse) => {
			response.writeHead(path === question ? 404 : 200, { 'content-type': 'application/json' });
			response.end(JSON.stringify(path === question ? body : { channels: [] }));
		};
	const own = { error: { handled: true, code: 'NotFoundError', message: 'There is no download.' } };
	const ours = await clientOf(known(own));
	await ours.client.listChannels();
	await ours.client.listChannels();
	expect(ours.requests.map(({ path }) => path)).toEqual([
		question,
		'/channels/discovered',
		'/channels/discovered',
	]);
	const other = await clientOf(known({ error: 'this download does not exist' }));
	await expect(other.client.listChannels()).rejects.toBeInstanceOf(AbsentError);
	const unknown = await clientOf(answering(200, { channels: [] }));
	await expect(unknown.client.listChannels()).rejects.toBeInstanceOf(AbsentError);
	const sent = [...other.requests, ...unknown.requests].map(({ path }) => path);
	expect(sent.filter((path) => path.startsWith('/channels'))).toEqual([]);
});

describe('a request', () => {
	test('carries the key in its header, and in no other place', async () => {
		const { client, requests } = await clientOf(answering(200, { state: 'STARTED' }), { apiKey: 'k' });
		await client.getState();
		expect(requests[0]?.headers['x-api-key']).toBe('k');
		expect(requests[0]?.headers.accept).toBe('application/json');
		expect(requests[0]?.path).toBe('/state');
		expect(requests[0]?.body).toBe('');
		expect(requests[0]?.headers['content-type']).toBeUndefined();
	});

	test('carries no such header without a key', async () => {
		const { client, requests } = await clientOf(answering(200, { state: 'STARTED' }));
		await client.getState();
		expect(requests[0]?.headers['x-api-key']).toBeUndefined();
	});

	test('has a path below the base path', async () => {
		const { client, requests } = await clientOf(answering(200, { downloads: [] }), {}, '/api/');
		await client.listDownloads();
		expect(requests[0]?.path).toBe('/api/downloads');
	});

	test('has flags that are exactly 1, or are left out', async () => {
		const { client, requests } = await clientOf(answering(200, { downloads: [] }));
		await client.listDownloads({ query: { get_peers: true, get_pieces: false } });
		await client.listDownloads({ query: { get_files: true, infohash, excluded: undefined } });
		await client.listDownloads({ query: {} });
		expect(requests.map(({ path }) => path)).toEqual([
			'/downloads?get_peers=1',
			`/downloads?get_files=1&infohash=${infohash}`,
			'/downloads',
		]);
	});

	test('encodes its parameters', async () => {
		const { client, requests } = await clientOf(answering(200, { files: [] }));
		await client.listFiles({
			params: { infohash: 'a/b?c' },
			query: { view_start_path: 'ü & b', view_size: 10 },
		});
		expect(requests[0]?.path).toBe('/downloads/a%2Fb%3Fc/files?view_start_path=%C3%BC+%26+b&view_size=10');
	});

	test('has a body of JSON in generation B', async () => {
		const { client, requests } = await clientOf(answering(200, { started: true, infohash }));
		await client.addDownload({
			body: { uri: 'magnet:?xt=ü&a=b', anon_hops: 1, safe_seeding: true, selected_files: [0, 2] },
			query: { get_files: true },
		});
		expect(requests[0]).toMatchObject({ method: 'PUT', path: '/downloads?get_files=1' });
		expect(requests[0]?.headers['content-type']).toBe('application/json');
		expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
			uri: 'magnet:?xt=ü&a=b',
			anon_hops: 1,
			safe_seeding: true,
			selected_files: [0, 2],
		});
	});

	test('has a form for a body in generation A', async () => {
		const { client, requests } = await clientOf(answering(200, { started: true, infohash }), {
			generation: 'A',
		});
		await client.addDownload({
			body: {
				uri: 'magnet:?xt=ü&a=b',
				anon_hops: 0,
				safe_seeding: true,
				selected_files: [0, 2],
				destination: undefined,
			},
		});
		await client.removeDownload({ params: { infohash }, body: { remove_data: false } });
		expect(requests[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
		expect([...new URLSearchParams(requests[0]?.body)]).toEqual([
			['uri', 'magnet:?xt=ü&a=b'],
			['anon_hops', '0'],
			['safe_seeding', '1'],
			['selected_files[]', '0'],
			['selected_files[]', '2'],
		]);
		expect(requests[1]).toMatchObject({
			method: 'DELETE',
			path: `/downloads/${infohash}`,
			body: 'remove_data=0',
		});
	});

	test('to remove has a body', async () => {
		const { client, requests } = await clientOf(answering(200, { removed: true, infohash }));
		expect(await client.removeDownload({ params: { infohash }, body: { remove_data: true } })).toEqual({
			removed: true,
			infohash,
		});
		expect(requests[0]).toMatchObject({ method: 'DELETE', body: '{"remove_data":true}' });
	});

	test('without a required parameter is a programming error', async () => {
		const { client, requests } = await clientOf(answering(200, {}));
		await expect(client.getTorrent({ params: { infohash: '..' } })).rejects.toThrow(TypeError);
		expect(requests).toEqual([]);
	});
});

describe('a response', () => {
	test('has the shape of the interface for any release', async () => {
		const { client } = await clientOf(
			answering(200, {
				downloads: [
					{
						name: 'n',
						infohash: infohash.toUpperCase(),
						progress: 1,
						status: 'DLSTATUS_SEEDING',
						vod_mod: 0,
					},
				],
			}),
		);
		const { downloads, checkpoints } = await client.listDownloads();
		expect(downloads[0]).toMatchObject({ infohash, status: 'SEEDING', vod_mode: false });
		expect(downloads[0]).not.toHaveProperty('trackers');
		expect(checkpoints).toBeUndefined();
	});

	test('that deviates is reported and used', async () => {
		const reports: [string, readonly Deviation[]][] = [];
		const { client } = await clientOf(answering(200, { state: 7, last_exception: null }), {
			onDeviation: (endpoint, deviations) => reports.push([endpoint, deviations]),
		});
		expect(await client.getState()).toMatchObject({ state: '7', readable_state: '' });
		expect(reports).toEqual([['getState', [{ path: 'state', problem: 'must be text, not 7', count: 1 }]]]);
	});

	test('that conforms is not reported', async () => {
		const { client } = await clientOf(answering(200, { state: 'STARTED' }), {
			onDeviation: () => expect.unreachable(),
		});
		await client.getState();
	});

	test('that is a file is returned unchanged', async () => {
		const file = Buffer.from([0x64, 0x38, 0x00, 0xff, 0xfe, 0x65]);
		const { client, requests } = await clientOf((_, response) => response.end(file));
		expect(Buffer.from(await client.getTorrent({ params: { infohash } }))).toEqual(file);
		expect(requests[0]?.headers.accept).toBe('*/*');
	});

	test('may arrive in chunks that split characters', async () => {
		const bytes = Buffer.from(JSON.stringify({ state: 'ü漢\u{1f468}' }));
		const { client } = await clientOf((_, response) => {
			for (const byte of bytes) response.write(Buffer.of(byte));
			response.end();
		});
		expect(await client.getState()).toMatchObject({ state: 'ü漢\u{1f468}' });
	});

	test('may have any content type: releases of generation A send text/json', async () => {
		const { client } = await clientOf((_, response) => {
			response.writeHead(200, { 'content-type': 'text/json' }).end('{"state":"STARTED"}');
		});
		expect(await client.getState()).toMatchObject({ state: 'STARTED' });
	});
});

describe('an extension with a name', () => {
	const files = `/downloads/${'0'.repeat(40)}/files`;
	const unknown = { error: { handled: true, code: 'NotFoundError', message: 'There is no download.' } };
	/** A service of our own with these extensions. */
	const listing =
		(...extensions: string[]): Handler =>
		({ path }, response) => {
			response.writeHead(path === files ? 404 : 200, { 'content-type': 'application/json' });
			response.end(JSON.stringify(path === files ? unknown : { state: 'STARTED', extensions }));
		};

	test('is sent to a service that lists it, after one request of its state', async () => {
		const { client, requests } = await clientOf(listing('settings', 'limits'));
		await client.getServiceSettings();
		await client.changeServiceSettings({ body: { limits: { upload: 1 } } });
		expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
			`GET ${files}`,
			'GET /state',
			'GET /settings',
			'PATCH /settings',
		]);
	});

	test('sends each section of the settings only to a service that lists its extension', async () => {
		const { client, requests } = await clientOf(listing('settings', 'limits'));
		await client.changeServiceSettings({ body: { limits: { upload: 1 } } });
		for (const body of [{ queue: { active_seeds: 1 } }, { seeding: { ratio: 1 } }]) {
			await expect(client.changeServiceSettings({ body })).rejects.toBeInstanceOf(AbsentError);
		}
		expect(requests.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
	});

	test('is not sent to a service that does not list it, until that is replaced', async () => {
		const own: string[] = [];
		const { client, requests } = await clientOf((request, response) => listing(...own)(request, response));
		await expect(client.getServiceSettings()).rejects.toBeInstanceOf(AbsentError);
		own.push('settings');
		await expect(client.getServiceSettings()).rejects.toBeInstanceOf(AbsentError);
		client.forgetAbsent();
		await client.getServiceSettings();
		expect(requests.map(({ path }) => path)).toEqual([files, '/state', '/state', '/settings']);
	});

	test('is not sent to 8.x, which has other settings at the same path', async () => {
		const { client, requests } = await clientOf(answering(200, {}), {}, '/api');
		await expect(client.getServiceSettings()).rejects.toBeInstanceOf(AbsentError);
		expect(requests).toEqual([]);
	});
});
