import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { fetchBody } from '../../../source/service/http-client/fetch-body.ts';
import { type Connect, connectDirectly } from '../../../source/service/http-client/open-response.ts';
import {
	OUTGOING_USER_AGENT,
	OwnService,
	OwnServiceError,
} from '../../../source/service/http-client/own-service.ts';
import { runService, type TestService } from '../../fixtures/service.ts';
import { temporaryFolder } from '../../programs/temporary-folder.ts';
import { until } from '../../programs/until.ts';
import { sample } from '../engine/lab.ts';
import { socksServer } from '../hops/socks-server.ts';
import { httpServer } from './servers.ts';

const refused = new OwnServiceError().message;

function service(...options: string[]): Promise<TestService> {
	return runService({ flags: ['--peer-host', '127.0.0.1', '--log-level', 'debug', ...options] });
}

/** A service on loopback without a key. */
let onLoopback: TestService;

beforeAll(async () => {
	onLoopback = await service('--no-api-key');
});

/** Adds a torrent of two files, with trackers derived from its infohash. Resolves with its infohash. */
async function addTorrent(
	running: TestService,
	trackers: (infohash: string) => string[],
	hops = 0,
): Promise<string> {
	// The infohash does not depend on the trackers.
	const files = { 'a.bin': 40_000, 'b.bin': 40_000 };
	const seed = 1;
	const { infohash } = (await sample(files, { seed })).metainfo;
	const { torrent } = await sample(files, { seed, trackers: trackers(infohash) });
	const uri = join(running.stateFolder, '..', 'x.torrent');
	await writeFile(uri, torrent);
	await running.client().addDownload({ body: { uri, anon_hops: hops, safe_seeding: hops > 0 } });
	return infohash;
}

/** Returns the trackers of a download, once each has answered or failed. */
function answersOf(running: TestService, infohash: string) {
	return until(async () => {
		const { downloads } = await running.client().listDownloads({ query: { infohash } });
		const trackers = (downloads[0]?.trackers ?? []).filter(({ url }) => !url.startsWith('['));
		const answered = trackers.every(({ status }) => status !== 'Not contacted yet');
		return trackers.length > 0 && answered && trackers;
	});
}

/** Returns the requests for a file selection that reached the service. */
function deselections(running: TestService): number {
	return running.output().split('/files/deselect').length - 1;
}

test('a torrent cannot call the service by any spelling of its address', async () => {
	const running = onLoopback;
	const { port } = new URL(running.url);
	const elsewhere = await httpServer((_, answer) => answer.end('d8:intervali1800e5:peers0:e'));
	const redirecting = await httpServer((request, answer) =>
		answer.writeHead(302, { location: `${running.url}${request.url}` }).end(),
	);
	const hosts = [
		'127.0.0.1',
		'localhost',
		'LOCALHOST.',
		'a.localhost',
		'2130706433',
		'0x7f000001',
		'0177.0.0.1',
		'127.1',
		'0.0.0.0',
		'[::]',
		'[::1]',
		'[::ffff:127.0.0.1]',
		'[::ffff:7f00:1]',
		hostname(),
		'user:password@127.0.0.1',
	];
	const infohash = await addTorrent(running, (of) => {
		const path = `/downloads/${of}/files/deselect?path=a.bin`;
		return [
			...hosts.map((host) => `http://${host}:${port}${path}`),
			`https://127.0.0.1:${port}${path}`,
			`${redirecting}${path}`,
			`${elsewhere}/announce`,
		];
	});
	const trackers = await answersOf(running, infohash);
	expect(trackers.at(-1)).toMatchObject({ status: 'Working', error: '' });
	for (const { url, status, error } of trackers.slice(0, -1)) {
		expect({ url, status }).toEqual({ url, status: 'Not working' });
		// No server listens on [::] and [::1], and the machine's name may resolve to another address.
		if (!url.includes(':1]') && !url.includes('[::]')) expect(error).toContain(refused);
	}
	expect(deselections(running)).toBe(0);
	const { files } = await running.client().listFiles({ params: { infohash } });
	expect(files.map(({ included }) => included)).toEqual([true, true]);
});

test('a service on all addresses is protected on each, and other ports stay allowed', async () => {
	const folder = await temporaryFolder();
	onTestFinished(folder.remove);
	const key = join(folder.path, 'key');
	await writeFile(key, 'a-key-that-is-long-enough-for-a-test', { mode: 0o600 });
	const running = await service('--host', '0.0.0.0', '--api-key-file', key);
	const { port } = new URL(running.url);
	const lan = Object.values(networkInterfaces())
		.flatMap((own) => own ?? [])
		.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
	const hosts = ['127.0.0.1', '127.9.9.9', ...(lan === undefined ? [] : [lan])];
	const neighbor = await httpServer((_, answer) => answer.end('d8:intervali1800e5:peers0:e'));
	const infohash = await addTorrent(running, () => [
		...hosts.map((host) => `http://${host}:${port}/shutdown`),
		`${neighbor}/announce`,
	]);
	const trackers = await answersOf(running, infohash);
	expect(trackers.map(({ status }) => status)).toEqual([...hosts.map(() => 'Not working'), 'Working']);
	for (const { error } of trackers.slice(0, -1)) expect(error).toContain(refused);
	expect(running.output()).not.toMatch(/an unknown path: 401/);
});

