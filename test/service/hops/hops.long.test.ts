import { expect, test } from 'vitest';
import { differing, folder, lab, sample } from '../engine/lab.ts';
import { socksServer } from './socks-server.ts';
import { names, watchedSwarm } from './swarm-behind.ts';
import { expectThroughProxies, watch } from './watched-engine.ts';

test.each([
	['a magnet link with 1 hop', 'a magnet link', 1],
	['a .torrent with 2 hops', 'a .torrent', 2],
	['a magnet link with 2 hops', 'a magnet link', 2],
] as const)('%s arrives through the proxies only', (_, kind, hops) => expectThroughProxies(kind, hops));

test('a download without a route builds circuits, and continues by itself', async () => {
	const behind = await watchedSwarm((trackers) => sample({ 'a.bin': 1_000_000 }, { trackers }));
	const { infohash } = behind.sample.metainfo;
	const proxy = await socksServer({ host: '127.0.0.2', names });
	await proxy.close();
	const target = await lab();
	const seen = watch(target);
	const destination = folder();
	const route = [{ host: proxy.host, port: proxy.port }];
	await target.engine.add(behind.sample.download(destination, { route, maxDownloadSpeed: 300_000 }));
	await target.untilPhase(infohash, 'circuits');
	await proxy.open();
	await target.until('a part', () => (target.status(infohash)?.downloaded ?? 0) > 200_000);
	expect(target.status(infohash)?.phase).toBe('downloading');
	await proxy.close();
	await target.untilPhase(infohash, 'circuits');
	await proxy.open();
	await target.untilPhase(infohash, 'downloading');
	await target.engine.limit(infohash, 0, 0);
	await target.until('finished', () => target.of('finished', infohash)[0]);
	expect(differing(behind.sample, destination)).toEqual([]);
	expect([...seen].sort()).toEqual([`tcp listens on 127.0.0.1`, `tcp to ${proxy.host}:${proxy.port}`]);
	expect(new Set(behind.callersOfSilentPeer)).toEqual(new Set([proxy.host]));
});
