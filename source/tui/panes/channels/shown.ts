import { sanitize } from '../../../format/sanitize.ts';
import type { Playlist, RssFeed } from '../../../protocol/resources/channel.ts';
import {
	contentsOf,
	knownChannels,
	ownChannelId,
	playlistTorrents,
} from '../../../state/channels/channels.ts';
import { comparedId, type KnownChannel, type KnownTorrent } from '../../../state/channels/known.ts';
import { type RequestedRows, rowsOf } from '../../../state/channels/requested-rows.ts';
import type { State } from '../../../state/core/state.ts';
import type { OwnRow } from '../../../state/market/own-rows.ts';
import { memoize } from '../../components/memoize.ts';
import { isMissing } from './absence.ts';
import { channelsText } from './texts.ts';

type ChannelState = Pick<State, 'channels'>;

const channelList = memoize(knownChannels);

/** Returns all known channels, the own one first. */
export function channelRowsOf({
	channels: { own, listed, heard },
}: ChannelState): readonly OwnRow<KnownChannel>[] {
	return channelList({ own, listed, heard });
}

/** Returns the name of the shown channel, sanitized; undefined without a channel. */
export function shownChannelName(state: ChannelState): string | undefined {
	const channel = shownChannel(state);
	return channel && sanitize(channel.name || channelsText.unnamed, 60);
}

/** Returns the channel whose torrents and playlists are shown: the chosen one, known or not, else the first one. */
export function shownChannel(state: ChannelState): KnownChannel | undefined {
	const rows = channelRowsOf(state);
	const { chosen } = state.channels;
	if (chosen === undefined) return rows[0]?.item;
	const known = rows.find(({ key }) => key === comparedId(chosen))?.item;
	return known ?? foundChannel(state, chosen) ?? { identifier: chosen, name: '' };
}

/** Returns a channel that the last search found. */
function foundChannel({ channels }: ChannelState, id: string): KnownChannel | undefined {
	for (const { item } of channels.search.list) {
		if (item.kind === 'channel' && comparedId(item.channel.identifier) === comparedId(id))
			return item.channel;
	}
	return undefined;
}

/** Returns the id of the shown channel, to request it; undefined if it is unknown. */
export function shownChannelId(state: ChannelState): string | undefined {
	return shownChannel(state)?.identifier || undefined;
}

/** Returns the playlists of the shown channel. */
export function shownPlaylists(state: ChannelState): RequestedRows<Playlist> {
	return rowsOf(state.channels.playlists, shownChannelId(state) ?? '');
}

/** Returns the playlist whose torrents are shown; undefined if all torrents of the channel are. */
export function shownPlaylist(state: ChannelState): Playlist | undefined {
	const { playlist } = state.channels;
	if (!playlist || playlist.channel !== shownChannelId(state)) return undefined;
	return shownPlaylists(state).list.find(({ item }) => item.id === playlist.id)?.item;
}

const torrentList = memoize(
	({
		contents,
		playlist,
		playlists,
	}: {
		readonly contents: ReturnType<typeof contentsOf>;
		readonly playlist: Playlist | undefined;
		readonly playlists: RequestedRows<Playlist>['list'];
	}): readonly OwnRow<KnownTorrent>[] => {
		if (playlist) return playlistTorrents(playlist, contents);
		if (!isMissing(contents)) return contents.list;
		// The playlists have torrents that no event reports.
		const rows = new Map(contents.list.map((row) => [row.key, row]));
		for (const { item } of playlists) {
			for (const row of playlistTorrents(item, contents)) if (!rows.has(row.key)) rows.set(row.key, row);
		}
		return [...rows.values()];
	},
);

/** Returns the torrents of the shown channel, or of its shown playlist. */
export function shownTorrents(state: ChannelState): readonly OwnRow<KnownTorrent>[] {
	const contents = contentsOf(state.channels, shownChannelId(state) ?? '');
	return torrentList({
		contents,
		playlist: shownPlaylist(state),
		playlists: isMissing(contents) ? shownPlaylists(state).list : noPlaylists,
	});
}

const noPlaylists: RequestedRows<Playlist>['list'] = [];

/** Returns the feeds of the own channel. */
export function ownFeeds({ channels }: ChannelState): RequestedRows<RssFeed> {
	return rowsOf(channels.feeds, ownChannelId(channels) ?? '');
}

/** Returns the feed whose items are shown: the chosen one, else the first one. */
export function shownFeed(state: ChannelState): RssFeed | undefined {
	const { list } = ownFeeds(state);
	return (list.find(({ item }) => item.url === state.channels.feed) ?? list[0])?.item;
}
