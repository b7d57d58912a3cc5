import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openSession } from '../../source/runtime/session.ts';
import { ownChannelId } from '../../source/state/channels/channels.ts';
import { initialState, type State } from '../../source/state/core/state.ts';
import { createStore } from '../../source/state/core/store.ts';
import {
	channelRowsOf,
	ownFeeds,
	shownFeed,
	shownPlaylists,
	shownTorrents,
} from '../../source/tui/panes/channels/shown.ts';
import { queriesOf } from '../../source/tui/shell/queries.ts';
import { update } from '../../source/tui/shell/update.ts';
import { serve } from '../client/server.ts';
import { addComplete, runService, type TestService } from '../fixtures/service.ts';
import { until } from '../programs/until.ts';

let service: TestService;

beforeEach(async () => {
	service = await runService();
});

function openChannels() {
	const store = createStore(initialState(service.url, 'a test', Date.now()), update);
	const session = openSession({ url: service.url, apiKey: service.key, detect: true }, store, queriesOf);
	onTestFinished(() => session.close());
	store.dispatch({ type: 'pane', pane: 'channels' });
	const reached = (awaited: string, holds: (state: State) => boolean) =>
		until(() => holds(store.get()), {
			awaited,
			seen: () =>
				`${JSON.stringify(store.get().sections.shown)} ${JSON.stringify([store.get().channels.feeds, store.get().channels.items])}`,
		});
	const show = (section: string) =>
		store.dispatch({ type: 'section', pane: 'channels', section: `channels-${section}` as 'channels-feeds' });
	return { store, reached, show };
}

test('the pane follows the own channel of our service, its torrents, playlists and feeds', async () => {
	const feed = await serve((_, response) => {
		response.setHeader('content-type', 'application/rss+xml');
		response.end(
			'<rss><channel><title>A feed</title><item><guid>1</guid><title>No torrent</title></item></channel></rss>',
		);
	});
	const { store, reached, show } = openChannels();
	const client = service.client();
	await reached('no channel', ({ channels }) => channels.own.at !== undefined && !channels.own.overview);
	await client.createMyChannel({ body: { name: 'Mine', description: 'of a test' } });
	await reached('own channel', (state) => channelRowsOf(state)[0]?.item.own === true);
	const id = ownChannelId(store.get().channels) ?? '';
	expect(id).toMatch(/^[\da-f]{64}$/);

	show('torrents');
	const infohash = await addComplete(service, 'first');
	await client.addChannelTorrent({ params: { channelid: id, infohash }, body: {} });
	await reached('torrent', (state) => shownTorrents(state)[0]?.item.name === 'first');
	await reached('its entry', (state) => shownTorrents(state)[0]?.item.id !== undefined);

	show('playlists');
	await client.createPlaylist({ params: { channelid: id }, body: { name: 'List', description: 'x' } });
	await reached('playlist', (state) => shownPlaylists(state).list[0]?.item.name === 'List');

	show('feeds');
	await client.addFeed({ params: { channelid: id, feed_url: feed.url } });
	await reached('checked feed', (state) => (ownFeeds(state).list[0]?.item.last_check ?? 0) > 0);
	show('items');
	await reached('item', (state) => state.channels.items.list[0]?.item.title === 'No torrent');
	expect(shownFeed(store.get())?.url).toBe(feed.url);

	show('search');
	store.dispatch({ type: 'channels', what: { type: 'search', query: 'first', at: Date.now() } });
	await client.search({ query: { q: 'first' } });
	await reached('result', ({ channels }) => channels.search.list[0]?.item.kind === 'torrent');

	show('torrents');
	await client.removeChannelTorrent({ params: { channelid: id, infohash } });
	await reached('removal', (state) => shownTorrents(state).length === 0);
});
