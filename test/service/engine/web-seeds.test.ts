import { expect, test } from 'vitest';
import { parseTorrent } from '../../../source/metainfo/metainfo.ts';
import { torrentFromInfo } from '../../../source/metainfo/torrent-file.ts';
import {
	fileRanges,
	fileUrl,
} from '../../../source/service/engine/webtorrent/sources/web-seeds/file-ranges.ts';
import {
	fetchRange,
	requestText,
} from '../../../source/service/engine/webtorrent/sources/web-seeds/file-request.ts';
import { WRONG_DATA } from '../../../source/service/engine/webtorrent/sources/web-seeds/web-seed.ts';
import { webSeedText } from '../../../source/service/engine/webtorrent/sources/web-seeds/web-seeds.ts';
import { connectDirectly } from '../../../source/service/http-client/open-response.ts';
import { OwnService, OwnServiceError } from '../../../source/service/http-client/own-service.ts';
import { bencode } from '../../metainfo/bencoded.ts';
import { containing } from '../../programs/message-pattern.ts';
import { socksServer } from '../hops/socks-server.ts';
import { type FileRequest, serveFiles } from '../http-client/file-server.ts';
import { httpServer, rawServer, serverOnBlockedPort, writeForever } from '../http-client/servers.ts';
import { differing, folder, lab, ownLab, type Sample, sample, seeder, tracker } from './lab.ts';
import { finished, webSeedsOf, withWebSeeds } from './web-seed-scene.ts';

const files = { 'a.bin': 700_000, 'b/c d#%é.bin': 300_001, 'b/empty': 0, 'd.bin': 1 };

test('a download of many files arrives from a web seed only, by range requests', async () => {
	const one = await sample(files);
	const requests: FileRequest[] = [];
	const url = await httpServer(serveFiles(one.seedFolder, requests));
	const target = await lab();
	const destination = folder();
	// Without a final slash, which is added for torrents of several files.
	await target.engine.add(withWebSeeds(one, [url], destination));
	await finished(target, one);
	expect(differing(one, destination)).toEqual([]);
	expect(requests.every(({ range }) => range?.startsWith('bytes='))).toBe(true);
	expect(new Set(requests.map(({ path }) => path))).toEqual(
		new Set(['/sample/a.bin', '/sample/b/c%20d%23%25%C3%A9.bin', '/sample/d.bin']),
	);
	const status = await target.untilPhase(one.metainfo.infohash, 'seeding');
	expect(status.downloaded).toBeGreaterThanOrEqual(one.metainfo.length);
	expect(webSeedsOf(target, one)).toEqual([
		{ url: `[Web seed] ${url}`, status: 'Working', peers: 1, error: '' },
	]);
});

test('a magnet link with ws gets its metadata from a peer, its data from the web seed, and keeps it', async () => {
	const url = await tracker();
	const one = await sample({ 'a.bin': 400_000 }, { trackers: [url] });
	const requests: FileRequest[] = [];
	const web = await httpServer(serveFiles(one.seedFolder, requests));
	const seed = await seeder(one);
	await seed.engine.limit(one.metainfo.infohash, 0, 10_000);
	const target = await lab();
	const destination = folder();
	const magnet = `magnet:?xt=urn:btih:${one.metainfo.infohash}&tr=${encodeURIComponent(url)}&ws=${encodeURIComponent(`${web}/`)}`;
	await target.engine.add(one.download(destination, { source: { magnet } }));
	await finished(target, one);
	expect(differing(one, destination)).toEqual([]);
	expect(requests.length).toBeGreaterThan(0);
	const [message] = target.of('metadata', one.metainfo.infohash);
	expect(parseTorrent(message?.torrent ?? new Uint8Array()).webSeeds).toEqual([`${web}/`]);
});

test('a web seed on a port that browsers block works, and one without ranges for small files', async () => {
	const one = await sample(files);
	const blocked = await serverOnBlockedPort(serveFiles(one.seedFolder));
	const whole = await httpServer(serveFiles(one.seedFolder, [], false));
	for (const url of [blocked, whole]) {
		const target = await lab();
		const destination = folder();
		await target.engine.add(withWebSeeds(one, [`${url}/`], destination));
		await finished(target, one);
		expect(differing(one, destination)).toEqual([]);
	}
});

