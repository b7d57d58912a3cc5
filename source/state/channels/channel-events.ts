import type { EventPayload } from '../../protocol/events/events.ts';
import { type ChannelsSlice, takeContentsEvent } from './channels.ts';
import { boundedName, boundedTrackers, type KnownTorrent } from './known.ts';

/** Takes the event `torrent_discovered`. */
export function takeDiscovered(
	channels: ChannelsSlice,
	{ infohash = '', name = '', trackers = [], files, dispersy_cid: id }: EventPayload<'torrent_discovered'>,
	at: number,
): ChannelsSlice {
	if (infohash === '') return channels;
	const torrent: KnownTorrent = {
		infohash: boundedName(infohash),
		name: boundedName(name),
		trackers: boundedTrackers(trackers),
		// Our own service reports the first files only. Its list has the size.
		...(files && files.length > 0 && channels.listed.at === undefined ? { size: sizeOf(files) } : {}),
	};
	return takeContentsEvent(channels, id, { type: 'discovered', torrent }, at);
}

function sizeOf(files: readonly { readonly size?: number }[]): number {
	return files.reduce((sum, { size = 0 }) => sum + Math.max(0, size), 0);
}

/** Takes the event `torrent_removed_from_channel`. */
export function takeRemoved(
	channels: ChannelsSlice,
	{ infohash = '', dispersy_cid: id }: EventPayload<'torrent_removed_from_channel'>,
	at: number,
): ChannelsSlice {
	return infohash === '' ? channels : takeContentsEvent(channels, id, { type: 'removed', infohash }, at);
}
