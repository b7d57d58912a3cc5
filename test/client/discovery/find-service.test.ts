import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { announcementProblems } from '../../../source/client/discovery/announced.ts';
import { configurationProblems } from '../../../source/client/discovery/configured.ts';
import {
	type DiscoveryOptions,
	findService,
	type Skipped,
} from '../../../source/client/discovery/find-service.ts';
import { probeProblems } from '../../../source/client/discovery/probe.ts';
import { fileProblems } from '../../../source/client/discovery/small-file.ts';
import { AddressError } from '../../../source/client/http/errors.ts';
import { closedPort } from '../../../source/demo/closed-port.ts';
import { couldNotFind } from '../../contract/foreign/fault.ts';
import { answering, serve } from '../server.ts';

let home: string;
let stateFolder: string;
let skipped: Skipped[];

beforeEach(async () => {
	home = await mkdtemp(join(tmpdir(), 'seedtop-discovery-'));
	stateFolder = join(home, '.local/state/seedtop');
	skipped = [];
	const made = home;
	onTestFinished(() => rm(made, { recursive: true, force: true }));
});

function find(options: Partial<DiscoveryOptions> = {}) {
	return findService({
		env: {},
		home,
		stateFolder,
		onSkip: (one) => skipped.push(one),
		timeout: 500,
		...options,
	});
}

async function put(path: string, content: string | object): Promise<void> {
	await mkdir(dirname(join(home, path)), { recursive: true });
	await writeFile(join(home, path), typeof content === 'string' ? content : JSON.stringify(content));
}

/** The content of an announcement besides the address and the key. */
const announced = { version: '0.1.0', extensions: ['labels'] };

async function announce(url: string, key = 'our-key'): Promise<void> {
	await put('.local/state/seedtop/api-key', `${key}\n`);
	const api_key_file = join(stateFolder, 'api-key');
	await put('.local/state/seedtop/service.json', { url, pid: 1, api_key_file, ...announced });
}

const conf = (port: number, key = 'conf-key') => `[api]\nkey = ${key}\nhttp_port = ${port}\n`;
const alive = () => serve(answering(401, { error: 'Unauthorized access' }));

describe('a service that the user names', () => {
	test('is chosen in this order, without probing it', async () => {
		const env = {
			SEEDTOP_URL: 'http://variable:1/',
			SEEDTOP_API_KEY: 'k1',
			CORE_API_PORT: '2',
			CORE_API_KEY: 'k2',
		};
		const explicit = { explicit: true, generation: 'B' };
		expect(await find({ env, flags: { url: 'flag:3/api', apiKey: 'k3' } })).toEqual({
			url: 'http://flag:3/api',
			apiKey: 'k3',
			source: '--url',
			...explicit,
		});
		expect(await find({ env, flags: { url: 'flag:3' } })).toMatchObject({ apiKey: 'k1' });
		expect(await find({ env })).toEqual({
			url: 'http://variable:1',
			apiKey: 'k1',
			source: 'SEEDTOP_URL',
			...explicit,
		});
		expect(await find({ env: { ...env, SEEDTOP_URL: '' } })).toEqual({
			url: 'http://127.0.0.1:2',
			apiKey: 'k2',
			source: 'CORE_API_PORT',
			...explicit,
		});
		expect(await find({ env: { CORE_API_PORT: '2' } })).toMatchObject({ apiKey: undefined });
		expect(await find({ env, flags: { url: 'flag:3', generation: 'A' } })).toMatchObject({ generation: 'A' });
	});

	test('is final, even if another service answers', async () => {
		const server = await alive();
		await announce(server.url);
		const port = await closedPort();
		expect(await find({ flags: { url: `127.0.0.1:${port}` } })).toMatchObject({
			url: `http://127.0.0.1:${port}`,
		});
		expect(await find({ env: { CORE_API_PORT: String(port) } })).toMatchObject({ source: 'CORE_API_PORT' });
		expect(server.requests).toEqual([]);
	});

	test.each([
		[{ flags: { url: '' } }, '--url'],
		[{ flags: { url: 'ftp://x' } }, '--url'],
		[{ env: { SEEDTOP_URL: 'no address' } }, 'SEEDTOP_URL'],
		[{ env: { CORE_API_PORT: 'many' } }, 'CORE_API_PORT'],
		[{ env: { CORE_API_PORT: '70000' } }, 'CORE_API_PORT'],
	])('is an error with its source if invalid: %j', async (options, source) => {
		await expect(find(options)).rejects.toThrow(AddressError);
		await expect(find(options)).rejects.toThrow(source);
	});
});