test('a web seed that sends wrong data is dropped, and the download completes without it', async () => {
	const one = await sample({ 'a.bin': 900_000 });
	const other = await sample({ 'a.bin': 900_000 }, { seed: 7 });
	const requests: FileRequest[] = [];
	const wrong = await httpServer(serveFiles(other.seedFolder, requests));
	const target = await lab();
	const destination = folder();
	await target.engine.add(withWebSeeds(one, [wrong], destination));
	await target.until('the end of the web seed', () =>
		webSeedsOf(target, one).some(({ error }) => error.includes('wrong data')),
	);
	expect(webSeedsOf(target, one)).toEqual([
		{
			url: `[Web seed] ${wrong}`,
			status: 'Not working',
			peers: 0,
			error: WRONG_DATA,
		},
	]);
	const before = requests.length;
	// The same download again, which created its files, with a correct web seed beside the wrong one.
	await target.engine.stop(one.metainfo.infohash);
	const right = await httpServer(serveFiles(one.seedFolder));
	await target.engine.add({
		...withWebSeeds(one, [wrong, right], destination),
		ownFiles: Uint8Array.of(0b1000_0000),
	});
	await finished(target, one);
	expect(differing(one, destination)).toEqual([]);
	expect(requests.length).toBeLessThan(before + 20);
});

test.each([
	['another size', /has 100 bytes instead of 200000/, { 'content-range': 'bytes RANGE/100' }, 206],
	['another range', /another range/, { 'content-range': 'bytes 5-10/200000' }, 206],
	[
		'a compressed file',
		/compresses/,
		{ 'content-encoding': 'gzip', 'content-range': 'bytes RANGE/200000' },
		206,
	],
	['a shorter file', containing(requestText.shorter), {}, 416],
	['a missing file', /status 404 for \/sample\/a.bin/, {}, 404],
	['a fault', /status 500/, {}, 500],
	['a redirect out of HTTP', /redirects to file:/, { location: 'file:///etc/passwd' }, 302],
])('a web seed that answers with %s is not requested repeatedly', async (_, error, headers, status) => {
	const one = await sample({ 'a.bin': 200_000 });
	let requests = 0;
	const url = await httpServer((request, answer) => {
		requests++;
		const range = /bytes=(.*)/.exec(request.headers.range ?? '')?.[1] ?? '';
		for (const [name, value] of Object.entries(headers))
			answer.setHeader(name, value.replace('RANGE', range));
		answer.writeHead(status).end('x');
	});
	const target = await lab();
	await target.engine.add(withWebSeeds(one, [url], folder()));
	const [shown] = await target.until('the error', () => {
		const seeds = webSeedsOf(target, one);
		return seeds[0]?.error ? seeds : false;
	});
	expect(shown).toMatchObject({ status: 'Not working', peers: 0 });
	expect(shown?.error).toMatch(error);
	expect(requests).toBeLessThanOrEqual(2);
});

test('a web seed that lacks one file delivers the others', async () => {
	const one = await sample({ 'a.bin': 65_536, 'b.bin': 65_536 * 3, 'c.bin': 65_536 });
	const serve = serveFiles(one.seedFolder);
	const url = await httpServer((request, answer) => {
		if (request.url === '/sample/b.bin') answer.writeHead(404).end();
		else serve(request, answer);
	});
	const target = await lab();
	await target.engine.add(withWebSeeds(one, [url], folder(), { selected: [0, 2] }));
	await finished(target, one);
	await target.engine.select(one.metainfo.infohash, null);
	const [shown] = await target.until('the missing file', () => {
		const seeds = webSeedsOf(target, one);
		return seeds[0]?.error ? seeds : false;
	});
	expect(shown?.error).toMatch(/status 404 for \/sample\/b.bin/);
});

