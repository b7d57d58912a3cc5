import { expect, test } from 'vitest';
import type { DownloadedTorrents } from '../../../source/service/channels/private-entries.ts';
import { recordEvents } from '../../fixtures/recorded-events.ts';
import { runService } from '../../fixtures/service.ts';
import { makeTorrent } from '../../programs/torrents.ts';
import { until } from '../../programs/until.ts';
import { infohashOf, magnetSource, openTestChannels } from './test-channels.ts';

/** Torrents of downloads, by infohash, with whether they are private. */
function downloaded() {
	const torrents = new Map<string, boolean>();
	const listeners = new Set<(infohash: string) => void>();
	const known: DownloadedTorrents = {
		isPrivate: async (infohash) => torrents.get(infohash),
		onMetadata: (listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
	const arrive = (number: number, isPrivate: boolean) => {
		torrents.set(infohashOf(number), isPrivate);
		for (const listener of listeners) listener(infohashOf(number));
	};
	return { known, arrive, torrents };
}

test('a magnet link leaves the own channel when its metadata is private, before or after it came', async () => {
	const { known, arrive } = downloaded();
	const { registry } = await openTestChannels(undefined, known);
	registry.own.create('Own', '');
	const left = () => registry.own.content?.torrents.map(({ infohash }) => infohash);
	for (const number of [1, 2, 3]) registry.own.addTorrent(magnetSource(number));
	arrive(1, true);
	arrive(2, false);
	await until(() => left()?.length === 2);
	expect(left()).toEqual([infohashOf(2), infohashOf(3)]);
	// A feed adds it again.
	registry.own.addTorrent(magnetSource(1));
	await until(() => left()?.length === 2);
	expect(left()).toEqual([infohashOf(2), infohashOf(3)]);
});

test('a private torrent whose metadata arrived while the channels were closed leaves the channel', async () => {
	const { known, torrents } = downloaded();
	const first = await openTestChannels(undefined, known);
	first.registry.own.create('Own', '');
	first.registry.own.addTorrent(magnetSource(1));
	first.close();
	torrents.set(infohashOf(1), true);
	const { registry } = first.reopen();
	await until(() => registry.own.content?.torrents.length === 0);
});

test('a service removes a magnet link from its channel when the private torrent is added', async () => {
	const service = await runService();
	const client = service.client('A');
	const events = await recordEvents(service.client('A'));
	const torrent = await makeTorrent(
		service.downloadFolder,
		'members',
		{ 'a.bin': 20_000 },
		{ isPrivate: true },
	);
	const { infohash } = torrent;
	await client.createMyChannel({ body: { name: 'Own', description: '' } });
	const channelid = (await client.getMyChannel()).overview.identifier ?? '';
	await client.addChannelTorrent({
		params: { channelid, infohash },
		body: { uri: `magnet:?xt=urn:btih:${infohash}` },
	});
	await service.client().addDownload({ body: { uri: torrent.path } });
	await events.event('torrent_removed_from_channel', { infohash });
	expect((await client.listChannelTorrents({ params: { channelid } })).torrents).toEqual([]);
});
