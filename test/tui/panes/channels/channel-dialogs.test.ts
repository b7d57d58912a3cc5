import { expect, test } from 'vitest';
import type { ServiceEvent } from '../../../../source/protocol/events/events.ts';
import type { State } from '../../../../source/state/core/state.ts';
import { initialState } from '../../../../source/state/core/state.ts';
import { createStore } from '../../../../source/state/core/store.ts';
import { type FormSubject, formText } from '../../../../source/state/dialogs/form-dialog.ts';
import { checkAgain, healthDialog, totalsOf } from '../../../../source/state/dialogs/health-dialog.ts';
import { openDialogOf } from '../../../../source/state/dialogs/open-dialogs.ts';
import { isFault } from '../../../../source/tui/dialogs/form/form.ts';
import { feedFilterText, readSize } from '../../../../source/tui/dialogs/form/forms/feed.ts';
import { trackersOf } from '../../../../source/tui/dialogs/form/forms/health.ts';
import { onlyPlaylist } from '../../../../source/tui/dialogs/form/forms/playlist.ts';
import { openForm, readForm } from '../../../../source/tui/dialogs/form/registry.ts';
import {
	channelRemoveText,
	type RemovalSubject,
	removalOf,
} from '../../../../source/tui/panes/channels/dialogs/remove.ts';
import { handleInput } from '../../../../source/tui/shell/keyboard/keyboard.ts';
import { queriesOf } from '../../../../source/tui/shell/queries.ts';
import { update } from '../../../../source/tui/shell/update.ts';
import { contextOf, keyEvent } from '../../../screens/pressing.ts';

const now = 1_700_000_000_000;
const state = initialState('http://127.0.0.1:8085', 'a test', now);
const channel = 'c1'.repeat(32);
const infohash = 'ab'.repeat(20);
const after = (event: ServiceEvent, before: State = state) =>
	update(before, { type: 'event', event, at: now });

/** Returns the field that is wrong; undefined if the form can be sent. */
function faulty(subject: FormSubject, texts: Record<string, string>): string | undefined {
	const read = readForm(openForm(subject, texts), state);
	return isFault(read) ? read.field : undefined;
}

test('sizes of a filter have units of 1024, and a bare number is in bytes', () => {
	expect(['700 MiB', '1,5g', '12', '3 b', '0'].map(readSize)).toEqual([734_003_200, 1_610_612_736, 12, 3, 0]);
	expect(['', 'many', '1 TB', '-1', '1 2'].map(readSize)).toEqual(Array(5).fill(undefined));
});

test('a filter with faults names the field, and a filter that is off has none', () => {
	const subject = { form: 'feed-filter', channel, url: 'http://feeds.example/a' } as const;
	expect(faulty(subject, { download: 'perhaps' })).toBe('download');
	expect(faulty(subject, { download: 'yes', min: '2 G', max: '1 G' })).toBe('max');
	expect(faulty(subject, { download: 'yes', destination: 'relative' })).toBe('destination');
	expect(faulty(subject, { download: 'no' })).toBeUndefined();
});

test("conditions with 'no' are refused, except to turn a filter off", () => {
	const subject = { form: 'feed-filter', channel, url: 'http://feeds.example/a' } as const;
	const texts = { download: 'no', include: 'birds' };
	expect(faulty(subject, texts)).toBe('download');
	const feed = { url: subject.url, download: { include: 'birds' } };
	const feeds = { ...state.channels.feeds, of: channel, list: [{ key: feed.url, item: feed, changedAt: 0 }] };
	const filtered = { ...state, channels: { ...state.channels, feeds } };
	expect(isFault(readForm(openForm(subject, texts), filtered))).toBe(false);
});

test('a letter chooses one of two texts, and others are ignored', () => {
	const dialog = openForm(
		{ form: 'feed-filter', channel, url: 'http://feeds.example/a' },
		{ download: 'no' },
	);
	const typed = (text: string) => {
		const before = update(state, { type: 'open', dialog });
		const after = [...text].reduce(
			(each, letter) => update(each, { type: 'type-text', text: letter }),
			before,
		);
		const form = openDialogOf(after, 'form');
		return form && formText(form, 'download');
	};
	expect(['y', 'yes', 'yn', 'no', 'x', 'Y'].map(typed)).toEqual(['yes', 'yes', 'no', 'no', 'no', 'yes']);
});

test('enter moves the cursor to the wrong field', () => {
	const store = createStore(state, update);
	const dialog = openForm(
		{ form: 'feed-filter', channel, url: 'http://feeds.example/a' },
		{ download: 'no' },
	);
	store.dispatch({ type: 'open', dialog });
	const context = contextOf(store, () => ({ columns: 80, rows: 24 }));
	const press = (key: string) => handleInput(keyEvent(key), context);
	press('tab');
	store.dispatch({ type: 'type-text', text: 'birds' });
	press('enter');
	expect(openDialogOf(store.get(), 'form')?.field).toBe('download');
	expect(store.get().journal.notice?.text).toContain(feedFilterText.unused);
});

test('an entry is named by a hexadecimal key and an id of 64 bits', () => {
	expect(faulty({ form: 'entry' }, { key: 'xyz', id: '1' })).toBe('key');
	expect(faulty({ form: 'entry' }, { key: channel, id: '1e3' })).toBe('id');
	expect(faulty({ form: 'entry' }, { key: channel, id: '9223372036854775807' })).toBeUndefined();
});