test('web seeds obey the download limit, which can change during a transfer', async () => {
	const one = await sample({ 'a.bin': 1_500_000 });
	const other = await sample({ 'a.bin': 1_500_000 }, { seed: 7 });
	const url = await httpServer(serveFiles(one.seedFolder));
	const otherUrl = await httpServer(serveFiles(other.seedFolder));
	const target = await lab();
	const destination = folder();
	const { infohash } = one.metainfo;
	await target.engine.add(withWebSeeds(one, [url], destination, { maxDownloadSpeed: 30_000 }));
	await target.until('a transfer', () => (target.status(infohash)?.downloaded ?? 0) > 0);
	const [peer] = await target.until('the web seed among the peers', () => {
		const status = target.status(infohash);
		return status?.connectedSeeds === 1 || status?.connectedSeeds === 2
			? target.engine.peers(infohash)
			: false;
	});
	expect(peer).toMatchObject({
		ip: '127.0.0.1',
		port: Number(new URL(url).port),
		extended_version: 'web seed',
		connection_type: 1,
		seed: true,
	});
	// A download of the same size without a limit overtakes it.
	await target.engine.add(withWebSeeds(other, [otherUrl], folder()));
	await finished(target, other);
	expect(target.of('finished', infohash)).toEqual([]);
	expect(target.status(infohash)?.downloaded).toBeLessThan(1_000_000);
	await target.engine.limit(infohash, 0, 0);
	await finished(target, one);
	expect(differing(one, destination)).toEqual([]);
}, 30_000);

/** Makes a torrent whose pieces never become complete. */
function incompletable(name: string, length: number, webSeeds: string[]) {
	const hashes = Buffer.alloc(20 * Math.ceil(length / 65_536));
	const info = bencode({ length, name, 'piece length': 65_536, pieces: hashes });
	return torrentFromInfo(info, [], webSeeds);
}

test('web seeds that wait for the limits of their downloads leave the slot to others', async () => {
	const target = await lab();
	const length = 4_000_000;
	let requests = 0;
	const zeros: Parameters<typeof httpServer>[0] = (request, answer) => {
		requests++;
		const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
		answer.writeHead(206, { 'content-range': `bytes ${from}-${to}/${length}` });
		answer.end(Buffer.alloc(Number(to) - Number(from) + 1));
	};
	for (let number = 0; number < 6; number++) {
		const urls = await Promise.all([httpServer(zeros), httpServer(zeros), httpServer(zeros)]);
		const torrent = incompletable(`limited ${number}`, length, urls);
		await target.engine.add({
			infohash: parseTorrent(torrent).infohash,
			source: { torrent },
			destination: folder(),
			selected: null,
			mode: 'run',
			maxDownloadSpeed: 1_000,
			maxUploadSpeed: 0,
			route: [],
		});
	}
	// The maximum number of simultaneous transfers.
	await target.until('the requests', () => requests >= 32);
	const free = await sample({ 'a.bin': 600_000 });
	const url = await httpServer(serveFiles(free.seedFolder));
	const destination = folder();
	await target.engine.add(withWebSeeds(free, [url], destination));
	await finished(target, free);
	expect(differing(free, destination)).toEqual([]);
}, 40_000);

test('disabled web seeds have an error', async () => {
	const one = await sample({ 'a.bin': 100_000 });
	const disabled = await lab({ webSeeds: false });
	const seeds = ['http://127.0.0.1:1/', 'ftp://files.invalid/a.bin'];
	await disabled.engine.add(withWebSeeds(one, seeds, folder()));
	await disabled.untilPhase(one.metainfo.infohash, 'downloading');
	expect(webSeedsOf(disabled, one).map(({ status, error }) => [status, error])).toEqual([
		['Disabled', webSeedText.disabled],
		['Disabled', webSeedText.disabled],
	]);
});

