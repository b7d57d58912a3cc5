import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addDialog } from '../../source/tui/dialogs/add/dialog.tsx';
import { channelFormText, channelTorrentText } from '../../source/tui/dialogs/form/forms/channel.ts';
import { searchFormText } from '../../source/tui/dialogs/form/forms/search.ts';
import { channelsText } from '../../source/tui/panes/channels/texts.ts';
import { atEnd } from '../fixtures/cleanup.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { addComplete, allSeed } from '../fixtures/service.ts';
import { runTwoTradingServices } from '../fixtures/trading-service.ts';
import { startTracker } from '../programs/seeder.ts';
import { digests, makeTorrent } from '../programs/torrents.ts';

test('a user publishes a torrent, and a user of another service finds it by a search and downloads it', async () => {
	const tracker = await startTracker();
	atEnd(() => tracker.close());
	const [{ service: publisher }, { service: reader }] = await runTwoTradingServices({ assets: [] });
	const files = { 'disc.iso': 300_000 };
	const shared = await makeTorrent(publisher.downloadFolder, 'disc-images', files, {
		trackers: [tracker.url],
	});
	await publisher.client().addDownload({ body: { uri: shared.path } });
	await addComplete(reader, 'unrelated');
	await Promise.all([publisher, reader].map(allSeed));

	const size = { columns: 100, rows: 30 };
	const author = await openCockpit(publisher, size);
	const other = await openCockpit(reader, size);
	await Promise.all([author, other].map(({ screen }) => screen.shows(/● 127/)));
	author.user.press('pane-channels');
	await author.screen.shows('[Channels]', channelsText.none);
	author.user.press('channels-new');
	await author.screen.shows(channelFormText.create);
	author.user.type('Collection');
	author.user.press('form-send');
	await author.screen.shows(channelFormText.created('Collection'), /^▌?own +Collection /m);
	author.user.press('section-channels-torrents');
	await author.screen.shows(channelsText.noTorrents('Collection'));
	author.user.press('channels-new');
	await author.screen.shows(channelTorrentText.title);
	author.user.paste(shared.path);
	author.user.press('form-send');
	await author.screen.shows(/^▌?disc-images +293 KiB /m);

	other.user.press('pane-channels');
	await other.screen.shows(/^▌?other +Collection +1 /m);
	other.user.press('channels-find');
	await other.screen.shows(searchFormText.title);
	other.user.type('images disc');
	other.user.press('form-send');
	await other.screen.shows(
		'[Search]',
		channelsText.results('images disc', 1),
		/^▌?torrent +disc-images +293 KiB /m,
	);
	await other.list.chooses('torrent');
	other.user.press('channels-search-add-with-options');
	await other.screen.shows(addDialog.title, /1 \+ disc-images/);
	const destination = join(reader.folder, 'elsewhere');
	other.user.press('add-next');
	other.user.press('add-delete-to-start');
	other.user.type(destination);
	other.user.press('add-confirm');
	other.user.press('pane-downloads');
	await other.list.shows('disc-images', 'SEEDING');
	expect(await digests(destination, shared.files)).toEqual(
		await digests(publisher.downloadFolder, shared.files),
	);
});
