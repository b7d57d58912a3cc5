import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { addSourceText } from '../../../source/client/add-source.ts';
import { type Client, createClient } from '../../../source/client/client.ts';
import type { Dialect } from '../../../source/protocol/dialect.ts';
import { addSource } from '../../../source/runtime/session.ts';
import { type Handler, serve, type TestServer } from '../../client/server.ts';
import type { Dialect as ForeignDialect } from '../../contract/foreign/dialect.ts';
import { dialects } from '../../contract/foreign/dialects.ts';
import { startForeign } from '../../contract/foreign/server.ts';
import { single, sources } from '../../contract/foreign/world/torrents.ts';
import { type LocalService, startLocalService } from '../../programs/local-service.ts';
import { type TemporaryFolder, temporaryFolder } from '../../programs/temporary-folder.ts';
import { type MadeTorrent, makeTorrent } from '../../programs/torrents.ts';

let folder: TemporaryFolder;
let service: LocalService;
let many: MadeTorrent;
const MANY_FILES = 450;

beforeAll(async () => {
	folder = await temporaryFolder();
	service = await startLocalService(folder.path);
	const files = Array.from({ length: MANY_FILES }, (_, index): [string, number] => [`f${index}`, 10]);
	many = await makeTorrent(folder.path, 'many', Object.fromEntries(files));
});

afterAll(async () => {
	await service?.close();
	await folder?.remove();
});

function clientOf(url: string, dialect?: Dialect): Client {
	const client = createClient({ url, dialect });
	onTestFinished(() => client.close());
	return client;
}

/** Starts a service with the given answers. */
async function scripted(handler: Handler, dialect?: Dialect): Promise<TestServer & { client: Client }> {
	const server = await serve(handler);
	return { ...server, client: clientOf(server.url, dialect) };
}

const file = (uri: string) => ({ kind: 'path', uri }) as const;
const added = JSON.stringify({ started: true, infohash: 'a'.repeat(40) });
/** Fields that are sent without a choice. */
const plain = { anon_hops: 0, safe_seeding: false };

test('our service receives the bytes, with all other fields in the query', async () => {
	const { requests, client } = await scripted((_, response) => response.end(added), 'interface');
	await addSource(client, file(many.path), {
		destination: '/srv/a b',
		anon_hops: 1,
		safe_seeding: true,
		selected_files: [1, 3],
	});
	expect(requests).toHaveLength(1);
	const { path, headers } = requests[0] ?? { path: '', headers: {} };
	expect(headers['content-type']).toBe('application/x-bittorrent');
	expect(headers['content-length']).toBe(String(many.bytes.length));
	const query = new URLSearchParams(path.split('?')[1]);
	expect([...query].toSorted()).toEqual([
		['anon_hops', '1'],
		['destination', '/srv/a b'],
		['safe_seeding', '1'],
		['selected_files[]', '1'],
		['selected_files[]', '3'],
	]);
});

test('our service receives the bytes, and more selected files than fit into a query', async () => {
	const client = clientOf(service.url, 'interface');
	const wanted = Array.from({ length: MANY_FILES - 50 }, (_, index) => index + 25);
	const { infohash } = await addSource(client, file(many.path), { selected_files: wanted });
	expect(infohash).toBe(many.infohash);
	const { files } = await client.listFiles({ params: { infohash } });
	expect(files.flatMap(({ index, included }) => (included ? [index] : []))).toEqual(wanted);
});

test('addSource passes on the reason of a service that refuses the file', async () => {
	const { requests, client } = await scripted(
		(_, response) =>
			response
				.writeHead(500)
				.end('{"error": {"handled": true, "code": "DestinationError", "message": "Cannot write there."}}'),
		'interface',
	);
	await expect(addSource(client, file(many.path), {})).rejects.toThrow('Cannot write there.');
	expect(requests).toHaveLength(1);
});

test.each([
	['interface', '/nowhere/a b.torrent'],
	['8.x', 'file:///nowhere/a%20b.torrent'],
	['7.12-7.14', 'file:///nowhere/a%20b.torrent'],
	[undefined, 'file:///nowhere/a%20b.torrent'],
] as const)('a path that is not of this machine may be of that of the service (%s)', async (dialect, uri) => {
	const { requests, client } = await scripted((_, response) => response.end(added), dialect);
	await addSource(client, file('/nowhere/a b.torrent'), {});
	expect(requests.map(({ body }) => JSON.parse(body))).toEqual([{ uri, ...plain }]);
});

