import type { AddedTorrent } from '../channels/channel-registry.ts';
import type { Source } from '../downloads/source.ts';

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
