import type { EndpointAnswer, EndpointName } from '../../source/protocol/endpoints/table.ts';
import type { EventPayload, EventType, ServiceEvent } from '../../source/protocol/events/events.ts';
import type {
	ChannelTorrent,
	DiscoveredChannel,
	FeedItem,
	Playlist,
	RssFeed,
} from '../../source/protocol/resources/channel.ts';
import type { Message } from '../../source/state/core/message.ts';
import type { State } from '../../source/state/core/state.ts';
import type { SectionId } from '../../source/state/surfaces/sections.ts';
import { update } from '../../source/tui/shell/update.ts';
import { hardNames } from './hard-names.ts';
import { listed, now } from './states.ts';

const pane = update(listed, { type: 'pane', pane: 'channels' });
const shown = (section: SectionId, state: State = pane) =>
	update(state, { type: 'section', pane: 'channels', section });

/** Applies an answer to a request of a section. */
function answered<Name extends EndpointName>(
	state: State,
	query: `${SectionId}:${string}`,
	endpoint: Name,
	answer: EndpointAnswer<Name>,
): State {
	return update(state, { type: 'answer', query, endpoint, answer, at: now - 9_000 } as Message);
}

function failed(state: State, query: `${SectionId}:${string}`, kind: string, message: string): State {
	const hint = kind === 'absent' ? 'Other releases have it.' : '';
	return update(state, { type: 'query-failed', query, failure: { kind, message, hint }, at: now });
}

function event<Name extends EventType>(state: State, type: Name, payload: EventPayload<Name>): State {
	return update(state, { type: 'event', event: { type, payload } as ServiceEvent, at: now - 60_000 });
}

const names = Object.values(hardNames);
const seconds = now / 1_000;
const ownId = 'c1'.repeat(32);
const idOf = (index: number) => String(10 + index).repeat(32);
const hashOf = (index: number) => String(50 + index).repeat(20);
const overview = { name: 'Field recordings', description: 'Birds and trains', identifier: ownId };

const channels: DiscoveredChannel[] = [
	{ identifier: ownId, name: overview.name, description: overview.description, torrents: 9, own: true },
	{ identifier: idOf(0), name: 'Public domain films', torrents: 4_812, updated: seconds - 420 },
	{ identifier: idOf(1), name: 'Empty', description: 'Nothing yet', updated: seconds - 90_000 },
	...names.map((name, index) => ({
		identifier: idOf(2 + index),
		name,
		description: name,
		torrents: index * 120_000,
		updated: seconds - 3_600 * index,
	})),
];

const torrents: ChannelTorrent[] = [
	{
		id: 9_007_199_254_740_993n,
		infohash: hashOf(0),
		name: 'Nightingale at dawn.flac',
		size: 734_003_200,
		category: 'Audio',
		trackers: [
			'udp://tracker.example:6969/announce',
			'http://tracker.example/secret0123456789abcdef/announce',
		],
		created: seconds - 200,
		feed: 'http://feeds.example/birds.xml',
		num_seeders: 12,
		num_leechers: 3,
		last_tracker_check: seconds - 60,
	},
	{ id: 2n, infohash: hashOf(1), name: 'Only an infohash', trackers: [], created: seconds - 86_400 * 3 },
	{
		id: 3n,
		infohash: hashOf(2),
		name: 'Large archive',
		size: 5_497_558_138_880,
		category: 'Compressed',
		trackers: ['udp://a.example:1', 'udp://b.example:1', 'udp://c.example:1', 'udp://d.example:1'],
		created: seconds - 86_400 * 800,
		num_seeders: 0,
		num_leechers: 0,
		last_tracker_check: 0,
	},
	...names.map((name, index) => ({
		id: BigInt(10 + index),
		infohash: hashOf(3 + index),
		name,
		size: 1_024 ** index,
		category: name,
		trackers: [`http://tracker.example/${name}`],
		created: seconds - 5_000 * index,
		num_seeders: index,
		num_leechers: index * 1_000_000,
		last_tracker_check: seconds - index * 4_000,
	})),
];

const playlists: Playlist[] = [
	{
		id: 1,
		name: 'Dawn chorus',
		description: 'Early birds',
		torrents: torrents.slice(0, 2).map(({ id: _, trackers: __, ...torrent }) => torrent),
	},
	{ id: 2, name: 'Nothing in it', description: '', torrents: [] },
	...names.map((name, index) => ({
		id: 3 + index,
		name,
		description: name,
		torrents: torrents.map(({ infohash }) => ({ infohash, name, size: 4_096, category: 'Audio' })),
	})),
];

const feeds: RssFeed[] = [
	{
		url: 'http://feeds.example/birds.xml',
		title: 'Birds of the week',
		last_check: seconds - 125,
		next_check: seconds + 775,
		error: '',
		items: 240,
		added: 31,
		download: { include: 'nightingale flac', exclude: 'mp3', max_size: 4_294_967_296 },
	},
	{
		url: 'https://user:hunter2@feeds.example/private?passkey=0123456789abcdef0123456789abcdef',
		last_check: seconds - 3_000,
		next_check: seconds + 20_000,
		error: 'Cannot read the feed: the server answered 503.',
		items: 0,
		added: 0,
		download: null,
	},
	{ url: 'http://feeds.example/first.xml' },
	...names.map((title, index) => ({
		url: `http://feeds.example/${index}`,
		title,
		error: title,
		download: { include: title, destination: `/srv/${title}` },
	})),
];

