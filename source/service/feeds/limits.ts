const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MIB = 1024 * 1024;

/** All limits of feeds. */
export const feedLimits = {
	/** Feeds of the channel. */
	maxFeeds: 200,
	/** Characters of the URL of a feed. */
	maxUrl: 2_000,
	/** Characters of the words of a filter. */
	maxWords: 1_000,
	/** A feed's document: bytes as sent and decoded, and items that are read. */
	maxSentBytes: 8 * MIB,
	maxDecodedBytes: 16 * MIB,
	maxItems: 2_000,
	/** Nested elements. */
	maxDepth: 64,
	/** Attributes of an element. Many of them would block the service. */
	maxAttributes: 100,
	/** Characters of an element's text that are read. */
	maxText: 16 * 1024,
	/** A request of a document, with lookup, redirects and body. */
	requestTimeoutMs: 30_000,
	maxRedirects: 5,
	/** Known items kept for each feed, so that they are not added again. */
	maxKnownItems: 10_000,
	/** Characters of the titles and addresses of these items. */
	maxKnownText: 8 * MIB,
	/** Characters of the reason of a failure. */
	maxError: 500,
	/** Feeds that are checked at a time, and items of one feed that are fetched at a time. */
	checksAtOnce: 4,
	fetchesAtOnce: 2,
	/** Feeds checked at a time whose last check failed. The other slots are for other feeds. */
	failingChecksAtOnce: 2,
	/** Items that a check fetches. The others wait for the next check. */
	maxFetchesPerCheck: 50,
	/** Time after which a check fetches no further item. */
	maxIntakeMs: 2 * MINUTE_MS,
	/** Attempts for an item, each in another check. */
	maxAttempts: 3,
	/** Time between checks: usual, and bounds of what a feed asks for. */
	intervalMs: 15 * MINUTE_MS,
	minIntervalMs: 10 * MINUTE_MS,
	maxIntervalMs: 24 * HOUR_MS,
	/** Maximum time after failures, if the server does not ask for more. */
	maxBackoffMs: 6 * HOUR_MS,
} as const;
