import type {
	ChannelOverview,
	ChannelTorrent,
	FeedItem,
	Playlist,
	RssFeed,
} from '../../protocol/resources/channel.ts';
import type { Failure } from '../connection/connection.ts';
import { notSampled, type Sampled } from '../connection/sampled.ts';
import { noOwnRows, type OwnRow, type OwnRows } from '../market/own-rows.ts';
import {
	type ChannelContents,
	noContents,
	type TorrentEvent,
	takeContents,
	takeTorrentEvent,
} from './contents.ts';
import {
	boundedDescription,
	boundedName,
	comparedId,
	type KnownChannel,
	type KnownTorrent,
} from './known.ts';
import { nothingRequested, type RequestedRows } from './requested-rows.ts';
import { noSearch, type SearchSlice } from './search.ts';

/** The user's own channel. */
interface OwnChannel extends Sampled {
	/** Undefined if it does not exist, and before the first answer. */
	readonly overview: ChannelOverview | undefined;
}

/** A playlist of a channel. */
export interface ChosenPlaylist {
	readonly channel: string;
	readonly id: number;
}

/** The channels. Times are Unix ms. */
export interface ChannelsSlice {
	readonly own: OwnChannel;
	/** Channels that our own service lists. */
	readonly listed: OwnRows<KnownChannel>;
	/** Channels of events, by compared id, the oldest first. The next list of the service replaces them. */
	readonly heard: ReadonlyMap<string, HeardChannel>;
	/** Torrents of channels, by compared id, the least recently changed channel first. */
	readonly contents: ReadonlyMap<string, ChannelContents>;
	/** Playlists of the chosen channel. */
	readonly playlists: RequestedRows<Playlist>;
	/** Feeds of the own channel. */
	readonly feeds: RequestedRows<RssFeed>;
	/** Items of the chosen feed. */
	readonly items: RequestedRows<FeedItem>;
	readonly search: SearchSlice;
	/** Id of the channel whose torrents and playlists are shown; undefined for the first one. */
	readonly chosen: string | undefined;
	/** The playlist whose torrents are shown; undefined for all torrents of the channel. */
	readonly playlist: ChosenPlaylist | undefined;
	/** URL of the feed whose items are shown; undefined for the first one. */
	readonly feed: string | undefined;
	/** Whether torrents are requested without the family filter. */
	readonly isUnfiltered: boolean;
}

interface HeardChannel {
	readonly channel: KnownChannel;
	readonly at: number;
}

export const initialChannels: ChannelsSlice = {
	own: { ...notSampled, overview: undefined },
	listed: noOwnRows,
	heard: new Map(),
	contents: new Map(),
	playlists: nothingRequested,
	feeds: nothingRequested,
	items: nothingRequested,
	search: noSearch,
	chosen: undefined,
	playlist: undefined,
	feed: undefined,
	isUnfiltered: false,
};

/** Maximum channels of events. */
const MAX_HEARD = 1_000;
/** Maximum torrents of all channels. Those of the least recently changed channels are dropped. */
const MAX_TORRENTS = 20_000;

/** Takes the answer to the request for the own channel. */
export function takeOwnChannel(
	channels: ChannelsSlice,
	overview: ChannelOverview,
	at: number,
): ChannelsSlice {
	return { ...channels, own: { at, failure: undefined, overview } };
}

/** Records that the request failed. 'Not found' means that the channel does not exist. */
export function failOwnChannel(channels: ChannelsSlice, failure: Failure, at: number): ChannelsSlice {
	const own: OwnChannel =
		failure.kind === 'not-found'
			? { at, failure: undefined, overview: undefined }
			: { ...channels.own, failure };
	return { ...channels, own };
}

/** Takes the list of the service, and drops the channels of events before its request. */
export function takeListedChannels(
	channels: ChannelsSlice,
	listed: OwnRows<KnownChannel>,
	sentAt: number,
): ChannelsSlice {
	const known = new Set(listed.list.map(({ item }) => comparedId(item.identifier)));
	const heard = new Map([...channels.heard].filter(([id, { at }]) => at >= sentAt && !known.has(id)));
	return { ...channels, listed, heard };
}

/** Takes an event about a discovered channel. */
export function takeChannelEvent(
	channels: ChannelsSlice,
	{ name = '', description, dispersy_cid: id = '' }: DiscoveredEvent,
	at: number,
): ChannelsSlice {
	if (id === '') return channels;
	const key = comparedId(id);
	const heard = new Map(channels.heard);
	heard.delete(key);
	heard.set(key, {
		at,
		channel: {
			identifier: boundedName(id),
			name: boundedName(name),
			...(description === undefined ? {} : { description: boundedDescription(description) }),
		},
	});
	for (const oldest of heard.keys()) {
		if (heard.size <= MAX_HEARD) break;
		heard.delete(oldest);
	}
	return { ...channels, heard };
}