test('unusable web seeds have an error and receive no request, also those that are added to a running download', async () => {
	const requests: FileRequest[] = [];
	const [one, other] = [await sample({ 'a.bin': 100_000 }), await sample({ 'a.bin': 600_000 })];
	const own = new URL(await httpServer(serveFiles(one.seedFolder, requests)));
	const ftp = 'ftp://files.invalid/a.bin';
	const target = await ownLab({ ownService: () => [{ address: '127.0.0.1', port: Number(own.port) }] });
	const untilErrors = (torrent: Sample) =>
		target.until('the errors', () => {
			const seeds = webSeedsOf(target, torrent);
			return seeds.length > 0 && seeds.every(({ error }) => error !== '') && seeds;
		});
	await target.engine.add(withWebSeeds(one, [`http://me:secret@${own.host}`, ftp], folder()));
	const shown = await untilErrors(one);
	expect(shown.map(({ url, status, error }) => [url, status, error])).toEqual([
		[`[Web seed] ${own.href}`, 'Not working', new OwnServiceError().message],
		[`[Web seed] ${ftp}`, 'Disabled', webSeedText.notHttp],
	]);

	// A usable one is routed like the download.
	const visitors = new Set<string | undefined>();
	const serve = serveFiles(other.seedFolder);
	const url = await httpServer((request, answer) => {
		visitors.add(request.socket.remoteAddress);
		serve(request, answer);
	});
	const proxy = await socksServer({ host: '127.0.0.2' });
	const destination = folder();
	const { infohash } = other.metainfo;
	const route = [{ host: proxy.host, port: proxy.port }];
	await target.engine.add(withWebSeeds(other, [], destination, { route }));
	await target.untilPhase(infohash, 'downloading');
	await target.engine.addSources(infohash, { trackers: [], webSeeds: [own.href, ftp], peers: [] });
	const added = await untilErrors(other);
	expect(added.map(({ error }) => error)).toEqual([new OwnServiceError().message, webSeedText.notHttp]);
	await target.engine.addSources(infohash, { trackers: [], webSeeds: [url], peers: [] });
	await finished(target, other);
	expect(differing(other, destination)).toEqual([]);
	expect(requests).toEqual([]);
	expect([...visitors]).toEqual([proxy.host]);
});

test('a web seed that stops sending returns its pieces to others', async () => {
	const one = await sample({ 'a.bin': 500_000 });
	const cut = await rawServer((socket) => {
		socket.once('data', (request) => {
			const range = /range: bytes=(\d+)-(\d+)/i.exec(String(request));
			const [from, to] = [Number(range?.[1]), Number(range?.[2])];
			socket.end(
				`HTTP/1.1 206 Partial Content\r\ncontent-range: bytes ${from}-${to}/500000\r\ncontent-length: ${to - from + 1}\r\n\r\n`,
			);
		});
	});
	const right = await httpServer(serveFiles(one.seedFolder));
	const target = await lab();
	const destination = folder();
	await target.engine.add(withWebSeeds(one, [cut, right], destination));
	await finished(target, one);
	expect(differing(one, destination)).toEqual([]);
});

test('web seeds and peers complete a download together', async () => {
	const url = await tracker();
	const one = await sample({ 'a.bin': 4_000_000, 'b.bin': 1_000_001 }, { trackers: [url] });
	await seeder(one);
	const web = await httpServer(serveFiles(one.seedFolder));
	const target = await lab();
	const destination = folder();
	const torrent = torrentFromInfo(one.metainfo.info, [url], [web]);
	await target.engine.add(one.download(destination, { source: { torrent } }));
	await finished(target, one);
	expect(differing(one, destination)).toEqual([]);
	expect(target.lines.join('\n')).not.toMatch(/not what it should be|not handled/);
});

test('fileUrl appends names as in BEP 19', async () => {
	const many = (await sample({ 'a b/c#?.bin': 10 })).metainfo;
	const [file] = many.files;
	if (!file) throw new Error('there is no file');
	expect(fileUrl('http://x.invalid/y', many, file).href).toBe('http://x.invalid/y/sample/a%20b/c%23%3F.bin');
	expect(fileUrl('http://x.invalid/y/#z', many, file).href).toBe(
		'http://x.invalid/y/sample/a%20b/c%23%3F.bin',
	);
	const single = { ...many, isSingleFile: true, name: 'one file.bin' };
	expect(fileUrl('http://x.invalid/y', single, file).href).toBe('http://x.invalid/y');
	expect(fileUrl('http://x.invalid/y/', single, file).href).toBe('http://x.invalid/y/one%20file.bin');
	expect(fileUrl('http://x.invalid/y?z=1', single, file).href).toBe('http://x.invalid/y?z=1');
});

