import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { metainfoText } from '../../source/metainfo/error.ts';
import { destinationText } from '../../source/service/downloads/destination.ts';
import { torrentSourceText } from '../../source/service/downloads/source.ts';
import { noDownload, systemReasons } from '../../source/service/http/http-error.ts';
import { OwnServiceError } from '../../source/service/http-client/own-service.ts';
import { startText } from '../../source/service/start.ts';
import { databaseText } from '../../source/service/storage/database.ts';
import { ServiceOwned } from '../../source/service/storage/refused-path.ts';
import { runHere } from '../commands/run-here.ts';
import { runServiceProcess, type TestServiceProcess } from '../fixtures/service.ts';
import { ANY, containing } from '../programs/message-pattern.ts';
import { serveHere } from '../programs/service-here.ts';
import { quiet, type RunningService } from '../programs/service-process.ts';
import { type MadeTorrent, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

let service: TestServiceProcess;

beforeAll(async () => {
	service = await runServiceProcess();
});

function ask(path: string, init: RequestInit = {}, key: string | null = service.key): Promise<Response> {
	return fetch(service.url + path, {
		...init,
		headers: { ...(key === null ? {} : { 'X-Api-Key': key }), ...init.headers },
	});
}

describe('the API key', () => {
	test.each([
		['none', null],
		['a wrong one', 'wrong-wrong-wrong'],
		['an empty key', ''],
	])('%s is answered with 401 on any path', async (_, key) => {
		for (const path of ['/downloads', '/events', '/nowhere']) {
			const answer = await ask(path, {}, key);
			expect(answer.status).toBe(401);
			expect(await answer.json()).toMatchObject({ error: { handled: true, code: 'UnauthorizedError' } });
		}
	});

	test('the right one is answered with 200', async () => {
		expect((await ask('/downloads')).status).toBe(200);
	});

	test('is in a file with mode 0600, and in no other place', async () => {
		const { mode } = await stat(join(service.stateFolder, 'api.key'));
		expect(mode & 0o777).toBe(0o600);
		expect(service.key).toMatch(/^\S{20,}$/);
		expect(service.output()).not.toContain(service.key);
		expect(await readFile(`/proc/${service.child.pid}/cmdline`, 'utf8')).not.toContain(service.key);
		expect(await readFile(join(service.stateFolder, 'service.json'), 'utf8')).not.toContain(service.key);
	});
});

describe('the address', () => {
	test('is loopback by default', async () => {
		expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
		const port = Number(new URL(service.url).port);
		const addresses = await listening(service.child.pid ?? 0);
		expect(addresses.filter((address) => address.port === port).map(({ host }) => host)).toEqual([
			'0100007F',
		]);
	});

	test.each(['0.0.0.0', '::', '192.168.1.1'])(
		'%s is refused without a key, with the reason',
		async (host) => {
			const state = join(service.folder, 'refused');
			for (const options of [[], ['--no-api-key']])
				expect(await refused('--host', host, '--port', '0', '--state-dir', state, ...options)).toBe(
					`seedtop: ${startText.withoutKey(host)}\n`,
				);
		},
	);

	test('a port in use is one readable line', async () => {
		const { port } = new URL(service.url);
		expect(await refused('--port', port, '--state-dir', join(service.folder, 'taken'))).toBe(
			`seedtop: ${startText.notListening('127.0.0.1', Number(port), systemReasons.EADDRINUSE)}\n`,
		);
	});

	test('only programs of this machine are answered without a key', async () => {
		const open = await serveHere(join(service.folder, 'open'), ['--no-api-key']);
		try {
			expect((await fetch(`${open.url}/state`)).status).toBe(200);
			const page = await fetch(`${open.url}/state`, { headers: { origin: 'https://evil.example' } });
			expect(page.status).toBe(403);
		} finally {
			await open.end();
		}
	});
});

test('a state folder that cannot be created is one readable line', async () => {
	expect(await refused('--port', '0', '--state-dir', '/proc/nothing')).toMatch(
		/^seedtop: Cannot use the API key file \/proc\/nothing.*\n$/,
	);
});

/** Returns the output of a service that refuses to start. */
async function refused(...options: readonly string[]): Promise<string> {
	const { code, out, err } = await runHere(['serve', ...options, ...quiet]);
	expect([code, out]).toEqual([1, '']);
	return err;
}

/** Returns the output of a service that refuses to start, because another one uses its state folder. */
const refusedFor = ({ stateFolder }: RunningService) => refused('--port', '0', '--state-dir', stateFolder);

const refusalBy = ({ stateFolder, child, url }: RunningService) =>
	`seedtop: ${databaseText.inUse(stateFolder, { pid: child.pid ?? 0, url })}\n`;

test('a second service on the same state folder is refused, and names the first', async () => {
	expect(await refusedFor(service)).toBe(refusalBy(service));
	// The announcement of the first service is unchanged.
	const { url, pid } = JSON.parse(await readFile(join(service.stateFolder, 'service.json'), 'utf8'));
	expect([url, pid]).toEqual([service.url, service.child.pid]);
	expect((await ask('/state')).status).toBe(200);
});

test('the announcement lists the same extensions as the state', async () => {
	const { extensions } = JSON.parse(await readFile(join(service.stateFolder, 'service.json'), 'utf8'));
	const state = await ask('/state');
	expect(extensions).toEqual(expect.arrayContaining(['labels']));
	expect(await state.json()).toMatchObject({ extensions });
});

describe('bad input', () => {
	const json = (body: unknown) => ({
		body: typeof body === 'string' ? body : JSON.stringify(body),
		headers: { 'content-type': 'application/json' },
	});
	const put = (body: unknown) => ask('/downloads', { method: 'PUT', ...json(body) });

	async function expectError(answer: Response, status: number, message: RegExp): Promise<void> {
		const body = await answer.json();
		expect(answer.status, JSON.stringify(body)).toBe(status);
		expect(body).toEqual({
			error: { handled: true, code: expect.stringMatching(/^\w+$/), message: expect.stringMatching(message) },
		});
		// The service continues.
		expect((await ask('/state')).status).toBe(200);
	}

	test('an invalid torrent file', async () => {
		const file = join(service.folder, 'no.torrent');
		await writeFile(file, 'this is text');
		await expectError(
			await put({ uri: file }),
			500,
			containing(`no.torrent${ANY}${metainfoText.notTorrent('')}`),
		);
	});

	test('a missing file', async () => {
		await expectError(
			await put({ uri: '/nowhere/x.torrent' }),
			500,
			containing(torrentSourceText.unreadable('/nowhere/x.torrent', systemReasons.ENOENT)),
		);
	});

	test('a special file: an endless device, a pipe without a writer', async () => {
		const pipe = join(service.folder, 'pipe.torrent');
		spawnSync('mkfifo', [pipe]);
		// More pipes than there are threads for files: the last answer would not arrive.
		const uris = ['/dev/zero', '/dev/null', ...Array.from({ length: 6 }, () => pipe)];
		for (const answer of await Promise.all(uris.map((uri) => put({ uri })))) {
			await expectError(
				answer,
				500,
				containing(torrentSourceText.unreadable(ANY, torrentSourceText.notFile)),
			);
		}
		await expectError(
			await put({ uri: service.folder }),
			500,
			containing(torrentSourceText.unreadable(service.folder, systemReasons.EISDIR)),
		);
	});

	test('an unreachable URL', async () => {
		await expectError(
			await put({ uri: 'http://127.0.0.1:9/x.torrent' }),
			500,
			/Cannot fetch .*127\.0\.0\.1:9/,
		);
	});

	test('a URL that leads to the service itself', async () => {
		await expectError(
			await put({ uri: `${service.url}/state` }),
			500,
			containing(torrentSourceText.unreachable(ANY, new OwnServiceError().message)),
		);
	});

	test('a URL with a name and password: they are sent, and appear in no message', async () => {
		const torrent = await makeTorrent(join(service.folder, 'credentials'), 'credentials', { x: 1000 });
		const guarded = createServer((request, answer) => {
			const known = request.headers.authorization === `Basic ${btoa('me:se/cret')}`;
			answer.statusCode = known ? 200 : 401;
			answer.end(known ? torrent.bytes : '');
		});
		await new Promise<void>((resolve) => guarded.listen(0, '127.0.0.1', resolve));
		const address = guarded.address();
		const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
		try {
			const answer = await put({ uri: `http://me:se%2Fcret@${host}/x.torrent` });
			expect(await answer.json()).toEqual({ started: true, infohash: torrent.infohash });
			const refused = await put({ uri: `http://me:wrong-secret@${host}/x.torrent` });
			expect(await refused.clone().text()).not.toContain('wrong-secret');
			await expectError(refused, 500, /Cannot fetch .*401/);
		} finally {
			guarded.close();
		}
	});

	test.each(['magnet:?xt=urn:btih:zz', 'magnet:?dn=x', 'magnet:'])('a malformed magnet: %s', async (uri) => {
		await expectError(await put({ uri }), 500, /magnet link/);
	});

	test('an unwritable destination', async () => {
		const file = join(service.folder, 'a-file');
		await writeFile(file, '');
		const torrent = await makeTorrent(join(service.folder, 'bad-destination'), 'sample', { x: 1000 });
		const answer = await put({ uri: torrent.path, destination: join(file, 'below') });
		await expectError(
			answer,
			500,
			containing(destinationText.unwritable(join(file, 'below'), systemReasons.ENOTDIR)),
		);
		// A folder that cannot be created, and a file in the way.
		await expectError(
			await put({ uri: torrent.path, destination: '/proc/nothing/here' }),
			500,
			containing(destinationText.unwritable('/proc/nothing/here', ANY)),
		);
		await expectError(
			await put({ uri: torrent.path, destination: file }),
			500,
			containing(destinationText.unwritable(file, systemReasons.ENOTDIR)),
		);
		await expectError(await put({ uri: torrent.path, destination: 'relative' }), 400, /absolute/);
	});

	test.each(['GET files', 'GET torrent', 'PATCH', 'DELETE'])('an unknown infohash: %s', async (what) => {
		const [method, path = ''] = what.split(' ');
		const body = method === 'GET' ? {} : json({ remove_data: false, state: 'stop' });
		for (const infohash of ['0'.repeat(40), 'no-infohash', '%00%ff'.slice(0, 3)]) {
			const answer = await ask(`/downloads/${infohash}${path && `/${path}`}`, { method, ...body });
			await expectError(answer, 404, containing(noDownload(ANY)));
		}
	});

	test.each(['{"uri":', '[1]', '"text"', 'neither json nor form', '{"uri": 7}', '{}', '{"uri": ""}'])(
		'a body: %s',
		async (body) => {
			await expectError(await put(body), 400, /body/);
		},
	);

	test('the state folder is no destination, under any name', async () => {
		const torrent = await makeTorrent(join(service.folder, 'trap'), 'seedtop.db', { x: 1000 });
		await symlink(service.stateFolder, join(service.folder, 'alias'));
		for (const destination of [
			service.stateFolder,
			join(service.folder, 'alias'),
			`${service.stateFolder}/./`,
		]) {
			await expectError(
				await put({ uri: torrent.path, destination }),
				500,
				containing(destinationText.unwritable(ANY, new ServiceOwned('state folder').message)),
			);
		}
	});

	test('an unknown path, and a method that a path lacks', async () => {
		await expectError(await ask('/nowhere'), 404, /There is no GET .*\/nowhere/);
		await expectError(await ask('/downloads', { method: 'POST' }), 405, /There is no POST/);
		await expectError(await ask('/%zz'), 400, /./);
	});

	test('an unknown action, and unavailable hops', async () => {
		const torrent = await makeTorrent(join(service.folder, 'orders'), 'orders', { x: 1000 });
		await put({ uri: torrent.path });
		const patch = (body: unknown) =>
			ask(`/downloads/${torrent.infohash}`, { method: 'PATCH', ...json(body) });
		await expectError(await patch({ state: 'explode' }), 400, /resume, stop, recheck/);
		await expectError(await put({ uri: torrent.path, anon_hops: 1 }), 400, /safe seeding/);
		await expectError(await put({ uri: torrent.path, anon_hops: 1, safe_seeding: true }), 500, /hops/);
		await expectError(
			await ask(`/downloads/${torrent.infohash}`, { method: 'DELETE', ...json({}) }),
			400,
			/remove_data/,
		);
	});

	test('a form with the content type JSON, and JSON with that of a form, are accepted', async () => {
		const torrent = await makeTorrent(join(service.folder, 'labels'), 'labels', { x: 1000 });
		const form = await put(new URLSearchParams({ uri: torrent.path }).toString());
		expect(await form.json()).toEqual({ started: true, infohash: torrent.infohash });
		const patched = await ask(`/downloads/${torrent.infohash}`, {
			method: 'PATCH',
			body: JSON.stringify({ state: 'stop' }),
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
		});
		expect(await patched.json()).toMatchObject({ modified: true });
	});

	test('an oversized body', async () => {
		// Announced, not sent: a refused client need not send the whole body.
		const sent = request(`${service.url}/downloads`, {
			method: 'PUT',
			headers: { 'x-api-key': service.key, 'content-length': 17 * 1024 * 1024 },
		});
		sent.on('error', () => {}).write('{"uri": "');
		const [answer] = (await once(sent, 'response')) as [IncomingMessage];
		expect(answer.statusCode).toBe(413);
		expect(JSON.parse(await text(answer))).toMatchObject({ error: { handled: true } });
		sent.destroy();
	});
});

test('removing with data deletes the files of the torrent only', async () => {
	const place = join(service.folder, 'removal');
	const torrent = await makeTorrent(place, 'mine', { 'a/b.bin': 40_000, 'c.bin': 10_000 });
	await mkdir(join(place, 'mine', 'kept'));
	await writeFile(join(place, 'mine', 'kept', 'by-somebody-else'), 'x');
	const client = service.client();
	await client.addDownload({ body: { uri: torrent.path, destination: place } });
	await until(async () =>
		(await client.listDownloads()).downloads.some(
			({ infohash, status }) => infohash === torrent.infohash && status === 'SEEDING',
		),
	);
	await client.removeDownload({ params: { infohash: torrent.infohash }, body: { remove_data: true } });
	for (const deleted of ['a/b.bin', 'a', 'c.bin'])
		await expect(stat(join(place, 'mine', deleted))).rejects.toThrow('ENOENT');
	expect(await readFile(join(place, 'mine', 'kept', 'by-somebody-else'), 'utf8')).toBe('x');
});

test('HEAD of the events ends', async () => {
	expect((await ask('/events', { method: 'HEAD', signal: AbortSignal.timeout(10_000) })).status).toBe(200);
});

test('removing with data keeps the files of other downloads', async () => {
	const place = join(service.folder, 'shared');
	const first = await makeTorrent(place, 'both', { 'common.bin': 40_000, 'first.bin': 1000 });
	await rm(join(place, 'both', 'first.bin'));
	const second = await makeTorrent(place, 'both', { 'common.bin': 40_000, 'second.bin': 1000 });
	await writeFile(join(service.folder, 'first.torrent'), first.bytes);
	const client = service.client();
	await client.addDownload({ body: { uri: join(service.folder, 'first.torrent'), destination: place } });
	await client.addDownload({ body: { uri: second.path, destination: place } });
	const isIn = async ({ infohash }: MadeTorrent, status: string) =>
		(await client.listDownloads({ query: { infohash } })).downloads[0]?.status === status;
	await until(async () => (await isIn(first, 'DOWNLOADING')) && (await isIn(second, 'SEEDING')));
	await client.removeDownload({ params: { infohash: second.infohash }, body: { remove_data: true } });
	await expect(stat(join(place, 'both', 'second.bin'))).rejects.toThrow('ENOENT');
	expect((await stat(join(place, 'both', 'common.bin'))).size).toBe(40_000);
	await client.removeDownload({ params: { infohash: first.infohash }, body: { remove_data: true } });
	await expect(stat(join(place, 'both'))).rejects.toThrow('ENOENT');
});

test('a download that is added during its removal exists afterwards', async () => {
	const place = join(service.folder, 'again');
	const files = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`${index}.bin`, 20]));
	const torrent = await makeTorrent(place, 'again', files);
	const client = service.client();
	const add = () => client.addDownload({ body: { uri: torrent.path, destination: place } });
	const find = async () =>
		(await client.listDownloads()).downloads.find(({ infohash }) => infohash === torrent.infohash);
	await add();
	await until(async () => (await find())?.status === 'SEEDING');
	const removal = client.removeDownload({
		params: { infohash: torrent.infohash },
		body: { remove_data: true },
	});
	// A fast removal has deleted the folder too.
	await until(async () => (await readdir(join(place, 'again')).catch(() => [])).length < 300);
	expect((await add()).started).toBe(true);
	await removal;
	expect(await find()).toBeDefined();
	await client.removeDownload({ params: { infohash: torrent.infohash }, body: { remove_data: false } });
	expect(await find()).toBeUndefined();
});