test('the URL of a .torrent cannot lead to the service', async () => {
	const running = onLoopback;
	const infohash = await addTorrent(running, () => []);
	const path = `/downloads/${infohash}/files/deselect?path=a.bin`;
	const redirecting = await httpServer((_, answer) =>
		answer.writeHead(307, { location: `${running.url}${path}` }).end(),
	);
	for (const uri of [`${running.url}${path}`, redirecting]) {
		await expect(running.client().addDownload({ body: { uri } })).rejects.toMatchObject({
			code: 'TorrentUrlError',
			message: expect.stringContaining(refused),
		});
	}
	expect(deselections(running)).toBe(0);
});

test('a proxy cannot lead a torrent to the service, by address or by name', async () => {
	const proxy = await socksServer({ host: '127.0.0.2', names: { 'rebound.invalid': '127.0.0.1' } });
	const folder = await temporaryFolder();
	onTestFinished(folder.remove);
	const settings = join(folder.path, 'settings.json');
	await writeFile(settings, JSON.stringify({ proxies: [`socks5://${proxy.host}:${proxy.port}`] }));
	const running = await service('--no-api-key', '--settings', settings);
	const { port } = new URL(running.url);
	const infohash = await addTorrent(
		running,
		(of) =>
			['127.0.0.1', 'localhost', 'rebound.invalid'].map(
				(host) => `http://${host}:${port}/downloads/${of}/files/deselect?path=a.bin`,
			),
		1,
	);
	const trackers = await answersOf(running, infohash);
	expect(trackers.map(({ error }) => error)).toEqual([
		expect.stringContaining(refused),
		expect.stringContaining(refused),
		'the tracker answered with status 403',
	]);
	// The connection reached the service, which refused the request before any handler ran.
	const { files } = await running.client().listFiles({ params: { infohash } });
	expect(files.map(({ included }) => included)).toEqual([true, true]);
});

test('fetchBody checks the address that a name resolved to', async () => {
	const requests: string[] = [];
	const url = await httpServer((request, answer) => {
		requests.push(request.url ?? '');
		answer.end();
	});
	const port = Number(new URL(url).port);
	// A resolver that returns the loopback address, as in DNS rebinding.
	const rebinding: Connect = (destination) => connectDirectly({ ...destination, host: '127.0.0.1' });
	const get = (listening: { address: string; port: number }[]) =>
		fetchBody(new URL(`http://rebound.invalid:${port}/`), {
			connect: rebinding,
			ownService: new OwnService(listening),
			maxRedirects: 0,
			signal: new AbortController().signal,
			maxBytes: 10,
			tooLong: () => new Error('too long'),
			timeoutMs: 20_000,
		});
	await expect(get([{ address: '127.0.0.1', port }])).rejects.toThrow(refused);
	await expect(get([{ address: '0.0.0.0', port }])).rejects.toThrow(refused);
	await expect(get([{ address: '::', port }])).rejects.toThrow(refused);
	expect(requests).toEqual([]);
	await get([{ address: '127.0.0.1', port: port + 1 }]);
	await get([{ address: '127.0.0.2', port }]);
	expect(requests).toEqual(['/', '/']);
});

test('OwnService compares addresses in every form', () => {
	const own = new OwnService([
		{ address: '::1', port: 1 },
		{ address: '192.0.2.1', port: 1 },
	]);
	expect(own.isAt('0:0:0:0:0:0:0:1', 1)).toBe(true);
	expect(own.isAt('::', 1)).toBe(true);
	expect(own.isAt('::ffff:192.0.2.1', 1)).toBe(true);
	expect(own.isAt('::ffff:c000:201', 1)).toBe(true);
	expect(own.isAt('192.0.2.1', 2)).toBe(false);
	expect(own.isAt('192.0.2.2', 1)).toBe(false);
	// On all addresses, also one that no interface lists, if both ends of the connection have it.
	const everywhere = new OwnService([{ address: '0.0.0.0', port: 1 }]);
	expect(everywhere.isAt('192.0.2.9', 1, '192.0.2.9')).toBe(true);
	expect(everywhere.isAt('192.0.2.9', 1, '192.0.2.8')).toBe(false);
});

test('the service refuses the requests of a torrent engine, with a Host header that it accepts', async () => {
	const running = onLoopback;
	const answer = await new Promise<string>((resolve, reject) => {
		const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
		let text = '';
		socket.setEncoding('utf8').on('data', (part: string) => {
			text += part;
		});
		socket.on('error', reject).on('close', () => resolve(text));
		socket.write(
			`GET /downloads HTTP/1.1\r\nhost: localhost\r\nuser-agent: ${OUTGOING_USER_AGENT}\r\nconnection: close\r\n\r\n`,
		);
	});
	expect(answer).toMatch(/^HTTP\/1.1 403 /);
	expect(answer).toContain('OwnRequestError');
});
