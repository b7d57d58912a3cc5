import { expect, test } from 'vitest';
import type { Client } from '../../../source/client/client.ts';
import { readEvents } from '../../../source/client/events.ts';
import type { ServiceEvent } from '../../../source/protocol/events/events.ts';
import { atEnd } from '../../fixtures/cleanup.ts';
import { runTwoTradingServices } from '../../fixtures/trading-service.ts';
import { until } from '../../programs/until.ts';
import { addLinked, magnet } from './linked-torrents.ts';

/** Records the events of a service from now on. */
function record(client: Client): ServiceEvent[] {
	const seen: ServiceEvent[] = [];
	const ended = new AbortController();
	atEnd(() => ended.abort());
	const read = async () => {
		for await (const event of readEvents(client, ended.signal)) seen.push(event);
	};
	void read().catch(() => {});
	return seen;
}

const isEqual = (found: object, names: readonly string[]) => JSON.stringify(found) === JSON.stringify(names);

test('channels of two services reach each other, with torrents, playlists and events', async () => {
	const services = await runTwoTradingServices({ assets: [] });
	const [publisher, reader] = services;
	const [a, b] = [publisher.service.client('A'), reader.service.client('A')];
	const log = { seen: () => services.map(({ service }) => service.output()).join('\n\n') };
	const seen = record(reader.service.client('A'));
	await until(() => seen.some(({ type }) => type === 'events_start'));

	await a.createMyChannel({ body: { name: 'Linux images', description: 'Of several distributions' } });
	const channelid = (await a.getMyChannel()).overview.identifier ?? '';
	for (const number of [1, 2, 3]) await addLinked(a, channelid, number);
	await a.createPlaylist({ params: { channelid }, body: { name: 'Best', description: '' } });
	const [playlist] = (await a.listPlaylists({ params: { channelid } })).playlists;
	const playlistid = String(playlist?.id);
	await a.addToPlaylist({ params: { channelid, playlistid, infohash: magnet(2).infohash } });

	const names = async (client: Client) =>
		(await client.listChannelTorrents({ params: { channelid } }).catch(() => ({ torrents: [] }))).torrents
			.map(({ name }) => name)
			.sort();
	await until(async () => isEqual(await names(b), ['Linked 1', 'Linked 2', 'Linked 3']), log);
	expect(await names(a)).toEqual(await names(b));
	expect((await b.listChannels({})).channels).toMatchObject([{ name: 'Linux images' }]);
	await until(
		async () => (await b.listPlaylists({ params: { channelid } })).playlists[0]?.torrents?.length === 1,
	);
	const discovered = () =>
		seen.flatMap(({ type, payload }) => (type === 'torrent_discovered' ? [JSON.stringify(payload)] : []));
	await until(() => discovered().length === 3, { seen: () => JSON.stringify(seen) });
	expect(seen.find(({ type }) => type === 'channel_discovered')?.payload).toMatchObject({
		name: 'Linux images',
		dispersy_cid: channelid,
	});
});
