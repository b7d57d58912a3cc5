import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { dhtText } from '../../../source/service/engine/dht-port.ts';
import { DHT } from '../../../source/service/health/health-check.ts';
import { healthText } from '../../../source/service/health/health-service.ts';
import { mayBePublic } from '../../../source/service/health/scraper.ts';
import { trackerText } from '../../../source/service/health/tracker-text.ts';
import { OwnService, OwnServiceError } from '../../../source/service/http-client/own-service.ts';
import { scrapeText } from '../../../source/service/trackers/scrape.ts';
import { bencode } from '../../metainfo/bencoded.ts';
import { httpServer, httpTracker, type Swarms, udpTracker } from '../../programs/scrape-trackers.ts';
import { socksServer } from '../hops/socks-server.ts';
import { rawServer } from '../http-client/servers.ts';
import { healthScene, INFOHASH, infohashOf, plain } from './health-fixture.ts';

/** Counts of torrents that differ from each other. */
function swarmsOf(count: number): Swarms {
	return Object.fromEntries(Array.from({ length: count }, (_, at) => [infohashOf(at), [at, 2 * at]]));
}

/** Returns a port of loopback that nothing listens on. */
async function closedPort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	await new Promise<void>((resolve) => server.close(() => resolve()));
	return typeof address === 'object' && address ? address.port : 0;
}

test('HTTP and UDP trackers report exact numbers', async () => {
	const http = await httpTracker({ [INFOHASH]: [40, 15] });
	const udp = await udpTracker({ [INFOHASH]: [4_000_000_000, 1] });
	const { check, events, health } = healthScene({
		engine: { dhtHealth: async () => ({ seeders: 30, leechers: 20, peers: 12, nodes: 8 }) },
	});
	expect(await check(INFOHASH, [http.url, udp.url])).toEqual({
		[http.url]: { seeders: 40, leechers: 15 },
		[udp.url]: { seeders: 4_000_000_000, leechers: 1 },
		[DHT]: { seeders: 30, leechers: 20 },
	});
	expect(events.map(({ name }) => name)).toEqual([
		'torrent_health_progress',
		'torrent_health_progress',
		'torrent_health_progress',
		'torrent_health_updated',
	]);
	expect(health.known(INFOHASH)).toMatchObject({ seeders: 4_000_000_000, leechers: 1 });
	expect(health.known(infohashOf(2))).toBeUndefined();
});

test('an UDP tracker with an IPv6 address reports exact numbers, beside one that is closed', async () => {
	const tracker = await udpTracker({ [INFOHASH]: [7, 3] }, undefined, '::1');
	const closed = `udp://[::1]:${await closedPort()}/announce`;
	const { check } = healthScene();
	expect(await check(INFOHASH, [tracker.url, closed], { timeoutSeconds: 2 })).toMatchObject({
		[tracker.url]: { seeders: 7, leechers: 3 },
		[closed]: { error: expect.any(String) },
	});
	expect(tracker.scrapes).toEqual([[INFOHASH]]);
});

test('without an estimate, the DHT reports its peers only', async () => {
	const { check, health } = healthScene({
		engine: { dhtHealth: async () => ({ seeders: null, leechers: null, peers: 12, nodes: 8 }) },
	});
	expect(await check(INFOHASH, [])).toEqual({ [DHT]: { leechers: 12 } });
	expect(health.known(INFOHASH)).toMatchObject({ seeders: 0, leechers: 12 });
});

test('a disabled DHT reports its sentence', async () => {
	const { check } = healthScene({
		engine: { dhtHealth: async () => Promise.reject(new Error(dhtText.disabled)) },
	});
	expect(await check(INFOHASH, [])).toEqual({ [DHT]: { error: dhtText.disabled } });
});

test('an infohash of version 2 is truncated for trackers', async () => {
	const http = await httpTracker({ [INFOHASH]: [3, 4] });
	const { check } = healthScene();
	const found = await check(INFOHASH + 'f'.repeat(24), [http.url]);
	expect(found[http.url]).toEqual({ seeders: 3, leechers: 4 });
});

test.each([
	['HTTP', httpTracker],
	['UDP', udpTracker],
])('checks of many torrents share the requests to a %s tracker', async (_, start) => {
	const tracker = await start(swarmsOf(200));
	const { check } = healthScene();
	const found = await Promise.all(
		Array.from({ length: 200 }, (_, at) => check(infohashOf(at), [tracker.url])),
	);
	expect(found.map((reports) => reports[tracker.url])).toEqual(
		Array.from({ length: 200 }, (_, at) => ({ seeders: at, leechers: 2 * at })),
	);
	expect(tracker.scrapes.length).toBeLessThan(20);
	expect(Math.max(...tracker.scrapes.map((asked) => asked.length))).toBeLessThanOrEqual(70);
});