describe('after a kill', () => {
	const key = 'a-key-of-the-operator';
	let file: string;

	beforeAll(async () => {
		await service.end('SIGKILL');
		// It could not delete its announcement.
		const { pid } = JSON.parse(await readFile(join(service.stateFolder, 'service.json'), 'utf8'));
		expect(pid).toBe(service.child.pid);
		file = join(service.folder, 'open.key');
		await writeFile(file, `${key}\n`);
		await chmod(file, 0o644);
		await service.restart(['--api-key-file', file]);
	});

	test('no lock is left, and a later process is not mistaken for the killed one', async () => {
		expect(await refusedFor(service)).toBe(refusalBy(service));
	});

	test('a key file that others can read is narrowed', async () => {
		expect((await stat(file)).mode & 0o777).toBe(0o600);
		expect((await ask('/state', {}, key)).status).toBe(200);
	});

	test('the service does not end when the reader of its log closes the pipe', async () => {
		const data = join(service.folder, 'unread');
		const { path, infohash } = await makeTorrent(data, 'unread', { x: 1000 });
		service.child.stdout?.destroy();
		const client = service.client();
		await client.addDownload({ body: { uri: path, destination: data } });
		// A line is logged before it seeds.
		await until(async () => {
			const { downloads } = await client.listDownloads({ query: { infohash } });
			return downloads[0]?.status === 'SEEDING';
		});
		expect((await client.getState()).state).toBe('STARTED');
		await service.end();
		expect(service.child.exitCode).toBe(0);
		await expect(stat(join(service.stateFolder, 'service.json'))).rejects.toThrow('ENOENT');
	});
});

/** Returns the TCP addresses that a process listens on, from the kernel. */
async function listening(pid: number): Promise<{ host: string; port: number }[]> {
	const { readdir } = await import('node:fs/promises');
	const links = await Promise.all(
		(await readdir(`/proc/${pid}/fd`)).map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')),
	);
	const sockets = new Set(links.map((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1]));
	const tables = await Promise.all(['tcp', 'tcp6'].map((table) => readFile(`/proc/net/${table}`, 'utf8')));
	return tables
		.flatMap((table) => table.trim().split('\n').slice(1))
		.map((line) => line.trim().split(/\s+/))
		.filter((fields) => fields[3] === '0A' && sockets.has(fields[9]))
		.map((fields) => {
			const [host = '', port = ''] = (fields[1] ?? '').split(':');
			return { host, port: Number.parseInt(port, 16) };
		});
}
