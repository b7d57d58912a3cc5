import { onTestFinished, test } from 'vitest';
import { openSession } from '../../source/runtime/session.ts';
import { initialState, type State } from '../../source/state/core/state.ts';
import { createStore } from '../../source/state/core/store.ts';
import { isAbsent } from '../../source/tui/panes/channels/absence.ts';
import {
	channelRowsOf,
	ownFeeds,
	shownPlaylists,
	shownTorrents,
} from '../../source/tui/panes/channels/shown.ts';
import { channelsText } from '../../source/tui/panes/channels/texts.ts';
import { currentPane } from '../../source/tui/shell/panes.ts';
import { queriesOf } from '../../source/tui/shell/queries.ts';
import { update } from '../../source/tui/shell/update.ts';
import { channelIds } from '../contract/foreign/world/channel.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { until } from '../programs/until.ts';

/** Opens the pane on a service of another release, as the cockpit does. */
async function openChannels(name: string) {
	const { server, url, dialect } = await runForeign(name);
	const store = createStore(initialState(url, 'a test', Date.now()), update);
	const session = openSession({ url, detect: true, apiKey: dialect.key }, store, queriesOf);
	onTestFinished(() => session.close());
	store.dispatch({ type: 'pane', pane: 'channels' });
	const reached = (awaited: string, holds: (state: State) => boolean) =>
		until(() => holds(store.get()), { awaited, seen: () => JSON.stringify(store.get().channels.own) });
	const show = (section: 'channels-torrents' | 'channels-playlists' | 'channels-feeds') =>
		store.dispatch({ type: 'section', pane: 'channels', section });
	return { events: server.world.events, server, store, reached, show };
}

const discovered = { name: 'Found', description: 'of others', dispersy_cid: channelIds.foreign };
const torrent = {
	infohash: '7'.repeat(40),
	name: 'A discovered torrent',
	trackers: ['udp://tracker.example:1/announce'],
	files: [
		{ name: 'a', size: 5 },
		{ name: 'b', size: 6 },
	],
	dispersy_cid: channelIds.foreign,
};

test.each(['7.0', '7.1', '7.2', '7.3'])(
	'the pane shows the own channel of %s, and channels and torrents of its events',
	async (name) => {
		const { events, store, reached, show } = await openChannels(name);
		await reached('own channel', (state) => channelRowsOf(state)[0]?.item.identifier === channelIds.own);
		await reached('open stream', ({ connection }) => connection.streaming);

		events.emit('channel_discovered', discovered);
		await reached('discovered channel', (state) => channelRowsOf(state)[1]?.item.name === discovered.name);
		events.emit('torrent_discovered', torrent);
		store.dispatch({ type: 'channels', what: { type: 'choose-channel', id: channelIds.foreign } });
		show('channels-torrents');
		await reached('discovered torrent', (state) => {
			const [row] = shownTorrents(state);
			return row?.item.name === torrent.name && row.item.size === 11;
		});
		events.emit('torrent_removed_from_channel', {
			infohash: torrent.infohash,
			dispersy_cid: channelIds.foreign,
		});
		await reached('removal', (state) => shownTorrents(state).length === 0);

		// Its own torrents are known by its playlists alone.
		store.dispatch({ type: 'channels', what: { type: 'choose-channel', id: channelIds.own } });
		await reached('torrents of the own channel', (state) => shownTorrents(state).length > 0);
		show('channels-playlists');
		await reached('playlist', (state) => shownPlaylists(state).list[0]?.item.name === 'First');
		show('channels-feeds');
		await reached('feed', (state) => ownFeeds(state).list.length === 1);
	},
);

test.each(['7.11', '8.4'])('the pane shows that %s has no channels', async (name) => {
	const { store, reached } = await openChannels(name);
	await reached('absence', isAbsent);
	for (const { section } of currentPane(store.get()).sections?.all ?? []) {
		store.dispatch({ type: 'section', pane: 'channels', section: section.id });
		await until(() => currentPane(store.get()).message(store.get())?.lines[0] === channelsText.absent, {
			awaited: `text of ${section.id}`,
			seen: () => JSON.stringify(currentPane(store.get()).message(store.get())),
		});
	}
});
