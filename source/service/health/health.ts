import type { TrackerReport } from './health-check.ts';

export interface HealthRequest {
	readonly infohash: string;
	/** Undefined for the default. A longer time than the maximum is shortened. */
	readonly timeoutSeconds: number | undefined;
	/** Whether to check again in spite of a recent result. */
	readonly refresh: boolean;
	/** Trackers besides those that the service knows for the torrent. */
	readonly trackers: readonly string[];
}

export interface BegunCheck {
	/** Resolves with the results by tracker. */
	readonly finished: Promise<ReadonlyMap<string, TrackerReport>>;
}

/** Trackers of a torrent in known channels. */
export interface ChannelTrackers {
	/** Those that the user added to the own channel. */
	readonly own: readonly string[];
	/** Those of other services and of feeds. They are asked only if they are in the internet. */
	readonly others: readonly string[];
}

/** Sources of a torrent for a check. */
export interface TorrentSources {
	readonly trackers: readonly string[];
	/** Private torrents use their own trackers only (BEP 27). */
	readonly isPrivate: boolean;
	/** Number of proxies. */
	readonly hops: number;
}