test('a tracker that answers for one torrent of a request is asked again for the others', async () => {
	const tracker = await httpTracker(swarmsOf(5), true);
	const { check } = healthScene();
	const found = await Promise.all(Array.from({ length: 5 }, (_, at) => check(infohashOf(at), [tracker.url])));
	expect(found.map((reports) => reports[tracker.url])).toEqual(
		Array.from({ length: 5 }, (_, at) => ({ seeders: at, leechers: 2 * at })),
	);
});

test('trackers that write infohashes as UTF-8 are read', async () => {
	const infohash = 'fab76465fca25b018440e1009eda9c7171d2ba01';
	const characters = Buffer.from(infohash, 'hex').toString('latin1');
	const body = `d5:filesd${Buffer.byteLength(characters)}:${characters}d8:completei2e10:incompletei3eeee`;
	const port = await httpServer((_, response) => response.end(body));
	const url = `http://127.0.0.1:${port}/announce`;
	const { check } = healthScene();
	expect((await check(infohash, [url]))[url]).toEqual({ seeders: 2, leechers: 3 });
});

test('silent and closed trackers end with a reason, and delay no others', async () => {
	const silent = await udpTracker({}, () => []);
	const silentHttp = await httpServer(() => {});
	const http = await httpTracker({ [INFOHASH]: [1, 2] });
	const closed = await closedPort();
	const trackers = [
		silent.url,
		`http://127.0.0.1:${silentHttp}/announce`,
		`http://127.0.0.1:${closed}/announce`,
		`udp://127.0.0.1:${closed}/announce`,
		http.url,
	];
	const { check } = healthScene();
	const found = await check(INFOHASH, trackers, { timeoutSeconds: 2 });
	expect(found[silent.url]).toEqual({ error: trackerText.noResponse });
	expect(found[trackers[1] ?? '']).toEqual({ error: trackerText.noResponse });
	expect(found[trackers[2] ?? '']).toEqual({ error: trackerText.failed('connection refused') });
	expect(found[trackers[3] ?? '']).toEqual({ error: trackerText.failed('connection refused') });
	expect(found[http.url]).toEqual({ seeders: 1, leechers: 2 });
});

test('faulty responses of HTTP trackers are failures with a reason', async () => {
	const key = Buffer.from(INFOHASH, 'hex').toString('latin1');
	const responses: Readonly<Record<string, readonly [body: Buffer | string, error: string]>> = {
		garbage: ['<html>', scrapeText.malformed],
		empty: ['', scrapeText.malformed],
		list: [bencode([1]), scrapeText.malformed],
		nofiles: [bencode({ a: 1 }), scrapeText.malformed],
		others: [bencode({ files: {} }), trackerText.unknownTorrent],
		negative: [bencode({ files: { [key]: { complete: -1, incomplete: 2 } } }), trackerText.unknownTorrent],
		texts: [bencode({ files: { [key]: { complete: 'a', incomplete: 2 } } }), trackerText.unknownTorrent],
		reason: [bencode({ 'failure reason': 'x'.repeat(5_000) }), scrapeText.refused('x'.repeat(200))],
		nested: ['l'.repeat(100_000), scrapeText.malformed],
		large: [Buffer.alloc(10 * 1024 * 1024, 'd'), scrapeText.tooLong],
		status: ['', scrapeText.status(503)],
	};
	const port = await httpServer((request, response) => {
		const name = /^\/(\w+)\//.exec(request.url ?? '')?.[1] ?? '';
		response.statusCode = name === 'status' ? 503 : 200;
		response.end(responses[name]?.[0]);
	});
	const urlOf = (name: string) => `http://127.0.0.1:${port}/${name}/announce`;
	const { check } = healthScene();
	const found = await check(INFOHASH, Object.keys(responses).map(urlOf));
	for (const [name, [, error]] of Object.entries(responses))
		expect(found[urlOf(name)], name).toEqual({ error });
});

test('faulty packets of UDP trackers are ignored, or failures with a reason', async () => {
	const refusing = await udpTracker({}, (response) => {
		const header = Buffer.from(response.subarray(0, 8));
		header.writeUInt32BE(3);
		return [Buffer.concat([header, Buffer.from('not for you')])];
	});
	// Wrong transactions, other actions and short packets come before each response.
	const noisy = await udpTracker({ [INFOHASH]: [6, 5] }, (response) => {
		const wrong = Buffer.from(response);
		wrong.writeUInt32BE(0xffff_ffff, 4);
		const other = Buffer.from(response);
		other.writeUInt32BE(9);
		return [wrong, Buffer.alloc(3), other, response];
	});
	const cut = await udpTracker({}, (response, request) =>
		request.readUInt32BE(8) === 0 ? [response] : [response.subarray(0, 15)],
	);
	const { check } = healthScene();
	const found = await check(INFOHASH, [refusing.url, noisy.url, cut.url]);
	expect(found[refusing.url]).toEqual({ error: scrapeText.refused('not for you') });
	expect(found[noisy.url]).toEqual({ seeders: 6, leechers: 5 });
	expect(found[cut.url]).toEqual({ error: scrapeText.malformed });
});