describe('our own service', () => {
	test('is found by its announcement, with its key', async () => {
		const server = await alive();
		await announce(server.url);
		expect(await find()).toEqual({
			url: server.url,
			apiKey: 'our-key',
			source: '~/.local/state/seedtop/service.json',
			explicit: false,
			owner: 'own',
			generation: 'B',
			dialect: 'interface',
			...announced,
			local: true,
		});
		expect(skipped).toEqual([]);
	});

	test('may require no key; an explicit key goes to the service that is found', async () => {
		const server = await alive();
		await put('.local/state/seedtop/service.json', { url: server.url, pid: 1 });
		expect(await find()).toMatchObject({ apiKey: undefined });
		expect(await find({ flags: { apiKey: 'given' } })).toMatchObject({ apiKey: 'given' });
		expect(await find({ env: { SEEDTOP_API_KEY: 'given' } })).toMatchObject({ apiKey: 'given' });
	});

	test('is ignored with a stale announcement if another service runs', async () => {
		const port = await closedPort();
		await announce(`http://127.0.0.1:${port}`);
		const server = await alive();
		await put('.Tribler/7.14/triblerd.conf', conf(server.port));
		expect(await find()).toMatchObject({ source: '~/.Tribler/7.14/triblerd.conf', apiKey: 'conf-key' });
		expect(skipped).toHaveLength(1);
		expect(skipped[0]?.source).toBe('~/.local/state/seedtop/service.json');
		expect(skipped[0]?.reason).toContain(`http://127.0.0.1:${port}`);
	});

	test.each([
		['{"url": "http://127.0.0.1:1", "api_key": "s3cret"', announcementProblems.notJson],
		['s3cret', announcementProblems.notJson],
		['[]', announcementProblems.malformed('')],
		['{"pid": 1, "x": "s3cret"}', announcementProblems.malformed('url')],
		['{"url": "ftp://s3cret", "pid": 1}', announcementProblems.noAddress],
		['{"url": "http://127.0.0.1:1", "pid": "s3cret"}', announcementProblems.malformed('pid')],
		['{"url": "http://127.0.0.1:1", "pid": 1, "api_key_file": "key"}', announcementProblems.relativeKeyFile],
		[
			'{"url": "http://127.0.0.1:1", "pid": 1, "api_key_file": "/no/such/file"}',
			announcementProblems.keyFile(announcementProblems.missing),
		],
	])('%s is skipped', async (content, reason) => {
		await put('.local/state/seedtop/service.json', content);
		expect(await find()).toBeUndefined();
		expect(skipped).toEqual([{ source: '~/.local/state/seedtop/service.json', reason }]);
		expect(JSON.stringify(skipped)).not.toContain('s3cret');
	});

	test('a folder at the path of the file is skipped', async () => {
		await mkdir(join(stateFolder, 'service.json'), { recursive: true });
		expect(await find()).toBeUndefined();
		expect(skipped).toEqual([
			{ source: '~/.local/state/seedtop/service.json', reason: fileProblems.unreadable('EISDIR') },
		]);
	});
});

