import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { nameOf, proxyText } from '../../../source/service/proxies/socks5.ts';
import { folder, lab, ownLab, sample } from '../engine/lab.ts';
import { socksServer } from './socks-server.ts';
import { names, watchedSwarm } from './swarm-behind.ts';
import { expectThroughProxies, login, watch } from './watched-engine.ts';

test('a .torrent with 1 hop arrives through the proxies only', () => expectThroughProxies('a .torrent', 1));

test('the recorder sees direct connections: a plain download appears in all logs', async () => {
	const behind = await watchedSwarm((trackers) => sample({ 'a.bin': 1_000_000 }, { trackers }));
	const { infohash } = behind.sample.metainfo;
	const target = await ownLab();
	const seen = watch(target);
	const source = {
		magnet: `magnet:?xt=urn:btih:${infohash}&tr=${encodeURIComponent(behind.trackers[1] ?? '')}&x.pe=${behind.seedAddress}`,
	};
	await target.engine.add(behind.sample.download(folder(), { source, maxDownloadSpeed: 1_000_000 }));
	await target.until('finished', () => target.of('finished', infohash)[0]);
	await target.until('a packet', () => behind.packets.length > 0);
	await target.until('the watch', () => seen.has(`tcp to ${behind.seedAddress}`));
	expect([...seen].filter((what) => what.startsWith('udp'))).not.toEqual([]);
});

test('a caller at the open port finds no download with hops', async () => {
	const torrent = await sample({ 'a.bin': 100_000 });
	const { infohash } = torrent.metainfo;
	const proxy = await socksServer({ host: '127.0.0.2' });
	const target = await lab();
	await target.engine.add(
		torrent.download(torrent.seedFolder, { route: [{ host: proxy.host, port: proxy.port }] }),
	);
	await target.untilPhase(infohash, 'seeding');
	const listening = target.messages.find(({ type }) => type === 'listening');
	const knocking = connect({ host: '127.0.0.1', port: listening?.type === 'listening' ? listening.port : 0 });
	const received: Buffer[] = [];
	knocking.on('data', (data: Buffer) => received.push(data)).on('error', () => {});
	knocking.write(
		Buffer.concat([
			Buffer.from('\x13BitTorrent protocol\0\0\0\0\0\x10\0\x05', 'latin1'),
			Buffer.from(infohash, 'hex'),
			Buffer.from('-XX0000-knocking1234', 'latin1'),
		]),
	);
	await once(knocking, 'close');
	expect(Buffer.concat(received)).toHaveLength(0);
});

test('a proxy that refuses us leaves a download without a route, and without another one', async () => {
	const behind = await watchedSwarm((trackers) => sample({ 'a.bin': 100_000 }, { trackers }));
	const { infohash } = behind.sample.metainfo;
	const proxy = await socksServer({ host: '127.0.0.2', names, login });
	const target = await lab();
	const route = [{ host: proxy.host, port: proxy.port, username: 'me', password: 'wrong' }];
	await target.engine.add(behind.sample.download(folder(), { route }));
	await target.untilPhase(infohash, 'circuits');
	await target.until('the tracker', () => target.status(infohash)?.trackers[0]?.status === 'Not working');
	expect(target.status(infohash)?.trackers[0]?.error).toBe(
		proxyText.wrongLogin(nameOf({ host: '127.0.0.2', port: proxy.port })),
	);
	expect(proxy.requests).toEqual([]);
});