interface DiscoveredEvent {
	readonly name?: string;
	readonly description?: string;
	readonly dispersy_cid?: string;
}

/** Returns the known torrents of a channel. */
export function contentsOf({ contents }: Pick<ChannelsSlice, 'contents'>, id: string): ChannelContents {
	return contents.get(comparedId(id)) ?? noContents;
}

/** Takes the torrents of a channel. `sentAt`: time of the request. */
export function takeTorrents(
	channels: ChannelsSlice,
	id: string,
	torrents: readonly ChannelTorrent[],
	at: number,
	sentAt: number,
): ChannelsSlice {
	return withContents(channels, id, takeContents(contentsOf(channels, id), torrents, at, sentAt));
}

/** Records that the request for the torrents of a channel failed. */
export function failTorrents(channels: ChannelsSlice, id: string, failure: Failure): ChannelsSlice {
	return withContents(channels, id, { ...contentsOf(channels, id), failure });
}

/**
 * Takes an event about a torrent of a channel. If the service lists torrents, those of channels that were never shown are
 * dropped: they are requested when the channel is shown.
 */
export function takeContentsEvent(
	channels: ChannelsSlice,
	id: string | undefined,
	event: TorrentEvent,
	at: number,
): ChannelsSlice {
	if (!id) return channels;
	const before = channels.contents.get(comparedId(id));
	if (channels.listed.at !== undefined && !before) return channels;
	return withContents(channels, id, takeTorrentEvent(before ?? noContents, event, at));
}

function withContents(channels: ChannelsSlice, id: string, changed: ChannelContents): ChannelsSlice {
	const key = comparedId(id);
	if (channels.contents.get(key) === changed) return channels;
	const contents = new Map(channels.contents);
	contents.delete(key);
	contents.set(key, changed);
	let count = [...contents.values()].reduce((sum, { list }) => sum + list.length, 0);
	for (const [oldest, { list }] of contents) {
		if (count <= MAX_TORRENTS || oldest === key) break;
		contents.delete(oldest);
		count -= list.length;
	}
	return { ...channels, contents };
}

/** Returns all known channels, the own one first. */
export function knownChannels({
	own,
	listed,
	heard,
}: Pick<ChannelsSlice, 'own' | 'listed' | 'heard'>): readonly OwnRow<KnownChannel>[] {
	const { overview } = own;
	const ownId = overview?.identifier === undefined ? undefined : comparedId(overview.identifier);
	const isOwn = ({ key, item }: OwnRow<KnownChannel>) => key === ownId || item.own === true;
	const others = listed.list.filter((row) => !isOwn(row));
	const ownRow = listed.list.find(isOwn) ?? (overview ? rowOfOverview(overview) : undefined);
	const known = new Set(listed.list.map(({ key }) => key));
	const rest = [...heard].flatMap(([key, { channel, at }]) =>
		known.has(key) || key === ownId ? [] : [{ key, item: channel, changedAt: at }],
	);
	return [...(ownRow ? [ownRow] : []), ...others, ...rest];
}

function rowOfOverview({ name, description, identifier = '' }: ChannelOverview): OwnRow<KnownChannel> {
	const item: KnownChannel = { identifier, name, description, own: true };
	return { key: comparedId(identifier), item, changedAt: 0 };
}

/** Returns the id of the own channel; undefined while it is unknown or does not exist. */
export function ownChannelId({ own, listed }: Pick<ChannelsSlice, 'own' | 'listed'>): string | undefined {
	return own.overview?.identifier ?? listed.list.find(({ item }) => item.own)?.item.identifier;
}

/** Returns the torrents of a playlist as torrents of the channel, which have trackers. */
export function playlistTorrents(
	playlist: Playlist,
	contents: ChannelContents,
): readonly OwnRow<KnownTorrent>[] {
	const known = new Map(contents.list.map((row) => [row.key, row]));
	const seen = new Set<string>();
	return (playlist.torrents ?? []).flatMap(({ id, ...torrent }) => {
		const key = comparedId(torrent.infohash);
		if (seen.has(key)) return [];
		seen.add(key);
		return [known.get(key) ?? { key, item: { ...torrent, trackers: [] }, changedAt: 0 }];
	});
}