test('fileRanges finds the parts of files, including padding and empty files', () => {
	const metainfo = parseTorrent(
		Buffer.from(
			`d4:infod5:filesld6:lengthi10e4:pathl1:aeed6:lengthi0e4:pathl1:beed4:attr1:p6:lengthi6e4:pathl4:.pad1:6eed6:lengthi20e4:pathl1:ceee4:name1:n12:piece lengthi16384e6:pieces20:${'x'.repeat(20)}ee`,
		),
	);
	const found = (from: number, to: number) =>
		[...fileRanges(metainfo, { from, to })].map((range) => [range.file.path, range.from, range.to]);
	expect(found(0, 36)).toEqual([
		['a', 0, 10],
		['.pad/6', 0, 6],
		['c', 0, 20],
	]);
	expect(found(10, 17)).toEqual([
		['.pad/6', 0, 6],
		['c', 0, 1],
	]);
	expect(found(35, 36)).toEqual([['c', 19, 20]]);
	expect(found(36, 36)).toEqual([]);
});

test('fetchRange abandons servers that drip or are silent, but waits for a slow reader', async () => {
	const head = 'HTTP/1.1 206 Partial Content\r\ncontent-range: bytes 0-99999/100000\r\n\r\n';
	const fetch = (url: string, write: (bytes: Uint8Array) => Promise<void> = async () => {}) =>
		fetchRange(
			{ url: new URL(url), from: 0, to: 100_000, fileLength: 100_000, write },
			{ connect: connectDirectly, ownService: new OwnService(), signal: new AbortController().signal },
			300,
		);
	const dripping = await rawServer((socket) => {
		socket.write(head);
		const timer = setInterval(() => socket.write('x'), 20);
		socket.once('close', () => clearInterval(timer));
	});
	await expect(fetch(dripping)).rejects.toThrow(requestText.slow);
	const silent = await rawServer((socket) => socket.write(head));
	await expect(fetch(silent)).rejects.toThrow('no data for 0.3 s');
	const silentServer = await rawServer(() => {});
	await expect(fetch(silentServer)).rejects.toThrow('no data for 0.3 s');
	const fast = await rawServer((socket) =>
		socket.end(Buffer.concat([Buffer.from(head), Buffer.alloc(100_000)])),
	);
	let received = 0;
	await fetch(fast, async (bytes) => {
		received += bytes.length;
		if (received < 100_000) await new Promise((resolve) => setTimeout(resolve, 400));
	});
	expect(received).toBe(100_000);
});

test('fetchRange reads no more than the requested range from an endless response', async () => {
	const endless = await rawServer((socket) => {
		socket.write('HTTP/1.1 200 OK\r\n\r\n');
		writeForever(socket, Buffer.alloc(65_536));
	});
	let received = 0;
	await fetchRange(
		{
			url: new URL(endless),
			from: 0,
			to: 100_000,
			fileLength: 100_000,
			write: async (bytes) => {
				received += bytes.length;
			},
		},
		{ connect: connectDirectly, ownService: new OwnService(), signal: new AbortController().signal },
	);
	expect(received).toBe(100_000);
});

test('web seeds of a download with hops are reached through its proxies only', async () => {
	const one = await sample({ 'a.bin': 600_000 });
	const visitors = new Set<string | undefined>();
	const serve = serveFiles(one.seedFolder);
	const url = await httpServer((request, answer) => {
		visitors.add(request.socket.remoteAddress);
		serve(request, answer);
	});
	const last = await socksServer({ host: '127.0.0.3', names: { 'files.hops.invalid': '127.0.0.1' } });
	const first = await socksServer({ host: '127.0.0.2' });
	const route = [first, last].map(({ host, port }) => ({ host, port }));
	const target = await lab();
	const destination = folder();
	await first.close();
	// Only the last proxy can resolve this name.
	const named = url.replace('127.0.0.1', 'files.hops.invalid');
	await target.engine.add(withWebSeeds(one, [named], destination, { route }));
	await target.untilPhase(one.metainfo.infohash, 'circuits');
	expect(visitors.size).toBe(0);
	await first.open();
	await finished(target, one);
	expect(differing(one, destination)).toEqual([]);
	expect([...visitors]).toEqual([last.host]);
});
