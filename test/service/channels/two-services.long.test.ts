import { expect, test } from 'vitest';
import { runTwoTradingServices } from '../../fixtures/trading-service.ts';
import { until } from '../../programs/until.ts';
import { addLinked, magnet } from './linked-torrents.ts';

/** Runs two services, of which the second one has the channel of the first, with three torrents. */
async function sharedChannel() {
	const [publisher, reader] = await runTwoTradingServices({ assets: [] });
	const a = publisher.service.client('A');
	await a.createMyChannel({ body: { name: 'Linux images', description: '' } });
	const channelid = (await a.getMyChannel()).overview.identifier ?? '';
	for (const number of [1, 2, 3]) await addLinked(a, channelid, number);
	/** Returns the names that the second service has. */
	const names = async () => {
		const { torrents } = await reader.service.client('A').listChannelTorrents({ params: { channelid } });
		return torrents.map(({ name }) => name).sort();
	};
	await until(async () => (await names().catch(() => [])).length === 3, { awaited: 'all torrents' });
	return { publisher, reader, channelid, names };
}

test('a service keeps the channel of another one that is gone, also after a restart', async () => {
	const { publisher, reader, names } = await sharedChannel();
	await publisher.service.end();
	await reader.service.end();
	await reader.service.restart();
	expect(await names()).toEqual(['Linked 1', 'Linked 2', 'Linked 3']);
});

test('a change while the reader is away arrives when it is back', async () => {
	const { publisher, reader, channelid, names } = await sharedChannel();
	const a = publisher.service.client('A');
	await reader.service.end();
	await a.removeChannelTorrent({ params: { channelid, infohash: magnet(1).infohash } });
	await addLinked(a, channelid, 4);
	await reader.service.restart();
	await until(
		async () => JSON.stringify(await names()) === JSON.stringify(['Linked 2', 'Linked 3', 'Linked 4']),
		{ seen: () => [publisher, reader].map(({ service }) => service.output()).join('\n\n') },
	);
});
