import { createServer } from 'node:http';
import { onTestFinished, test } from 'vitest';
import { channelFormText, channelTorrentText } from '../../source/tui/dialogs/form/forms/channel.ts';
import { feedFilterText, feedFormText } from '../../source/tui/dialogs/form/forms/feed.ts';
import { playlistFormText, playlistTorrentsText } from '../../source/tui/dialogs/form/forms/playlist.ts';
import { searchFormText } from '../../source/tui/dialogs/form/forms/search.ts';
import { channelsText } from '../../source/tui/panes/channels/texts.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { runService } from '../fixtures/service.ts';

const magnet = `magnet:?xt=urn:btih:${'ab'.repeat(20)}&dn=Nightingale`;
const feed = `<rss version="2.0"><channel><title>Birds</title><item><title>Blackbird</title>
<guid>1</guid><link>magnet:?xt=urn:btih:${'cd'.repeat(20)}&amp;dn=Blackbird</link></item></channel></rss>`;

/** Serves the feed on loopback. Returns its address. */
async function serveFeed(): Promise<string> {
	const server = createServer((_, response) => {
		response.setHeader('content-type', 'application/rss+xml');
		response.end(feed);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('the server has no port');
	return `http://127.0.0.1:${address.port}/birds.xml`;
}

test('a user creates a channel with a torrent, a playlist and a feed, and searches it', async () => {
	const url = await serveFeed();
	const service = await runService();
	const { user, screen } = await openCockpit(service, { columns: 110, rows: 30 });
	user.press('pane-channels');
	await screen.shows(channelsText.createHint);
	user.press('channels-new');
	await screen.shows(channelFormText.create);
	user.type('Recordings');
	user.press('form-send');
	await screen.shows(channelFormText.created('Recordings'));

	user.press('section-channels-torrents');
	await screen.shows(channelsText.noTorrents('Recordings'));
	user.press('channels-new');
	await screen.shows(channelTorrentText.title);
	user.type('relative.torrent');
	await screen.shows(channelTorrentText.relative);
	user.press('form-delete-to-start');
	user.paste(magnet);
	user.press('form-send');
	await screen.hides(channelTorrentText.title);
	await screen.shows('Nightingale');

	user.press('section-channels-playlists');
	await screen.shows(channelsText.noPlaylists('Recordings'));
	user.press('channels-new');
	await screen.shows(playlistFormText.create);
	user.type('Dawn');
	user.press('form-send');
	await screen.shows(playlistFormText.created('Dawn'));
	user.press('section-channels-torrents');
	await screen.shows('Nightingale  ');
	user.press('channels-to-playlist');
	await screen.shows(playlistTorrentsText.about('Nightingale'), /Playlist: +Dawn/);
	user.press('form-send');
	await screen.shows(playlistTorrentsText.added('Nightingale', 'Dawn'));

	user.press('section-channels-feeds');
	await screen.shows(channelsText.noFeeds);
	user.press('channels-new');
	await screen.shows(feedFormText.title);
	user.type(url);
	user.press('form-send');
	await screen.shows(feedFormText.added(url));
	await screen.shows('Birds', '1 of 1');
	user.press('channels-change');
	await screen.shows(feedFilterText.title);
	user.press('form-delete-to-start');
	user.type('yes');
	user.press('form-next');
	user.type('nightingale');
	user.press('form-next', 'form-next', 'form-next');
	user.type('700 MiB');
	user.press('form-send');
	await screen.shows(feedFilterText.on(url));

	user.press('channels-find');
	await screen.shows(searchFormText.title);
	user.type('nightingale');
	user.press('form-send');
	await screen.hides(searchFormText.title);
	await screen.shows('Nightingale  ');
});
