import type { FeedFilter } from '../../protocol/resources/channel.ts';
import type { AddedTorrent } from '../channels/channel-registry.ts';
import type { AddressScope } from '../connections/network.ts';
import type { Source } from '../downloads/source.ts';

export const itemStatuses = ['waiting', 'added', 'downloaded', 'failed', 'ignored'] as const;
export type ItemStatus = (typeof itemStatuses)[number];

/** A feed of the own channel. */
export interface FeedRecord {
	readonly number: number;
	/** As it was added. May contain credentials. */
	readonly url: string;
	title: string;
	/** Validators of the last response, or empty. */
	etag: string;
	lastModified: string;
	/** Minutes between checks that the document asks for; 0 if it does not. */
	ttlMinutes: number;
	/** Network of its server, the widest one so far. Undefined before the first connection. */
	scope: AddressScope | undefined;
	/** Unix times, s. The last check is undefined before the first one; the next one may be in the past. */
	lastCheck: number | undefined;
	nextCheck: number;
	/** Consecutive failed checks. */
	failures: number;
	/** Reason of the last failed check; empty after a success. */
	error: string;
	/** Condition for downloads; null if none of its items are downloaded. */
	filter: FeedFilter | null;
	/** Items with a higher number were found after the filter was set. */
	filterAfter: number;
	/** Number of known items, and how many of them were added to the channel. */
	items: number;
	added: number;
}

/** An item that a check found. Its key is unique in its feed. */
export interface FoundItem {
	readonly key: string;
	readonly title: string;
	/** Absolute; empty if it has no torrent. */
	readonly uri: string;
	readonly infohash: string | undefined;
	/** Bytes. */
	readonly size: number | undefined;
	/** Unix time, s. */
	readonly published: number | undefined;
}

/** A known item. Later ones have higher numbers. */
export interface ItemRecord extends FoundItem {
	readonly number: number;
	readonly feed: number;
	/** Unix time of the check that found it, s. */
	readonly found: number;
	readonly status: ItemStatus;
	/** Reason of a failure, or why it was ignored. */
	readonly reason: string;
	/** Failed attempts. */
	readonly attempts: number;
	/** Whether it was added to the channel. */
	readonly isInChannel: boolean;
}

/** The own channel, as feeds use it. */
export interface FeedChannel {
	/** Whether it is created. */
	readonly exists: boolean;
	/** `title`: name of a magnet link without one. */
	addTorrent(source: Source, feed: string, title: string): AddedTorrent;
	/** Returns the entry of an infohash, if it is in the channel. */
	torrent(infohash: string): { readonly feed: string | undefined } | undefined;
}

/** Adds a download durably, to a folder or to the default one. Does nothing if it exists. */
export type AddDownload = (source: Source, destination: string | undefined) => Promise<void>;