test('the health of an infohash or of a magnet link can be checked, not that of a path', () => {
	expect(faulty({ form: 'health' }, { torrent: infohash })).toBeUndefined();
	expect(
		faulty({ form: 'health' }, { torrent: `magnet:?xt=urn:btmh:1220${'cd'.repeat(32)}` }),
	).toBeUndefined();
	expect(faulty({ form: 'health' }, { torrent: '/srv/a.torrent' })).toBe('torrent');
});

test('trackers of a magnet link are found once each, and none has blanks', () => {
	const magnet = `magnet:?xt=urn:btih:${infohash}&tr=http%3A%2F%2Fa%2F&tr.1=udp%3A%2F%2Fb&tr=http%3A%2F%2Fa%2F&tr=x%20y`;
	expect(trackersOf(magnet)).toEqual(['http://a/', 'udp://b']);
});

const effectOf = (subject: RemovalSubject) => removalOf(subject).effect;

test('an effect of a removal names one torrent in the singular', () => {
	const { effects } = channelRemoveText;
	const [one, two] = [
		[['a', 'A']],
		[
			['a', 'A'],
			['b', 'B'],
		],
	] as const;
	expect(effectOf({ what: 'torrents', channel, torrents: one })).toBe(effects.torrent);
	expect(effectOf({ what: 'torrents', channel, torrents: two })).toBe(effects.torrents);
	const playlist = { what: 'playlist-torrents', channel, playlist: '1', playlistName: 'Birds' } as const;
	expect(effectOf({ ...playlist, torrents: one })).toBe(effects['playlist-torrent']);
	expect(effectOf({ ...playlist, torrents: two })).toBe(effects['playlist-torrents']);
});

test('the form for a playlist takes the only one when it arrives, and keeps typed text', () => {
	const dialog = openForm({ form: 'playlist-torrents', channel, torrents: [[infohash, 'A']] });
	const arriving = (before: State, names: readonly string[]) =>
		update(before, {
			type: 'answer',
			query: 'form:playlists',
			endpoint: 'listPlaylists',
			request: { params: { channelid: channel } },
			answer: { playlists: names.map((name, id) => ({ id, name, torrents: [] })) },
			at: now,
			sentAt: now,
		});
	const textOf = (after: State) => {
		const form = openDialogOf(after, 'form');
		return form && formText(form, 'playlist');
	};
	const open = update(state, { type: 'open', dialog });
	expect(textOf(arriving(open, ['Birds']))).toBe('Birds');
	expect(textOf(arriving(open, ['Birds', 'Bees']))).toBe('');
	expect(textOf(arriving(arriving(open, []), ['Birds']))).toBe('Birds');
	expect(textOf(arriving(update(open, { type: 'type-text', text: 'x' }), ['Birds']))).toBe('x');
	expect(onlyPlaylist(arriving(open, ['Birds']), channel)).toEqual({ playlist: 'Birds' });
});

test('a form that is being sent ignores edits, and keeps its texts', () => {
	const form = { ...openForm({ form: 'search' }, { words: 'birds' }), sending: 1 };
	const open = update(state, { type: 'open', dialog: form });
	expect(openDialogOf(update(open, { type: 'type-text', text: 'x' }), 'form')).toEqual(form);
});

test('the health dialog takes results of trackers, totals and announced results', () => {
	const dialog = healthDialog({ infohash: infohash.toUpperCase(), name: '', trackers: [] }, now);
	const open = update(state, { type: 'open', dialog });
	const progress = after(
		{
			type: 'torrent_health_progress',
			payload: { infohash, tracker: 'DHT', seeders: 4, leechers: 1, remaining: 2 },
		},
		open,
	);
	const half = openDialogOf(progress, 'swarm-health');
	expect(half).toMatchObject({ remaining: 2, results: [{ tracker: 'DHT', seeders: 4 }] });
	expect(half && totalsOf(half)).toMatchObject({ seeders: 4, leechers: 1 });
	const answer = {
		type: 'answer',
		query: 'swarm-health:check',
		endpoint: 'getHealth',
		at: now,
	} as const;
	const request = { params: { infohash } };
	const checking = { ...answer, request, answer: { checking: true, trackers: [] } };
	const asked = update(update(progress, checking), checking);
	expect(openDialogOf(asked, 'swarm-health')).toMatchObject({ phase: 'waiting', answeredAt: undefined });
	const payload = { infohash, num_seeders: 7, num_leechers: 2, last_tracker_check: now / 1_000 };
	const ended = openDialogOf(after({ type: 'torrent_health_updated', payload }, asked), 'swarm-health');
	expect(ended).toMatchObject({ answeredAt: now, totals: { seeders: 7, leechers: 2, checkedAt: now } });
	expect(ended && checkAgain(ended, now)).toMatchObject({ isRefresh: true, phase: 'answer' });
});

test('while the core starts or upgrades, only its state is requested', () => {
	const names = (of: State) => queriesOf(of).map(({ name }) => name);
	const upgrading = after({ type: 'upgrader_tick', payload: { text: 'Moving 3 of 8' } });
	expect(upgrading.connection.core).toMatchObject({ state: 'UPGRADING', readable_state: 'Moving 3 of 8' });
	expect(names(update(upgrading, { type: 'pane', pane: 'channels' }))).toEqual(['core']);
	const finished = after({ type: 'upgrader_finished', payload: {} }, upgrading);
	expect(names(finished)).toEqual(['core']);
	expect(names(after({ type: 'tribler_started', payload: {} }, finished))).toContain('downloads');
});