test('a lost packet is sent again', async () => {
	let lost = false;
	const tracker = await udpTracker({ [INFOHASH]: [6, 5] }, (response) => {
		if (lost) return [response];
		lost = true;
		return [];
	});
	const { check } = healthScene();
	expect((await check(INFOHASH, [tracker.url]))[tracker.url]).toEqual({ seeders: 6, leechers: 5 });
});

test('trackers without scrapes, for browsers, and the own service are not asked', async () => {
	let requests = 0;
	const port = await httpServer((_, response) => {
		requests++;
		response.end();
	});
	const { check } = healthScene({ ownService: new OwnService([{ address: '127.0.0.1', port }]) });
	const other = await httpServer((_, response) => {
		response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end();
	});
	const own = `http://127.0.0.1:${port}/announce`;
	const redirecting = `http://127.0.0.1:${other}/announce`;
	const unscrapable = `http://127.0.0.1:${other}/a`;
	const found = await check(INFOHASH, [own, redirecting, unscrapable, 'wss://127.0.0.1:1/announce']);
	const refused = { error: trackerText.failed(new OwnServiceError().message) };
	expect(found[own]).toEqual(refused);
	expect(found[redirecting]).toEqual(refused);
	expect(found[unscrapable]).toEqual({ error: scrapeText.noScrape });
	expect(found['wss://127.0.0.1:1/announce']).toEqual({ error: trackerText.webOnly });
	expect(requests).toBe(0);
});

test('a private torrent uses its own trackers only, and no DHT', async () => {
	const own = await httpTracker({ [INFOHASH]: [1, 2] });
	const other = await httpTracker({ [INFOHASH]: [9, 9] });
	const { check } = healthScene({
		download: async () => ({ ...plain([own.url]), isPrivate: true }),
		channelTrackers: async () => ({ own: [other.url], others: [] }),
	});
	expect(await check(INFOHASH, [other.url])).toEqual({ [own.url]: { seeders: 1, leechers: 2 } });
	expect(other.scrapes).toEqual([]);
});

test('a download with hops reaches HTTP trackers through its proxies, and nothing else', async () => {
	const proxy = await socksServer({ host: '127.0.0.1' });
	const http = await httpTracker({ [INFOHASH]: [1, 2] });
	const socket = createSocket('udp4');
	let packets = 0;
	socket.on('message', () => void packets++);
	await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
	onTestFinished(() => void socket.close());
	const udp = `udp://127.0.0.1:${socket.address().port}/announce`;
	const { check } = healthScene({
		download: async () => ({ ...plain([http.url, udp]), hops: 1 }),
		route: () => [{ host: '127.0.0.1', port: proxy.port }],
	});
	expect(await check(INFOHASH, [])).toEqual({
		[http.url]: { seeders: 1, leechers: 2 },
		[udp]: { error: trackerText.noHops },
		[DHT]: { error: trackerText.noHops },
	});
	expect(proxy.requests).toHaveLength(1);
	expect(packets).toBe(0);
});

test('requests join the running check of an infohash, and add their trackers to it', async () => {
	const first = await udpTracker({ [INFOHASH]: [1, 2] });
	const second = await httpTracker({ [INFOHASH]: [3, 4] });
	const { check, events } = healthScene();
	const both = await Promise.all([check(INFOHASH, [first.url]), check(INFOHASH, [first.url, second.url])]);
	for (const found of both) {
		expect(found[first.url]).toEqual({ seeders: 1, leechers: 2 });
		expect(found[second.url]).toEqual({ seeders: 3, leechers: 4 });
	}
	expect([first.scrapes.length, second.scrapes.length]).toEqual([1, 1]);
	expect(events.filter(({ name }) => name === 'torrent_health_updated')).toHaveLength(1);
});

test('a recent result is used unless a refresh is requested, or it lacks a tracker', async () => {
	const first = await httpTracker({ [INFOHASH]: [1, 2] });
	const second = await httpTracker({ [INFOHASH]: [3, 4] });
	const { check } = healthScene();
	await check(INFOHASH, [first.url]);
	await check(INFOHASH, [first.url], { refresh: false });
	expect(first.scrapes).toHaveLength(1);
	await check(INFOHASH, [first.url]);
	expect(first.scrapes).toHaveLength(2);
	await check(INFOHASH, [second.url], { refresh: false });
	expect(second.scrapes).toHaveLength(1);
});

