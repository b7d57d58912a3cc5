import { expect, test } from 'vitest';
import { dhtText } from '../../../source/service/engine/dht-port.ts';
import { DHT } from '../../../source/service/health/health-check.ts';
import { recordEvents } from '../../fixtures/recorded-events.ts';
import { runService } from '../../fixtures/service.ts';
import { addressOf, libraryNetwork } from '../../programs/local-dht.ts';
import { httpTracker, udpTracker } from '../../programs/scrape-trackers.ts';
import { until } from '../../programs/until.ts';
import { announcePeer, swarmNode } from './swarm-node.ts';

const INFOHASH = 'c4'.repeat(20);
const SEEDERS = 12;
const LEECHERS = 5;

test('a service reports the exact counts of an HTTP tracker, UDP trackers and a local DHT', async () => {
	const [first, ...others] = await libraryNetwork(3);
	const counting = await Promise.all([1, 2].map(() => swarmNode(first.address().port)));
	await until(() => first.toJSON().nodes.length === others.length + counting.length);
	const nodePorts = [
		...[first, ...others].map((dht) => dht.address().port),
		...counting.map(({ port }) => port),
	];
	for (let peer = 1; peer <= SEEDERS + LEECHERS; peer++) {
		for (const nodePort of nodePorts)
			await announcePeer(`127.0.2.${peer}`, { infohash: INFOHASH, isSeed: peer <= SEEDERS, nodePort });
	}
	const http = await httpTracker({ [INFOHASH]: [40, 15] });
	const udp = await udpTracker({ [INFOHASH]: [41, 3] });
	const udp6 = await udpTracker({ [INFOHASH]: [39, 6] }, undefined, '::1');

	const service = await runService({
		flags: ['--dht', '--peer-host', '127.0.0.1'],
		settings: { dht_bootstrap: [addressOf(first)] },
	});
	const client = service.client('A');
	await until(
		async () =>
			(await client.getSession({ query: { hop: 0 } })).settings['dht.dht_nodes'] === nodePorts.length,
	);
	const events = await recordEvents(service.client());
	const trackers = encodeURIComponent(`${http.url} ${udp.url} ${udp6.url}`);
	const url = `${service.url}/metadata/torrents/${INFOHASH}/health?timeout=20&refresh=1&trackers=${trackers}`;
	const response = await fetch(url, { headers: { 'X-Api-Key': service.key } });
	const expected = {
		[http.url]: { seeders: 40, leechers: 15 },
		[udp.url]: { seeders: 41, leechers: 3 },
		[udp6.url]: { seeders: 39, leechers: 6 },
		[DHT]: { seeders: SEEDERS, leechers: LEECHERS },
	};
	const reports = Object.entries(expected);
	expect(await response.json()).toEqual(
		Object.fromEntries(reports.map(([tracker, report]) => [tracker, { infohash: INFOHASH, ...report }])),
	);
	for (const [tracker, report] of reports)
		await events.event('torrent_health_progress', { infohash: INFOHASH, tracker, ...report });
	await events.event('torrent_health_updated', { infohash: INFOHASH, num_seeders: 41, num_leechers: 3 });
});

test('a service without nodes for the DHT contacts none', async () => {
	const service = await runService({
		flags: ['--dht', '--peer-host', '127.0.0.1'],
		settings: { dht_bootstrap: [] },
	});
	const { trackers } = await service.client().getHealth({ params: { infohash: INFOHASH }, query: {} });
	expect(trackers).toMatchObject([{ tracker: DHT, error: dhtText.noResponse }]);
});
