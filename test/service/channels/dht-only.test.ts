import { test } from 'vitest';
import { closedPort } from '../../../source/demo/closed-port.ts';
import { OVERLAY_INFOHASH } from '../../../source/service/engine/webtorrent/overlay/overlay-swarm.ts';
import { addressOf, libraryNetwork } from '../../programs/local-dht.ts';
import { until } from '../../programs/until.ts';
import { createChannel, namesIn, runInDht } from './in-dht.ts';

test('a service finds another one in the DHT, and reads its channel', async () => {
	const nodes = await libraryNetwork(3);
	let isAnnounced = false;
	for (const node of nodes)
		node.on('announce', (_peer: unknown, infohash: Buffer) => {
			if (infohash.toString('hex') === OVERLAY_INFOHASH) isAnnounced = true;
		});
	const known = addressOf(nodes[0]);
	const author = await runInDht(known, await closedPort(), { discovery: true });
	const channelid = await createChannel(author.client('A'));
	await until(() => isAnnounced);
	const reader = await runInDht(known, await closedPort(), { discovery: true });
	await until(async () => (await namesIn(reader.client('A'), channelid)).length === 1);
});
