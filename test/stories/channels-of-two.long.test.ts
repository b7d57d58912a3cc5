import { expect, test } from 'vitest';
import { channelsText } from '../../source/tui/panes/channels/texts.ts';
import { atEnd } from '../fixtures/cleanup.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { allSeed } from '../fixtures/service.ts';
import { runTwoTradingServices } from '../fixtures/trading-service.ts';
import { startTracker } from '../programs/seeder.ts';
import { digests, makeTorrent } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';

test('a user finds a channel of another service, and downloads a torrent of it', async () => {
	const tracker = await startTracker();
	atEnd(() => tracker.close());
	const [{ service: publisher }, { service: reader }] = await runTwoTradingServices({ assets: [] });
	const trackers = [tracker.url];
	const shared = await makeTorrent(
		publisher.downloadFolder,
		'disc-images',
		{ 'disc.iso': 300_000 },
		{ trackers },
	);
	const { infohash } = shared;
	await publisher.client().addDownload({ body: { uri: shared.path } });
	await allSeed(publisher);

	const { user, screen, list } = await openCockpit(reader, { columns: 100, rows: 30 });
	await screen.shows(/● 127/);
	user.press('pane-channels');
	await screen.shows('[Channels]', channelsText.none);

	// The channel appears while the user looks at the pane.
	const client = publisher.client('A');
	await client.createMyChannel({ body: { name: 'Discs', description: 'All that we have' } });
	const channelid = (await client.getMyChannel()).overview.identifier ?? '';
	await client.addChannelTorrent({ params: { channelid, infohash }, body: {} });
	await screen.shows(/^▌?other +Discs +1 /m, channelid.slice(0, 20));

	user.press('channels-open-channel');
	await screen.shows('[Torrents]', channelsText.channel('Discs'), /^▌?disc-images +293 KiB /m);
	// A torrent that arrives while the list is open.
	const later = await makeTorrent(publisher.downloadFolder, 'later', { 'x.bin': 20_000 });
	const params = { channelid, infohash: later.infohash };
	await client.addChannelTorrent({ params, body: { uri: later.path } });
	await screen.shows(/^▌?later +/m);
	await client.removeChannelTorrent({ params });
	await screen.hides(/^▌?later +/m);

	await list.chooses('disc-images');
	user.press('channels-torrents-add');
	user.press('pane-downloads');
	await list.shows('disc-images', 'SEEDING');
	await until(async () => (await reader.client().listDownloads()).downloads[0]?.status === 'SEEDING');
	expect(await digests(reader.downloadFolder, shared.files)).toEqual(
		await digests(publisher.downloadFolder, shared.files),
	);
});