test('known numbers stay when a later check fails', async () => {
	const tracker = await httpTracker({ [INFOHASH]: [1, 2] });
	const { check, health, events } = healthScene();
	await check(INFOHASH, [tracker.url]);
	await check(INFOHASH, []);
	expect(health.known(INFOHASH)).toMatchObject({ seeders: 1, leechers: 2 });
	await check(infohashOf(9), []);
	expect(events.at(-1)).toEqual({ name: 'torrent_health_updated', payload: { infohash: infohashOf(9) } });
});

test('malformed requests are refused', async () => {
	const { check } = healthScene();
	await expect(check('abc', [])).rejects.toThrow(healthText.malformedInfohash('abc'));
	await expect(check(INFOHASH, ['file:///x'])).rejects.toThrow(healthText.malformedTracker('file:///x'));
	const many = Array.from({ length: 21 }, (_, at) => `http://127.0.0.1:1/${at}/announce`);
	await expect(check(INFOHASH, many)).rejects.toThrow(healthText.tooManyTrackers);
});

test('closing ends running checks', async () => {
	const silent = await udpTracker({}, () => []);
	const { check, health } = healthScene();
	const running = check(INFOHASH, [silent.url]);
	await new Promise((resolve) => setImmediate(resolve));
	health.close();
	expect(Object.keys(await running)).toContain(silent.url);
});

test('trackers on this machine that only channels of others name get no packet', async () => {
	const swarms: Swarms = { [INFOHASH]: [1, 2] };
	let connections = 0;
	const http = await httpServer((_, response) => response.end());
	const udp = await udpTracker(swarms, (response) => {
		connections++;
		return [response];
	});
	const counted = await rawServer(() => connections++);
	const udpPort = new URL(udp.url).port;
	const named = [
		...['127.0.0.1', 'localhost', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]', '0'].map(
			(host) => `http://${host}:${new URL(counted).port}/announce`,
		),
		...['127.0.0.1', 'localhost', '0x7f.1', '2130706433'].map((host) => `udp://${host}:${udpPort}/announce`),
	];
	const { check } = healthScene({ channelTrackers: async () => ({ own: [], others: named }) });
	const found = await check(INFOHASH, [`http://127.0.0.1:${http}/announce`]);
	for (const url of named) expect(found[url], url).toEqual({ error: trackerText.notPublic });
	expect(connections).toBe(0);
});

test('a tracker on this machine is asked if a download, a request or the own channel names it as well', async () => {
	const first = await httpTracker({ [INFOHASH]: [1, 2] });
	const second = await udpTracker({ [INFOHASH]: [3, 4] });
	const third = await httpTracker({ [INFOHASH]: [5, 6] });
	const { check } = healthScene({
		download: async (infohash) => (infohash === INFOHASH ? plain([first.url]) : undefined),
		channelTrackers: async () => ({ own: [third.url], others: [first.url, second.url, third.url] }),
	});
	const before = await check(INFOHASH, []);
	expect(before[second.url]).toEqual({ error: trackerText.notPublic });
	// The recent result has only the refusal.
	const found = await check(INFOHASH, [second.url], { refresh: false });
	expect(found).toMatchObject({
		[first.url]: { seeders: 1, leechers: 2 },
		[second.url]: { seeders: 3, leechers: 4 },
		[third.url]: { seeders: 5, leechers: 6 },
	});
});

test('trackers of channels are not asked in the network of a proxy', async () => {
	const proxy = await socksServer({ host: '127.0.0.1' });
	const http = await httpTracker({ [INFOHASH]: [1, 2] });
	const { check } = healthScene({
		download: async () => ({ ...plain([]), hops: 1 }),
		channelTrackers: async () => ({ own: [], others: [http.url] }),
		route: () => [{ host: '127.0.0.1', port: proxy.port }],
	});
	expect(await check(INFOHASH, [])).toMatchObject({ [http.url]: { error: trackerText.notPublic } });
	expect(proxy.requests).toHaveLength(0);
});

test.each([
	...[
		'http://127.0.0.1/',
		'http://10.1.2.3/',
		'http://[::1]/',
		'http://0x7f.1/',
		'http://[::ffff:10.0.0.1]/',
	],
	...['http://0/', 'http://localhost/', 'http://router/', 'http://nas.local/', 'http://localhost./'],
	...['http://[64:ff9b::10.0.0.1]/', 'http://224.0.0.1/', 'http://169.254.169.254/'],
])('the host of %s is never in the internet', (url) => {
	expect(mayBePublic(new URL(url))).toBe(false);
});

test.each(['http://tracker.example/', 'http://8.8.8.8/', 'http://[2a00::1]/'])(
	'the host of %s may be in the internet',
	(url) => {
		expect(mayBePublic(new URL(url))).toBe(true);
	},
);