const items: FeedItem[] = [
	{
		title: 'Nightingale at dawn.flac',
		uri: `magnet:?xt=urn:btih:${hashOf(0)}`,
		infohash: hashOf(0),
		size: 734_003_200,
		published: seconds - 400,
		found: seconds - 200,
		status: 'downloaded',
	},
	{ title: 'Blackbird', uri: 'http://feeds.example/2.torrent', found: seconds - 200, status: 'waiting' },
	{ title: 'An essay', uri: '', found: seconds - 90_000, status: 'ignored', reason: 'it has no torrent' },
	{
		title: 'Robin',
		uri: 'http://feeds.example/3.torrent',
		size: 52_428_800,
		found: seconds - 300,
		status: 'failed',
		reason: 'Cannot fetch the torrent: the server answered 404.',
	},
	...names.map((title, index) => ({
		title,
		uri: `http://feeds.example/${title}`,
		found: seconds - index * 9_000,
		status: ['added', title][index % 2] ?? '',
		reason: title,
	})),
];

/** Answers of our own service for a section. */
function withOwn(section: SectionId, state: State = shown(section)): State {
	return answered(state, `${section}:own`, 'getMyChannel', { overview });
}

function withChannels(section: SectionId, state: State = shown(section)): State {
	return answered(withOwn(section, state), `${section}:channels`, 'listChannels', { channels });
}

const channelsShown = withChannels('channels-channels');
const torrentsShown = answered(
	withChannels('channels-torrents'),
	'channels-torrents:torrents',
	'listChannelTorrents',
	{ torrents },
);
const playlistsShown = answered(
	withChannels('channels-playlists'),
	'channels-playlists:playlists',
	'listPlaylists',
	{ playlists },
);
const feedsShown = answered(withOwn('channels-feeds'), 'channels-feeds:feeds', 'listFeeds', {
	rssfeeds: feeds,
});
const itemsShown = answered(shown('channels-items', feedsShown), 'channels-items:items', 'listFeedItems', {
	items,
});
const searched = update(withChannels('channels-search'), {
	type: 'channels',
	what: { type: 'search', query: 'dawn 中文', at: now },
});
const found = [...torrents].reduce(
	(state, { id, ...torrent }) =>
		event(state, 'search_result_torrent', {
			query: 'dawn 中文',
			result: { id: String(id), ...torrent, dispersy_cid: idOf(0) },
		}),
	channels.reduce(
		(state, { identifier, ...channel }) =>
			event(state, 'search_result_channel', {
				query: 'Dawn  中文',
				result: { dispersy_cid: identifier, ...channel },
			}),
		searched,
	),
);

const absent = 'The service at http://127.0.0.1:8085 does not offer it.';
/** A service of 7.0 to 7.3: it lists neither channels nor torrents. */
function foreign(section: SectionId): State {
	const own = failed(withOwn(section), `${section}:channels`, 'absent', absent);
	const discovered = names.reduce(
		(state, name, index) =>
			event(state, 'channel_discovered', { name, description: name, dispersy_cid: idOf(index) }),
		own,
	);
	return torrents.reduce(
		(state, { infohash, name, trackers }) =>
			event(state, 'torrent_discovered', {
				infohash,
				name,
				trackers,
				files: [{ name, size: 5_000 }],
				dispersy_cid: idOf(0),
			}),
		discovered,
	);
}
const foreignTorrents = failed(
	update(foreign('channels-torrents'), {
		type: 'channels',
		what: { type: 'choose-channel', id: idOf(0) },
	}),
	'channels-torrents:torrents',
	'absent',
	absent,
);
const withoutOwn = failed(
	shown('channels-feeds'),
	'channels-feeds:own',
	'not-found',
	'Your channel has not been created.',
);

/** Screens of the channels pane. */
export const channelScreens: Readonly<Record<string, State>> = {
	'channels-channels': channelsShown,
	'channels-channels-filtered': update(channelsShown, { type: 'filter-rows', filter: 'evil' }),
	'channels-channels-foreign': foreign('channels-channels'),
	'channels-absent': failed(shown('channels-channels'), 'channels-channels:own', 'absent', absent),
	'channels-channels-none': answered(
		failed(shown('channels-channels'), 'channels-channels:own', 'not-found', 'There is no channel.'),
		'channels-channels:channels',
		'listChannels',
		{ channels: [] },
	),
	'channels-torrents': torrentsShown,
	'channels-torrents-selected': update(update(torrentsShown, { type: 'select-rows', step: 'current' }), {
		type: 'select-rows',
		step: { extend: 2 },
	}),
	'channels-torrents-playlist': answered(
		update(torrentsShown, {
			type: 'channels',
			what: { type: 'choose-playlist', playlist: { channel: ownId, id: 1 } },
		}),
		'channels-torrents:playlists',
		'listPlaylists',
		{ playlists },
	),
	'channels-torrents-foreign': foreignTorrents,
	'channels-torrents-stale': update(
		failed(torrentsShown, 'channels-torrents:torrents', 'timeout', 'No answer within 10 s'),
		{ type: 'tick', now: now + 42_000 },
	),
	'channels-playlists': playlistsShown,
	'channels-feeds': feedsShown,
	'channels-feeds-no-channel': withoutOwn,
	'channels-feeds-none': answered(withOwn('channels-feeds'), 'channels-feeds:feeds', 'listFeeds', {
		rssfeeds: [],
	}),
	'channels-items': itemsShown,
	'channels-items-hostile': update(itemsShown, { type: 'filter-rows', filter: 'evil' }),
	'channels-items-absent': failed(
		shown('channels-items', feedsShown),
		'channels-items:items',
		'absent',
		absent,
	),
	'channels-search': found,
	'channels-search-none': shown('channels-search', channelsShown),
};
