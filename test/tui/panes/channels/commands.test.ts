import { expect, test } from 'vitest';
import type { Client } from '../../../../source/client/client.ts';
import type {
	LocalMachine,
	RequestBatch,
	ServiceRequest,
	SourceToAdd,
} from '../../../../source/state/batch/request.ts';
import { initialChannels } from '../../../../source/state/channels/channels.ts';
import type { State } from '../../../../source/state/core/state.ts';
import { createStore } from '../../../../source/state/core/store.ts';
import { openDialogOf } from '../../../../source/state/dialogs/open-dialogs.ts';
import { addText } from '../../../../source/tui/panes/channels/add-commands.ts';
import { changeRefusals } from '../../../../source/tui/panes/channels/change-commands.ts';
import {
	channelAtCursor,
	channelsSectionOf,
	feedAtCursor,
	itemAtCursor,
	playlistAtCursor,
	torrentAtCursor,
	torrentSubjects,
} from '../../../../source/tui/panes/channels/cursor-subjects.ts';
import { shownFeed, shownPlaylist } from '../../../../source/tui/panes/channels/shown.ts';
import { handleInput } from '../../../../source/tui/shell/keyboard/keyboard.ts';
import { update } from '../../../../source/tui/shell/update.ts';
import type { CommandContext } from '../../../../source/tui/surfaces/command.ts';
import { channelScreens } from '../../../screens/channel-states.ts';
import { contextOf, keyEvent } from '../../../screens/pressing.ts';

const size = () => ({ columns: 80, rows: 24 });

/** Opens a screen. Requests are recorded instead of sent. */
function open(name: string) {
	const state = channelScreens[name];
	if (!state) throw new Error(`there is no screen ${name}`);
	const store = createStore(state, update);
	const requests: ServiceRequest<Client>[] = [];
	const batches: RequestBatch<Client>[] = [];
	const plain = contextOf(store, size);
	const context: CommandContext = Object.create(plain, {
		write: { value: (request: ServiceRequest<Client>) => requests.push(request) },
		writeAll: { value: (batch: RequestBatch<Client>) => batches.push(batch) },
	});
	return {
		store,
		requests,
		batches,
		press: (...keys: string[]) => {
			for (const key of keys) handleInput(keyEvent(key), context);
		},
		/** Returns the sources that the recorded requests add. */
		added: async () => {
			const sources: SourceToAdd[] = [];
			const machine: Pick<LocalMachine<Client>, 'addSource'> = {
				addSource: async (_, source) => {
					sources.push(source);
					return { infohash: 'f'.repeat(40) };
				},
			};
			const all = [...requests, ...batches.flatMap((batch) => batch.requests)];
			for (const { send } of all) await send({} as Client, machine as LocalMachine<Client>);
			return sources.map(({ uri }) => uri);
		},
	};
}

const refusalOf = ({ journal }: State) => journal.notice?.text;

test('a adds the torrent under the cursor with its trackers', async () => {
	const { press, added, store } = open('channels-torrents');
	const subject = torrentAtCursor(store.get());
	press('a');
	const [uri = ''] = await added();
	const link = new URLSearchParams(uri.slice('magnet:?'.length));
	expect(link.get('xt')).toBe(`urn:btih:${subject?.torrent.infohash}`);
	expect(link.get('dn')).toBe(subject?.torrent.name);
	expect(link.getAll('tr')).toEqual(subject?.torrent.trackers);
});

test('a adds all selected torrents as one batch, and ends the selection', async () => {
	const { press, added, store, batches } = open('channels-torrents');
	press('space', 'space', 'end', 'space');
	expect(torrentSubjects(store.get()).length).toBe(3);
	press('a');
	expect(batches.length).toBe(1);
	expect((await added()).length).toBe(3);
	expect(torrentSubjects(store.get()).length).toBe(1);
});

test('+ opens the dialog with the links of the selected torrents', () => {
	const { press, store } = open('channels-torrents-selected');
	press('+');
	const top = store.get().dialogs.at(-1);
	expect(top?.kind).toBe('add');
	expect(top?.kind === 'add' ? top.addedSources.length : 0).toBe(3);
});

test('a torrent that is a download already is refused, with the reason', () => {
	const { press, requests, store } = open('channels-torrents');
	const infohash = torrentAtCursor(store.get())?.torrent.infohash ?? '';
	const { downloads } = store.get();
	const [first] = downloads.list;
	if (!first) throw new Error('there is no download');
	store.dispatch({
		type: 'answer',
		query: 'downloads',
		endpoint: 'listDownloads',
		answer: {
			downloads: [{ ...first, infohash }],
			checkpoints: { all_loaded: true, loaded: 1, total: 1 },
		},
		at: store.get().now,
	});
	press('a');
	expect(requests).toEqual([]);
	expect(refusalOf(store.get())).toBe(addText.added);
});

