import { expect, test } from 'vitest';
import { runTwoTradingServices } from '../../fixtures/trading-service.ts';
import { until } from '../../programs/until.ts';
import { addLinked } from './linked-torrents.ts';

test('a service keeps the channel of another one that is gone, also after a restart', async () => {
	const [publisher, reader] = await runTwoTradingServices({ assets: [] });
	const a = publisher.service.client('A');
	await a.createMyChannel({ body: { name: 'Linux images', description: '' } });
	const channelid = (await a.getMyChannel()).overview.identifier ?? '';
	for (const number of [1, 2, 3]) await addLinked(a, channelid, number);
	const names = async () => {
		const { torrents } = await reader.service.client('A').listChannelTorrents({ params: { channelid } });
		return torrents.map(({ name }) => name).sort();
	};
	await until(async () => (await names().catch(() => [])).length === 3, { awaited: 'all torrents' });
	await publisher.service.end();
	await reader.service.end();
	await reader.service.restart();
	expect(await names()).toEqual(['Linked 1', 'Linked 2', 'Linked 3']);
});