describe('configuration files', () => {
	test('lead to the newest version that answers', async () => {
		const [old, middle, young] = [await alive(), await alive(), await closedPort()];
		await put('.Tribler/7.9/triblerd.conf', conf(old.port, 'old'));
		await put('.Tribler/7.14/triblerd.conf', conf(middle.port, 'middle'));
		await put('.Tribler/8.0/configuration.json', { api: { key: 'young', http_port_running: young } });
		expect(await find()).toEqual({
			url: middle.url,
			apiKey: 'middle',
			source: '~/.Tribler/7.14/triblerd.conf',
			explicit: false,
			owner: 'other',
			generation: 'B',
			dialect: '7.12-7.14',
		});
		expect(old.requests).toEqual([]);
		expect(skipped.map(({ source }) => source)).toEqual(['~/.Tribler/8.0/configuration.json']);
	});

	test('lead to 8.x below /api, at its actual port', async () => {
		const server = await serve((request, response) => {
			if (request.path.startsWith('/api/'))
				answering(401, { error: { message: 'Unauthorized access' } })(request, response);
			else response.writeHead(302, { location: '/ui' }).end();
		});
		await put('.Tribler/8.0/configuration.json', {
			api: { key: 'k', http_port: 1, http_port_running: server.port },
		});
		expect(await find()).toMatchObject({ url: `${server.url}/api`, apiKey: 'k', generation: 'B' });
		await put('.Tribler/8.0/configuration.json', { api: { http_port: server.port, http_port_running: 0 } });
		expect(await find()).toMatchObject({ url: `${server.url}/api`, apiKey: undefined });
	});

	test('discovery reads configuration of git and of old versions last; [http_api] means generation A', async () => {
		const [git, root] = [await alive(), await serve((_, response) => response.writeHead(404).end('<html>'))];
		await put('.Tribler/git/configuration.json', { api: { http_port_running: git.port } });
		await put(
			'.Tribler/triblerd.conf',
			`[http_api]\nhttp_port = ${root.port}\nkey = not one\n[api2]\nkey=x\n`,
		);
		expect(await find()).toMatchObject({ source: '~/.Tribler/git/configuration.json' });
		await rm(join(home, '.Tribler/git'), { recursive: true });
		expect(await find()).toEqual({
			url: root.url,
			apiKey: undefined,
			source: '~/.Tribler/triblerd.conf',
			explicit: false,
			owner: 'other',
			generation: 'A',
			dialect: '7.0-7.3',
		});
	});

	test.each([
		['8.0/configuration.json', '{"api": {"key": "s3cret", }}', configurationProblems.notJson],
		['8.0/configuration.json', '{"api": "s3cret"}', configurationProblems.noApi],
		['8.0/configuration.json', 'null', configurationProblems.noApi],
		['8.0/configuration.json', '{"api": {"key": "s3cret"}}', configurationProblems.noPort],
		[
			'8.0/configuration.json',
			'{"api": {"key": "s3cret", "http_port_running": "x"}}',
			configurationProblems.noPort,
		],
		['7.14/triblerd.conf', '[api]\nkey = s3cret\nhttp_port = -1\n', configurationProblems.noPort],
		['7.14/triblerd.conf', '[api]\nkey = s3cret\n', configurationProblems.noPort],
		['7.14/triblerd.conf', '[general]\nkey = s3cret\n', configurationProblems.noSection],
		['7.14/triblerd.conf', 's3cret', configurationProblems.notIni],
		['7.14/triblerd.conf', 'x'.repeat(2_000_000), fileProblems.tooLarge],
	])('%s that holds %.40s is skipped', async (path, content, reason) => {
		await put(`.Tribler/${path}`, content);
		expect(await find()).toBeUndefined();
		expect(skipped).toEqual([{ source: `~/.Tribler/${path}`, reason }]);
	});

	test('in other folders are ignored, and a file at the path of the folder is reported', async () => {
		await put('.Tribler/backup-7.14/triblerd.conf', 's3cret');
		await put('.Tribler/7.14', 'a file');
		expect(await find()).toBeUndefined();
		expect(skipped).toEqual([]);
		await rm(join(home, '.Tribler'), { recursive: true });
		await put('.Tribler', 'a file');
		expect(await find()).toBeUndefined();
		expect(skipped).toEqual([{ source: '~/.Tribler', reason: fileProblems.unreadable('ENOTDIR') }]);
	});

	test('discovery reports configuration files that it cannot read', async () => {
		const path = join(home, '.Tribler/7.14/triblerd.conf');
		await mkdir(dirname(path), { recursive: true });
		await symlink(path, path);
		expect(await find()).toBeUndefined();
		expect(skipped[0]?.reason).toBe(fileProblems.unreadable('ELOOP'));
	});
});