test('addSource sends nothing for a file that cannot be read', async () => {
	const { requests, client } = await scripted((_, response) => response.end(added));
	await expect(addSource(client, file(folder.path), {})).rejects.toThrow(
		`Cannot read ${folder.path}: it is a folder.`,
	);
	const large = join(folder.path, 'large.torrent');
	await writeFile(large, Buffer.alloc(17 * 1024 * 1024));
	await expect(addSource(client, file(large), {})).rejects.toThrow('it is larger than 16 MiB');
	expect(requests).toEqual([]);
});

describe('scripted services', () => {
	const dialectOf: Readonly<Record<string, Dialect>> = {
		document: 'interface',
		'7.0–7.3': '7.0-7.3',
		'7.5–7.11': '7.5-7.11',
		'7.12–7.14': '7.12-7.14',
		'8.x': '8.x',
	};

	async function open(dialect: ForeignDialect) {
		const server = await startForeign(dialect);
		const { url } = server;
		const client = createClient({
			url,
			apiKey: dialect.key,
			generation: dialect.generation,
			// The document itself has no uploads.
			dialect: dialect.family === 'document' ? undefined : dialectOf[dialect.family],
		});
		onTestFinished(async () => {
			await client.close();
			await server.close();
		});
		return { server, client };
	}

	test.each(dialects)('$name: every kind of source is added, without hops by default', async (dialect) => {
		const { server, client } = await open(dialect);
		const odd = join(folder.path, 'a b%20#ü?.torrent');
		await writeFile(odd, many.bytes);
		const magnet = 'd'.repeat(40);
		expect(await addSource(client, file(odd), {})).toMatchObject({ infohash: many.infohash });
		await addSource(client, { kind: 'infohash', uri: 'e'.repeat(40) }, {});
		await addSource(client, { kind: 'magnet', uri: `magnet:?xt=urn:btih:${magnet}` }, {});
		await addSource(client, { kind: 'url', uri: sources.single }, {});
		expect([...server.world.downloads.keys()]).toEqual([
			many.infohash,
			'e'.repeat(40),
			magnet,
			single.infohash,
		]);
		for (const { hops, safeSeeding } of server.world.downloads.values()) {
			expect([hops, safeSeeding]).toEqual([0, dialect.forcesSafeSeeding]);
		}
		// No release receives a file if a path suffices.
		expect(server.bodies.filter(({ contentType }) => contentType.includes('bittorrent'))).toEqual([]);
	});

	test.each(dialects)(
		'$name: an unreadable file is uploaded on 8.x, and reported with the next step elsewhere',
		async (dialect) => {
			const { server, client } = await open(dialect);
			// The service is at the end of a tunnel and has another disk.
			server.world.disk = 'elsewhere';
			const how = { destination: '/srv/x', selected_files: [0, 449] };
			const adding = addSource(client, file(many.path), how);
			if (dialect.family === '8.x') {
				await adding;
				const here = server.world.downloads.get(many.infohash);
				expect(here).toMatchObject({
					hops: 0,
					safeSeeding: dialect.forcesSafeSeeding,
					destination: '/srv/x',
				});
				expect([...(here?.selected ?? [])]).toEqual([0, 449]);
				expect(server.bodies.at(-1)?.contentType).toBe('applications/x-bittorrent');
				return;
			}
			await expect(adding).rejects.toMatchObject({
				message: expect.stringContaining(addSourceText.unreadable(many.path, client.url, '').slice(0, -2)),
				hint: addSourceText.elsewhere,
			});
			expect(server.bodies.every(({ contentType }) => !contentType.includes('bittorrent'))).toBe(true);
		},
	);

	test.each(dialects)('$name: a torrent of version 2 is added, or refused with a reason', async (dialect) => {
		const { server, client } = await open(dialect);
		const adding = addSource(client, { kind: 'infohash', uri: '5'.repeat(64) }, {});
		if (dialect.secondVersion) {
			expect(await adding).toMatchObject({ infohash: '5'.repeat(64) });
			expect(server.world.downloads.size).toBe(1);
			return;
		}
		await expect(adding).rejects.toMatchObject({
			message: expect.stringContaining(addSourceText.refused('').slice(0, -1)),
			hint: addSourceText.secondVersion,
		});
	});
});
