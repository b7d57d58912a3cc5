import type { ChannelTorrent, PlaylistTorrent } from '../../protocol/resources/channel.ts';
import type { ChannelEntry } from '../../protocol/resources/metadata.ts';
import type { ChannelSummary, KnownHealth, TorrentEntry } from './channel-registry.ts';
import { PUBLISHED_STATUS } from './torrent-draft.ts';

/** Types of entries, as in services in the field. */
const entryTypes = { torrent: 300, channel: 400 } as const;

/** Id of the entry of a channel itself. Its torrents have it as origin_id. */
export const CHANNEL_ENTRY_ID = 0n;

interface Swarm {
	readonly num_seeders: number;
	readonly num_leechers: number;
	/** Unix time, s. 0 if it was never checked. */
	readonly last_tracker_check: number;
}

function swarmOf(infohash: string, health: KnownHealth): Swarm {
	const known = health(infohash);
	return {
		num_seeders: known?.seeders ?? 0,
		num_leechers: known?.leechers ?? 0,
		last_tracker_check: known?.checked ?? 0,
	};
}

const sizeOf = ({ size }: TorrentEntry) => (size === undefined ? {} : { size });

export function playlistTorrent(entry: TorrentEntry, health: KnownHealth): PlaylistTorrent {
	const { id, infohash, name, category } = entry;
	return { id, infohash, name, category, ...sizeOf(entry), ...swarmOf(infohash, health) };
}

export function channelTorrent(entry: TorrentEntry, health: KnownHealth): ChannelTorrent {
	const { trackers, created, feed } = entry;
	return {
		...playlistTorrent(entry, health),
		id: entry.id,
		trackers: [...trackers],
		created,
		...(feed === undefined ? {} : { feed }),
	};
}

/** Returns the metadata entry of a torrent. */
export function torrentEntry(channel: string, entry: TorrentEntry, health: KnownHealth): ChannelEntry {
	const { status, created, ...torrent } = entry;
	return {
		type: entryTypes.torrent,
		...playlistTorrent({ status, created, ...torrent }, health),
		public_key: channel,
		origin_id: CHANNEL_ENTRY_ID,
		status,
		created,
	};
}

/** Returns the metadata entry of a channel itself. */
export function channelEntry(
	channel: ChannelSummary & { readonly created: number; readonly bytes: number },
): ChannelEntry {
	return {
		type: entryTypes.channel,
		id: CHANNEL_ENTRY_ID,
		public_key: channel.id,
		origin_id: CHANNEL_ENTRY_ID,
		name: channel.name,
		category: '',
		status: PUBLISHED_STATUS,
		created: channel.created,
		torrents: channel.torrentCount,
		state: channel.isOwn ? 'Personal' : 'Complete',
		subscribed: true,
		votes: 0,
		dirty: false,
		description_flag: channel.description !== '',
		thumbnail_flag: false,
	};
}

/** Returns a channel found by a search, as services in the field send it. */
export function channelResult({ id, name, description, torrentCount, updated, isOwn }: ChannelSummary) {
	return {
		id: CHANNEL_ENTRY_ID,
		public_key: id,
		dispersy_cid: id,
		name,
		description,
		torrents: torrentCount,
		modified: updated,
		can_edit: isOwn,
	};
}

/** Returns a torrent found by a search, as services in the field send it. */
export function torrentResult(channel: string, entry: TorrentEntry, health: KnownHealth) {
	return {
		...playlistTorrent(entry, health),
		public_key: channel,
		dispersy_cid: channel,
		trackers: entry.trackers,
		created: entry.created,
	};
}
