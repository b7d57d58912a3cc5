import { expect, test } from 'vitest';
import { batchText } from '../../source/runtime/batch-runner.ts';
import { channelText } from '../../source/service/channels/channel-text.ts';
import { channelTorrentText } from '../../source/tui/dialogs/form/forms/channel.ts';
import { addToChannelText } from '../../source/tui/panes/downloads/add-to-channel.ts';
import { channelCommandsText } from '../../source/tui/panes/downloads/channel-commands.ts';
import { sources } from '../contract/foreign/world/torrents.ts';
import { openCockpit, rowOf } from '../fixtures/cockpit.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { addComplete, runService } from '../fixtures/service.ts';
import { makeTorrent } from '../programs/torrents.ts';

test('a user adds downloads to the channel: one, then a private one, then all', async () => {
	const service = await runService();
	const first = await addComplete(service, 'blackbird');
	await addComplete(service, 'nightingale');
	const secret = await makeTorrent(
		service.downloadFolder,
		'secret',
		{ 'a.bin': 20_000 },
		{ isPrivate: true },
	);
	const client = service.client();
	await client.addDownload({ body: { uri: secret.path } });
	const { user, screen, list } = await openCockpit(service, { columns: 120, rows: 30 });
	await screen.shows(rowOf('blackbird', 'SEEDING'), rowOf('secret', 'SEEDING'));
	user.filter('blackbird');
	await screen.hides(rowOf('secret', 'SEEDING'));
	await list.chooses('blackbird');
	user.press('add-to-channel');
	await screen.shows(addToChannelText.noChannel);

	const { identifier: channelid = '' } = await client.createMyChannel({ body: { name: 'Birds' } });
	user.press('add-to-channel');
	await screen.shows(channelTorrentText.added('blackbird'));
	const torrents = async () => (await client.listChannelTorrents({ params: { channelid } })).torrents;
	expect((await torrents()).map(({ infohash }) => infohash)).toEqual([first]);

	user.press('back');
	await screen.shows(rowOf('nightingale', 'SEEDING'));
	user.filter('secret');
	await screen.hides(rowOf('nightingale', 'SEEDING'));
	await list.chooses('secret');
	user.press('add-to-channel');
	await screen.shows(channelText.private('secret').slice(0, 40));

	// Selected downloads stay selected when a filter hides them, but are not published.
	user.press('mark');
	await list.selects(['secret']);
	user.press('back');
	await screen.shows(rowOf('nightingale', 'SEEDING'));
	user.filter('blackbird');
	await screen.hides(rowOf('nightingale', 'SEEDING'));
	user.press('add-to-channel');
	await screen.shows(channelCommandsText.filteredOut(1));
	user.press('back');
	await screen.shows(rowOf('nightingale', 'SEEDING'));
	user.press('mark-all', 'add-to-channel');
	await screen.shows(batchText.some(addToChannelText.did, 1, 3));
	expect((await torrents()).map(({ name }) => name).toSorted()).toEqual(['blackbird', 'nightingale']);
});

test('a user of another service reads that it has no channel for downloads, and nothing is requested', async () => {
	const service = await runForeign('7.1');
	const body = { uri: sources.nested, destination: '/srv/empty', anon_hops: 0, safe_seeding: false };
	await service.client.addDownload({ body });
	const { user, screen } = await openCockpit({ url: service.url }, { columns: 120 });
	await screen.shows(rowOf('nested', 'DOWNLOADING'));
	user.press('add-to-channel');
	await screen.shows(channelCommandsText.foreign);
	expect(service.server.requests.filter((request) => /channel/.test(request))).toEqual([]);
});
