import {
	type ChannelsSlice,
	contentsOf,
	failOwnChannel,
	failTorrents,
	ownChannelId,
	takeListedChannels,
	takeOwnChannel,
	takeTorrents,
} from '../../../state/channels/channels.ts';
import { comparedId } from '../../../state/channels/known.ts';
import { failRequested, takeRequested } from '../../../state/channels/requested-rows.ts';
import type { AnyQuery } from '../../../state/core/query-declaration.ts';
import type { State } from '../../../state/core/state.ts';
import { failOwnRows, takeOwnRows } from '../../../state/market/own-rows.ts';
import type { QueryRequest } from '../../../state/surfaces/query.ts';
import { isMissing } from './absence.ts';
import { shownChannelId, shownFeed, shownPlaylist } from './shown.ts';

const withChannels = (state: State, change: (channels: ChannelsSlice) => ChannelsSlice): State => ({
	...state,
	channels: change(state.channels),
});

/** Returns the state with a changed list. */
const withList = <Name extends keyof ChannelsSlice>(
	state: State,
	name: Name,
	change: (list: ChannelsSlice[Name]) => ChannelsSlice[Name],
): State => withChannels(state, (channels) => ({ ...channels, [name]: change(channels[name]) }));

/** Intervals of requests, ms. Events make most of them early. */
const VISIBLE_MS = 5_000;
const BESIDE_MS = 15_000;
/** Number of torrents from which they are requested rarely. */
const LARGE_CHANNEL = 1_000;
const LARGE_MS = 60_000;

/** Id of the channel, and URL of the feed, that a request named. */
const channelOf = ({ params }: QueryRequest): string => params?.channelid ?? '';
const feedOf = ({ params }: QueryRequest): string => params?.feed_url ?? '';

/** Queries for the own channel and the list of channels. `isBeside`: whether another list is visible. */
export function channelListQueries(isBeside = false): readonly AnyQuery[] {
	const every = isBeside ? BESIDE_MS : VISIBLE_MS;
	return [
		{
			name: 'own',
			endpoint: 'getMyChannel',
			every,
			take: (state, { overview }, at) =>
				withChannels(state, (channels) => takeOwnChannel(channels, overview, at)),
			fail: (state, failure) =>
				withChannels(state, (channels) => failOwnChannel(channels, failure, state.now)),
		},
		{
			name: 'channels',
			endpoint: 'listChannels',
			every,
			take: (state, answer, at, sentAt) =>
				withChannels(state, (channels) =>
					takeListedChannels(
						channels,
						takeOwnRows(channels.listed, answer.channels, ({ identifier }) => comparedId(identifier), at),
						sentAt,
					),
				),
			fail: (state, failure) => withList(state, 'listed', (rows) => failOwnRows(rows, failure)),
		},
	];
}

/** Returns the query for the own channel alone. */
export function ownChannelQueries(): readonly AnyQuery[] {
	return channelListQueries(true).filter(({ name }) => name === 'own');
}

/** Query for the torrents of the shown channel. Events update them in the meantime. */
export const torrentsQuery: AnyQuery = {
	name: 'torrents',
	endpoint: 'listChannelTorrents',
	every: (state) => {
		const { list, at } = contentsOf(state.channels, shownChannelId(state) ?? '');
		return at !== undefined && list.length >= LARGE_CHANNEL ? LARGE_MS : VISIBLE_MS;
	},
	when: (state) => shownChannelId(state) !== undefined,
	request: (state) => ({
		params: { channelid: shownChannelId(state) ?? '' },
		query: state.channels.isUnfiltered ? { disable_filter: true } : {},
	}),
	take: (state, { torrents }, at, sentAt, request) =>
		withChannels(state, (channels) => takeTorrents(channels, channelOf(request), torrents, at, sentAt)),
	fail: (state, failure, request) =>
		withChannels(state, (channels) => failTorrents(channels, channelOf(request), failure)),
};

/**
 * Returns the query for the playlists of the shown channel. `isBeside`: whether they are only needed for torrents, which
 * the service does not list otherwise.
 */
export function playlistsQuery(isBeside = false): AnyQuery {
	return {
		name: 'playlists',
		endpoint: 'listPlaylists',
		every: VISIBLE_MS,
		when: (state) => {
			const id = shownChannelId(state);
			if (id === undefined) return false;
			return !isBeside || shownPlaylist(state) !== undefined || isMissing(contentsOf(state.channels, id));
		},
		request: (state) => ({
			params: { channelid: shownChannelId(state) ?? '' },
			query: state.channels.isUnfiltered ? { disable_filter: true } : {},
		}),
		take: (state, { playlists }, at, _, request) =>
			withList(state, 'playlists', (rows) =>
				takeRequested(rows, channelOf(request), playlists, ({ id }) => String(id), at),
			),
		fail: (state, failure, request) =>
			withList(state, 'playlists', (rows) => failRequested(rows, channelOf(request), failure)),
	};
}

/** Returns the query for the feeds of the own channel. */
export function feedsQuery(isBeside = false): AnyQuery {
	return {
		name: 'feeds',
		endpoint: 'listFeeds',
		every: isBeside ? BESIDE_MS : VISIBLE_MS,
		when: ({ channels }) => Boolean(ownChannelId(channels)),
		request: ({ channels }) => ({ params: { channelid: ownChannelId(channels) ?? '' } }),
		take: (state, { rssfeeds }, at, _, request) =>
			withList(state, 'feeds', (rows) =>
				takeRequested(rows, channelOf(request), rssfeeds, ({ url }) => url, at),
			),
		fail: (state, failure, request) =>
			withList(state, 'feeds', (rows) => failRequested(rows, channelOf(request), failure)),
	};
}

/** Query for the items of the shown feed. */
export const itemsQuery: AnyQuery = {
	name: 'items',
	endpoint: 'listFeedItems',
	every: VISIBLE_MS,
	when: (state) => shownFeed(state) !== undefined,
	request: (state) => ({
		params: {
			channelid: ownChannelId(state.channels) ?? '',
			feed_url: shownFeed(state)?.url ?? '',
		},
	}),
	take: (state, { items }, at, _, request) =>
		withList(state, 'items', (rows) =>
			takeRequested(rows, feedOf(request), items, ({ uri, title }) => uri || title, at),
		),
	fail: (state, failure, request) =>
		withList(state, 'items', (rows) => failRequested(rows, feedOf(request), failure)),
};
