import { expect, test } from 'vitest';
import { sourceOfTorrent } from '../../../source/state/channels/source-of-torrent.ts';
import { atEnd } from '../../fixtures/cleanup.ts';
import { recordEvents } from '../../fixtures/recorded-events.ts';
import { allSeed } from '../../fixtures/service.ts';
import { runTwoTradingServices } from '../../fixtures/trading-service.ts';
import { startTracker } from '../../programs/seeder.ts';
import { digests, makeTorrent } from '../../programs/torrents.ts';
import { until } from '../../programs/until.ts';

test('a torrent of a channel appears at another service, which downloads it by its magnet link', async () => {
	const tracker = await startTracker();
	atEnd(() => tracker.close());
	const [publisher, reader] = (await runTwoTradingServices({ assets: [] })).map(({ service }) => service);
	if (!publisher || !reader) throw new Error('Two services are running.');
	const [a, b] = [publisher.client('A'), reader.client('A')];
	const events = await recordEvents(reader.client('A'));
	const files = { 'disc.iso': 400_000, 'notes/read me.txt': 5_000 };
	const torrent = await makeTorrent(publisher.downloadFolder, 'Disc images', files, {
		trackers: [tracker.url],
	});
	const { infohash } = torrent;
	await publisher.client().addDownload({ body: { uri: torrent.path } });
	await allSeed(publisher);

	await a.createMyChannel({ body: { name: 'Discs', description: '' } });
	const channelid = (await a.getMyChannel()).overview.identifier ?? '';
	await a.addChannelTorrent({ params: { channelid, infohash }, body: {} });

	const discovered = await events.event('torrent_discovered', { infohash });
	expect(discovered.payload).toMatchObject({
		name: 'Disc images',
		trackers: [tracker.url],
		dispersy_cid: channelid,
	});
	expect(discovered.payload.files?.map(({ size }) => size).sort()).toEqual([400_000, 5_000]);
	const { channels } = await b.listChannels({});
	expect(channels).toMatchObject([{ name: 'Discs' }]);
	const { torrents } = await b.listChannelTorrents({ params: { channelid } });
	expect(torrents).toMatchObject([{ infohash, name: 'Disc images', size: 405_000 }]);

	// As the cockpit adds it.
	const { name = '', trackers = [] } = discovered.payload;
	const source = sourceOfTorrent({ infohash, name, trackers });
	await reader.client().addDownload({ body: { uri: source?.uri ?? '' } });
	await events.event('torrent_finished', { infohash });
	await until(async () => (await b.listDownloads()).downloads[0]?.status === 'SEEDING');
	expect(await digests(reader.downloadFolder, torrent.files)).toEqual(
		await digests(publisher.downloadFolder, torrent.files),
	);
});