test('a adds an item of a feed by its link or address, and refuses one without', async () => {
	const { press, added, store } = open('channels-items');
	press('j', 'a');
	expect(await added()).toEqual([itemAtCursor(store.get())?.uri]);
	press('j');
	expect(itemAtCursor(store.get())?.uri).toBe('');
	press('a');
	expect(refusalOf(store.get())).toBe(addText.noSource);
});

test('a adds a found torrent; a found channel has nothing to add', async () => {
	const { press, added, store } = open('channels-search');
	press('a');
	expect(refusalOf(store.get())).toBe(addText.noTorrent);
	press('end', 'a');
	expect(torrentAtCursor(store.get())?.isOwn).toBe(false);
	expect((await added()).length).toBe(1);
});

test('enter opens the torrents of a channel, and of a found one', () => {
	const { press, store } = open('channels-channels');
	press('j');
	const channel = channelAtCursor(store.get());
	press('enter');
	expect(channelsSectionOf(store.get())).toBe('channels-torrents');
	expect(channelAtCursor(store.get())).toBe(channel);

	const found = open('channels-search');
	found.press('j');
	const foundChannel = channelAtCursor(found.store.get());
	found.press('enter');
	expect(channelAtCursor(found.store.get())?.identifier).toBe(foundChannel?.identifier);
	found.press('s', 'end', 'enter');
	expect(channelsSectionOf(found.store.get())).toBe('channels-torrents');
});

test('enter opens the torrents of a playlist, and backspace leaves it', () => {
	const { press, store } = open('channels-playlists');
	const playlist = playlistAtCursor(store.get());
	press('enter');
	expect(channelsSectionOf(store.get())).toBe('channels-torrents');
	expect(shownPlaylist(store.get())).toBe(playlist);
	expect(playlistAtCursor(store.get())).toBe(playlist);
	expect(torrentAtCursor(store.get())?.torrent.infohash).toBe(playlist?.torrents?.[0]?.infohash);
	press('backspace');
	expect(shownPlaylist(store.get())).toBeUndefined();
});

test('e changes the shown playlist, and neither channels of others nor results of searches', () => {
	const inPlaylist = open('channels-torrents-playlist');
	inPlaylist.press('e');
	const id = String(shownPlaylist(inPlaylist.store.get())?.id);
	expect(openDialogOf(inPlaylist.store.get(), 'form')?.subject).toMatchObject({ form: 'playlist', id });
	const inSearch = open('channels-search');
	inSearch.press('e');
	expect(refusalOf(inSearch.store.get())).toBe(changeRefusals.nothing);
	const ofOthers = open('channels-channels');
	ofOthers.press('end', 'enter', 'e');
	expect(refusalOf(ofOthers.store.get())).toBe(changeRefusals.notOwn);
});

test('n adds nothing to a playlist, and creates no channel before the own one is loaded', () => {
	const inPlaylist = open('channels-torrents-playlist');
	inPlaylist.press('n');
	expect(refusalOf(inPlaylist.store.get())).toBe(changeRefusals.inPlaylist);
	const { press, store } = open('channels-channels-none');
	press('n');
	expect(openDialogOf(store.get(), 'form')?.subject).toEqual({ form: 'channel', isNew: true });
	press('escape', '1', '5');
	const loading = createStore({ ...store.get(), channels: initialChannels }, update);
	handleInput(keyEvent('n'), contextOf(loading, size));
	expect(refusalOf(loading.get())).toBe(changeRefusals.notLoaded);
});

test('enter opens the items of a feed', () => {
	const { press, store } = open('channels-feeds');
	press('j');
	const feed = feedAtCursor(store.get());
	press('enter');
	expect(channelsSectionOf(store.get())).toBe('channels-items');
	expect(shownFeed(store.get())).toBe(feed);
	expect(feedAtCursor(store.get())).toBe(feed);
});

test('escape ends a range, then clears the filter, then the selection', () => {
	const { press, store } = open('channels-torrents');
	press('space');
	store.dispatch({ type: 'filter-rows', filter: 'a' });
	press('V', 'j');
	const rows = () => store.get().sections.slices['channels-torrents'];
	expect(rows()?.range).toBeDefined();
	press('escape');
	expect(rows()?.range).toBeUndefined();
	expect(rows()?.filter).toBe('a');
	press('escape');
	expect(rows()?.filter).toBe('');
	expect(rows()?.selection.size).toBe(1);
	press('escape');
	expect(rows()?.selection.size).toBe(0);
});

test('the family filter changes the requests for torrents', () => {
	const { press, store } = open('channels-torrents');
	press('u');
	expect(store.get().channels.isUnfiltered).toBe(true);
	press('u');
	expect(store.get().channels.isUnfiltered).toBe(false);
});
