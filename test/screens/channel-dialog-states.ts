import type { EventPayload } from '../../source/protocol/events/events.ts';
import type { SwarmHealth } from '../../source/protocol/resources/metadata.ts';
import type { Message } from '../../source/state/core/message.ts';
import type { State } from '../../source/state/core/state.ts';
import { healthDialog } from '../../source/state/dialogs/health-dialog.ts';
import { metadataEntryDialog } from '../../source/state/dialogs/metadata-entry-dialog.ts';
import type { Dialog } from '../../source/state/surfaces/dialogs.ts';
import { filterTexts } from '../../source/tui/dialogs/form/forms/feed.ts';
import { openForm } from '../../source/tui/dialogs/form/registry.ts';
import type { RemovalSubject } from '../../source/tui/panes/channels/dialogs/remove.ts';
import { update } from '../../source/tui/shell/update.ts';
import { channelScreens } from './channel-states.ts';
import { hardNames, mixedName } from './hard-names.ts';
import { listed, now } from './states.ts';

const below = channelScreens['channels-playlists'] ?? listed;
const names = Object.values(hardNames);
const channel = 'c1'.repeat(32);
const infohash = '50'.repeat(20);
const torrents = names.map((name, index) => [String(30 + index).repeat(20), name] as const);

const opened = (dialog: Dialog, state: State = below): State => update(state, { type: 'open', dialog });
const removing = (subject: RemovalSubject): State => opened({ kind: 'channel-remove', subject });
const typing = (text: string, state: State): State => update(state, { type: 'type-text', text });

const entry = opened(metadataEntryDialog(channel, '9007199254740993'));
const entryAnswer = (name: string, category: string): State =>
	update(entry, {
		type: 'answer',
		query: 'metadata-entry:entry',
		endpoint: 'listEntries',
		answer: [
			{
				id: 9_007_199_254_740_993n,
				public_key: channel,
				type: 300,
				status: 1,
				name,
				category,
				infohash,
				size: 734_003_200,
				num_seeders: 12,
				created: now / 1_000 - 3_600,
			},
		],
		at: now,
	} as Message);

const tracker = (index: number) => `udp://tracker${index}.example:6969/announce`;
const health = opened(healthDialog({ infohash, name: names[0] ?? '', trackers: [tracker(0)] }, now - 4_000));
const progress = (state: State, payload: Omit<EventPayload<'torrent_health_progress'>, 'infohash'>) =>
	update(state, {
		type: 'event',
		event: { type: 'torrent_health_progress', payload: { infohash, ...payload } },
		at: now,
	});
const results: SwarmHealth = {
	checking: false,
	trackers: [
		{ tracker: tracker(0), seeders: 120, leechers: 4, error: '' },
		{ tracker: 'DHT', seeders: 17, leechers: 0, error: '' },
		{ tracker: `http://${mixedName}/announce`, error: mixedName },
		...names.map((name) => ({ tracker: `http://${name}/announce`, error: name })),
		...[1, 2, 3, 4, 5, 6].map((index) => ({
			tracker: tracker(index),
			seeders: index,
			leechers: 1,
			error: '',
		})),
	],
};
const healthAnswer = (answer: SwarmHealth): State =>
	update(health, {
		type: 'answer',
		query: 'swarm-health:check',
		endpoint: 'getHealth',
		answer,
		at: now - 12_000,
	} as Message);

const exception = `Traceback (most recent call last):\n  File "/srv/core.py", line 12, in run\n${names.join('\n')}\n${'x'.repeat(300)}`;
const broken = update(listed, {
	type: 'answer',
	query: 'core',
	endpoint: 'getState',
	answer: { state: 'EXCEPTION', last_exception: exception, readable_state: '' },
	at: now,
});
const form = openForm;
const failedForm = form({ form: 'feed', channel }, { url: `http://feeds.example/${names[0]}` });

/** Screens of the dialogs of channels, of metadata entries, of health, and of the core's exception. */
export const channelDialogScreens: Readonly<Record<string, State>> = {
	'form-channel': opened(form({ form: 'channel', isNew: true })),
	'form-channel-torrent': typing('a/b.torrent', opened(form({ form: 'channel-torrent', channel }))),
	'form-playlist': opened(
		form({ form: 'playlist', channel, id: '3' }, { name: names[1] ?? '', description: names[2] ?? '' }),
	),
	'form-playlist-torrents': opened(form({ form: 'playlist-torrents', channel, torrents })),
	'form-feed-failed': opened({ ...failedForm, refusal: `Refused: ${names.join(' ')}` }),
	'form-feed-sending': opened({ ...failedForm, sending: 1 }),
	'form-feed-filter': opened(
		form(
			{ form: 'feed-filter', channel, url: 'https://user:secret@feeds.example/a.xml' },
			filterTexts({ include: names[3] ?? '', exclude: 'cam', min_size: 734_003_200, max_size: 1_000 }),
		),
	),
	'form-shared-limits': opened(
		form(
			{ form: 'shared-limits' },
			{
				download: '5 MiB',
				upload: 'none',
				'alternative-download': '500 KiB',
				'alternative-upload': '100 KiB',
				mode: 'schedule',
				schedule: 'mon-fri 08:00-18:00',
			},
		),
	),
	'form-plain-limits': opened(form({ form: 'plain-limits' }, { download: '5 MiB', upload: 'fast' })),
	'form-search': typing('birds', opened(form({ form: 'search' }))),
	'form-entry': typing(channel, opened(form({ form: 'entry' }))),
	'form-entry-change': opened(
		form(
			{ form: 'entry-change', publicKey: channel, id: '9007199254740993' },
			{ name: names[0] ?? '', category: 'Audio', status: '1' },
		),
		entryAnswer('Nightingale', 'Audio'),
	),
	'form-health': typing('magnet:?dn=only-a-name', opened(form({ form: 'health' }))),
	'form-move': typing(
		'/srv/new',
		opened(form({ form: 'move', downloads: torrents, from: ['/srv/old'], folders: [`/srv/${names[0]}`] })),
	),
	'metadata-entry-loading': entry,
	'metadata-entry': entryAnswer('Nightingale at dawn.flac', 'Audio'),
	'metadata-entry-hard': entryAnswer(names.join(' '), mixedName),
	'swarm-health-loading': progress(progress(health, { tracker: tracker(0), seeders: 3, leechers: 1 }), {
		tracker: 'DHT',
		error: 'timed out',
		remaining: 2,
	}),
	'swarm-health': healthAnswer(results),
	'channel-remove-torrents': removing({ what: 'torrents', channel, torrents }),
	'channel-remove-playlist': removing({ what: 'playlist', channel, playlist: '3', name: names.join(' ') }),
	'channel-remove-from-playlist': removing({
		what: 'playlist-torrents',
		channel,
		playlist: '3',
		playlistName: names[0] ?? '',
		torrents: torrents.slice(0, 1),
	}),
	'channel-remove-feed': removing({
		what: 'feed',
		channel,
		url: 'https://user:secret@feeds.example/a.xml',
	}),
	'core-exception': opened(
		{ kind: 'core-exception', scroll: 0 },
		update(broken, { type: 'pane', pane: 'channels' }),
	),
};
