import type { ChannelTorrent } from '../../protocol/resources/channel.ts';
import { notSampled, type Sampled } from '../connection/sampled.ts';
import { type OwnRow, takeOwnRows } from '../market/own-rows.ts';
import { comparedId, type KnownTorrent } from './known.ts';

/** An event about a torrent of a channel. */
export type TorrentEvent =
	| { readonly type: 'discovered'; readonly torrent: KnownTorrent }
	| { readonly type: 'removed'; readonly infohash: string };

/** The torrents of a channel, as far as they are known. */
export interface ChannelContents extends Sampled {
	/** In the order of the service; torrents of events last. */
	readonly list: readonly OwnRow<KnownTorrent>[];
	/** Events since the last request, applied again to its answer. Times are Unix ms. */
	readonly recent: readonly { readonly at: number; readonly event: TorrentEvent }[];
}

export const noContents: ChannelContents = { ...notSampled, list: [], recent: [] };

/** Maximum torrents of a channel, as services accept them. */
const MAX_TORRENTS = 5_000;
/** Maximum number of remembered events. An answer that takes longer is corrected by the next one. */
const MAX_RECENT = 5_000;

/**
 * Takes all torrents of a channel. Events that arrived after the request was sent are applied again, because the answer
 * may be older than they are. Unchanged rows stay the same objects.
 */
export function takeContents(
	before: ChannelContents,
	torrents: readonly ChannelTorrent[],
	at: number,
	sentAt: number,
): ChannelContents {
	const unique = [...new Map(torrents.map((torrent) => [comparedId(torrent.infohash), torrent])).values()];
	const recent = before.recent.filter((event) => event.at >= sentAt);
	const rows = takeOwnRows<KnownTorrent>(before, unique, ({ infohash }) => comparedId(infohash), at);
	const answered: ChannelContents = { ...rows, recent };
	return recent.reduce((now, { event, at: eventAt }) => withEvent(now, event, eventAt), answered);
}

/** Takes an event about a torrent. */
export function takeTorrentEvent(before: ChannelContents, event: TorrentEvent, at: number): ChannelContents {
	const recent = [...before.recent.slice(1 - MAX_RECENT), { at, event }];
	// Without a list of the service, nothing has to be corrected.
	return withEvent(before.at === undefined && before.failure ? before : { ...before, recent }, event, at);
}

function withEvent(before: ChannelContents, event: TorrentEvent, at: number): ChannelContents {
	const key = comparedId(event.type === 'removed' ? event.infohash : event.torrent.infohash);
	const index = before.list.findIndex((row) => row.key === key);
	if (event.type === 'removed') {
		return index < 0 ? before : { ...before, list: before.list.toSpliced(index, 1) };
	}
	const old = before.list[index];
	// An event has fewer fields than the list.
	if (old && old.item.id !== undefined) return before;
	if (!old && before.list.length >= MAX_TORRENTS) return before;
	const row = { key, item: event.torrent, changedAt: at };
	return { ...before, list: old ? before.list.with(index, row) : [...before.list, row] };
}
