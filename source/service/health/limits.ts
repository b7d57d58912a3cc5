/** Limits of health checks. */
export const healthLimits = {
	defaultTimeoutMs: 20_000,
	maxTimeoutMs: 60_000,
	/** Minimum time for a tracker, also if many share the time of a check. */
	minTrackerTimeoutMs: 3_000,
	/** Age at which a result is not used instead of a check. */
	maxAgeMs: 5 * 60_000,
	/** Trackers that one request may name. */
	requestTrackers: 20,
	/** Trackers of one check. Others of the torrent are left out. */
	trackers: 50,
	/** Concurrent requests to trackers, of all checks. */
	concurrentRequests: 8,
	/** Torrents in one request to a tracker. An UDP packet has room for 74. */
	torrentsPerRequest: 70,
	/** Remembered results. */
	results: 5_000,
} as const;