describe('probing a service', () => {
	test.each([
		[200, { state: 'STARTED' }],
		[401, { error: 'Unauthorized access' }],
		[401, { error: { handled: true, message: 'Unauthorized access' } }],
		[403, { error: { handled: true, code: 'ForbiddenError', message: 'Host x is not allowed.' } }],
		[404, { error: { handled: true, message: couldNotFind('/state') } }],
		[500, { error: { handled: false, code: 'Exception', message: 'Traceback' } }],
	])('accepts a %d with %j', async (status, body) => {
		const server = await serve(answering(status, body));
		await announce(server.url);
		expect(await find()).toMatchObject({ url: server.url });
	});

	test.each([
		[200, '<!doctype html><title>Hello</title>'],
		[200, '{"status":"ok"}'],
		[401, 'Unauthorized'],
		[404, '<html>404</html>'],
		[404, '{"message":"no such page"}'],
		[502, '<html>Bad gateway</html>'],
	])('rejects a %d with %s', async (status, body) => {
		const server = await serve((_, response) => response.writeHead(status).end(body));
		await announce(server.url);
		expect(await find()).toBeUndefined();
		expect(skipped[0]?.reason).toBe(probeProblems.notService(server.url));
	});

	test('does not send the key before the service is identified', async () => {
		const server = await alive();
		await announce(server.url);
		await find();
		expect(server.requests).toHaveLength(1);
		expect(server.requests[0]).toMatchObject({ method: 'GET', path: '/state' });
		expect(JSON.stringify(server.requests)).not.toContain('our-key');
	});

	test('rejects a redirect', async () => {
		const server = await serve((_, response) => response.writeHead(302, { location: '/ui/' }).end());
		await announce(server.url);
		expect(await find()).toBeUndefined();
		expect(skipped[0]?.reason).toContain('302');
	});

	test.each([
		['says nothing', ''],
		['never ends', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{'],
	])('skips a server that %s, in time', async (_, beginning) => {
		const silent = createServer((socket) => {
			socket.on('error', () => {});
			socket.write(beginning);
		});
		const port = await new Promise<number>((resolve) => {
			silent.listen(0, '127.0.0.1', () => {
				const address = silent.address();
				resolve(typeof address === 'object' && address !== null ? address.port : 0);
			});
		});
		onTestFinished(() => void silent.close());
		await announce(`http://127.0.0.1:${port}`);
		expect(await find({ timeout: 100 })).toBeUndefined();
		expect(skipped[0]?.reason).toBe(`no answer from http://127.0.0.1:${port} within 0.1 s`);
	});

	test('skips a server that drips forever, in time', async () => {
		const server = await serve((_, response) => {
			const drip = setInterval(() => response.write(' '), 20);
			response.on('close', () => clearInterval(drip));
		});
		await announce(server.url);
		expect(await find({ timeout: 200 })).toBeUndefined();
		expect(skipped[0]?.reason).toContain('no answer');
	});

	test('skips a server that does not speak HTTP', async () => {
		const other = createServer((socket) => socket.on('error', () => {}).end('SSH-2.0-OpenSSH\r\n'));
		const port = await new Promise<number>((resolve) => {
			other.listen(0, '127.0.0.1', () => {
				const address = other.address();
				resolve(typeof address === 'object' && address !== null ? address.port : 0);
			});
		});
		onTestFinished(() => void other.close());
		await announce(`http://127.0.0.1:${port}`);
		expect(await find()).toBeUndefined();
		expect(skipped).toHaveLength(1);
	});

	test('findService returns no service and no report if there is none', async () => {
		expect(await find()).toBeUndefined();
		expect(skipped).toEqual([]);
	});
});
