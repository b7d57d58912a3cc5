import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Client, createClient } from '../../../source/client/client.ts';
import { addTorrentFile } from '../../../source/runtime/adding/add-torrent-file.ts';
import { type Handler, serve, type TestServer } from '../../client/server.ts';
import { type LocalService, startLocalService } from '../../programs/local-service.ts';
import { type TemporaryFolder, temporaryFolder } from '../../programs/service-process.ts';
import { type MadeTorrent, makeTorrent } from '../../programs/torrents.ts';

let folder: TemporaryFolder;
let service: LocalService;
let many: MadeTorrent;
const filesOfMany = 450;

beforeAll(async () => {
	folder = await temporaryFolder();
	service = await startLocalService(folder.path);
	const files = Array.from({ length: filesOfMany }, (_, index): [string, number] => [`f${index}`, 10]);
	many = await makeTorrent(folder.path, 'many', Object.fromEntries(files));
});

afterAll(async () => {
	await service?.close();
	await folder?.remove();
});

function clientOf(url: string, generation: 'A' | 'B' = 'B'): Client {
	const client = createClient({ url, generation });
	onTestFinished(() => client.close());
	return client;
}

/** A service that answers as told. */
async function scripted(handler: Handler): Promise<TestServer & { client: Client }> {
	const server = await serve(handler);
	return { ...server, client: clientOf(server.url) };
}

const added = JSON.stringify({ started: true, infohash: 'a'.repeat(40) });

test('the bytes go along, with everything else in the query', async () => {
	const { asked, client } = await scripted((_, response) => response.end(added));
	await addTorrentFile(client, many.path, {
		destination: '/srv/a b',
		anon_hops: 1,
		safe_seeding: true,
		selected_files: [1, 3],
	});
	expect(asked).toHaveLength(1);
	const { path, headers } = asked[0] ?? { path: '', headers: {} };
	expect(headers['content-type']).toBe('application/x-bittorrent');
	expect(headers['content-length']).toBe(String(many.bytes.length));
	const query = new URLSearchParams(path.split('?')[1]);
	expect([...query]).toEqual([
		['destination', '/srv/a b'],
		['anon_hops', '1'],
		['safe_seeding', '1'],
		['selected_files[]', '1'],
		['selected_files[]', '3'],
	]);
});

test('our service takes them, and more wanted files than a query has room for', async () => {
	const client = clientOf(service.url);
	const wanted = Array.from({ length: filesOfMany - 50 }, (_, index) => index + 25);
	const { infohash } = await addTorrentFile(client, many.path, { selected_files: wanted });
	expect(infohash).toBe(many.infohash);
	const { files } = await client.listFiles({ params: { infohash } });
	expect(files.flatMap(({ index, included }) => (included ? [index] : []))).toEqual(wanted);
});

test.each(['A', 'B'] as const)(
	'a service of generation %s that takes no files is told the path',
	async (generation) => {
		const { url, asked } = await serve(({ headers }, response) => {
			if (headers['content-type'] === 'application/x-bittorrent') {
				response.writeHead(400).end('{"error": "uri parameter missing"}');
			} else response.end(added);
		});
		await addTorrentFile(clientOf(url, generation), many.path, { safe_seeding: true });
		expect(asked).toHaveLength(2);
		const uri = pathToFileURL(many.path).href;
		const form = new URLSearchParams({ uri, safe_seeding: '1' }).toString();
		expect(asked[1]?.body).toBe(generation === 'A' ? form : JSON.stringify({ uri, safe_seeding: true }));
	},
);

test('what a service says that took the file is told as it is', async () => {
	const { asked, client } = await scripted((_, response) =>
		response
			.writeHead(500)
			.end('{"error": {"handled": true, "code": "DestinationError", "message": "Cannot write there."}}'),
	);
	await expect(addTorrentFile(client, many.path, {})).rejects.toThrow('Cannot write there.');
	expect(asked).toHaveLength(1);
});

test('a path that is not of this machine may be of that of the service', async () => {
	const { asked, client } = await scripted((_, response) => response.end(added));
	await addTorrentFile(client, '/nowhere/here.torrent', {});
	expect(asked.map(({ body }) => body)).toEqual(['{"uri":"/nowhere/here.torrent"}']);
});

test('what cannot be read is not sent', async () => {
	const { asked, client } = await scripted((_, response) => response.end(added));
	await expect(addTorrentFile(client, folder.path, {})).rejects.toThrow(
		`Cannot read ${folder.path}: it is a folder.`,
	);
	const large = join(folder.path, 'large.torrent');
	await writeFile(large, Buffer.alloc(17 * 1024 * 1024));
	await expect(addTorrentFile(client, large, {})).rejects.toThrow('it is larger than 16 MiB');
	expect(asked).toEqual([]);
});
