import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEngineProcess } from '../../source/service/engine/process.ts';
import { nothingProtected, permitWrites } from '../programs/seeder.ts';
import { type ServiceHere, serveHere } from '../programs/service-here.ts';
import { type TemporaryFolder, temporaryFolder } from '../programs/temporary-folder.ts';
import { digests, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { awaited, free, take } from './peer-port-scene.ts';

let folder: TemporaryFolder;
let service: ServiceHere | undefined;

beforeEach(async () => {
	folder = await temporaryFolder();
	service = undefined;
});

afterEach(async () => {
	await service?.end();
	await folder.remove();
});

const hasIPv6 = await take(0, '::1').then(
	async (taken) => {
		await free(taken);
		return true;
	},
	() => false,
);

test('a seed is reached over IPv6, and reaches a service there', async ({ skip }) => {
	if (!hasIPv6) skip('this machine has no IPv6 on loopback');
	const data = join(folder.path, 'data');
	const torrent = await makeTorrent(data, 'six', { 'a.bin': 300_000 });
	const added = {
		infohash: torrent.infohash,
		selected: null,
		mode: 'run',
		maxDownloadSpeed: 0,
		maxUploadSpeed: 0,
		route: [],
	} as const;
	const ports: number[] = [];
	const engine = createEngineProcess({
		entry: new URL('../../dist/engine.js', import.meta.url),
		port: 0,
		host: '::1',
		dht: false,
		dhtBootstrap: [],
		localDiscovery: false,
		peerExchange: false,
		webSeeds: true,
		ownService: () => [],
		protectedPaths: nothingProtected,
		log: () => {},
	});
	permitWrites(engine);
	engine.listen((message) => {
		if (message.type === 'listening') ports.push(message.port);
	});
	await engine.start();
	try {
		await engine.add({ ...added, source: { torrent: torrent.bytes }, destination: data });
		service = await serveHere(folder.path, ['--peer-host', '::1']);
		const magnet = (port: number) => `magnet:?xt=urn:btih:${torrent.infohash}&x.pe=[::1]:${port}`;
		// From a magnet link: the peer sends the metadata too.
		await service.client().addDownload({ body: { uri: magnet(ports[0] ?? 0) } });
		const complete = async () =>
			(await service?.client().listDownloads())?.downloads[0]?.status === 'SEEDING';
		await until(complete);
		expect(await digests(service.downloadFolder, torrent.files)).toEqual(await digests(data, torrent.files));
		// And in the other direction: the peer connects to the service.
		await engine.stop(torrent.infohash);
		const copy = join(folder.path, 'copy');
		const arrived = new Promise<void>((resolve) => {
			engine.listen((message) => {
				if (message.type === 'finished') resolve();
			});
		});
		await engine.add({ ...added, source: { magnet: magnet(awaited(service)) }, destination: copy });
		await arrived;
		expect(await digests(copy, torrent.files)).toEqual(await digests(data, torrent.files));
	} finally {
		await engine.close();
	}
});
