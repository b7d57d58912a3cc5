import type { ChannelTorrent, DiscoveredChannel } from '../../protocol/resources/channel.ts';

/** A channel that a service lists, that events reported, or the user's own one. Its texts are untrusted. */
export type KnownChannel = DiscoveredChannel;

/** A torrent of a channel. Only our own service reports ids of metadata entries. Its texts are untrusted. */
export interface KnownTorrent extends Omit<ChannelTorrent, 'id'> {
	readonly id?: bigint;
}

/** Maximum characters of stored texts from events. */
const MAX_NAME_LENGTH = 500;
const MAX_DESCRIPTION_LENGTH = 2_000;
const MAX_URL_LENGTH = 2_000;
/** Maximum trackers of a torrent. */
const MAX_TRACKERS = 50;

export const boundedName = (text: string): string => text.slice(0, MAX_NAME_LENGTH);
export const boundedDescription = (text: string): string => text.slice(0, MAX_DESCRIPTION_LENGTH);

/** Returns the first trackers without those that are too long. */
export function boundedTrackers(trackers: readonly string[]): string[] {
	return trackers.filter((url) => url.length <= MAX_URL_LENGTH).slice(0, MAX_TRACKERS);
}

/** Returns the form of a channel id or an infohash that is compared. Services differ in its case. */
export function comparedId(id: string): string {
	return id.toLowerCase();
}
