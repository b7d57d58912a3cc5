import { expect, test } from 'vitest';
import { missingRouteText } from '../../../source/service/downloads/hops.ts';
import { sample } from '../engine/lab.ts';
import { reach, starter } from './service-with-proxies.ts';
import { socksServer } from './socks-server.ts';
import { names, watchedSwarm } from './swarm-behind.ts';

test('a download with hops waits while the settings have no proxies, and continues with them', async () => {
	const behind = await watchedSwarm((trackers) => sample({ 'a.bin': 400_000 }, { trackers }));
	const { infohash } = behind.sample.metainfo;
	behind.pages.set('/x.torrent', behind.sample.torrent);
	const first = await socksServer({ host: '127.0.0.2', names });
	const start = await starter();
	let service = await start([first]);
	const params = { infohash };
	const uri = `http://${behind.server.replace('tracker', 'files')}/x.torrent`;
	await service.client().addDownload({ body: { uri, anon_hops: 1, safe_seeding: true } });
	await reach(service, 'SEEDING');

	// It waits and shows the reason.
	await service.end();
	const before = first.clients.length;
	service = await start([]);
	expect((await reach(service, 'STOPPED_ON_ERROR')).error).toBe(missingRouteText(1, 0));
	await service.client().changeDownload({ params, body: { state: 'resume' } });
	await reach(service, 'STOPPED_ON_ERROR');
	await service.end();
	expect(first.clients.length).toBe(before);
	service = await start([first]);
	expect(await reach(service, 'SEEDING')).toMatchObject({ hops: 1, error: '' });
});
