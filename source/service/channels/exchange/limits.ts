/** Limits of the exchange of channels with other services. They bound memory, traffic and work that others cause. */
export const exchangeLimits = {
	/** Age at which the own head is signed again. */
	renewMs: 24 * 3_600_000,
	/** Least difference of two signatures of a version. Earlier ones are ignored. */
	minRenewMs: 3_600_000,
	/** Time between a change of the own channel and its publication. */
	publishDelayMs: 1_000,
	/** Interval of the lists of known channels to each peer. */
	announceMs: 5 * 60_000,
	/** Interval of the search for expired heads. */
	checkMs: 3_600_000,
	/** Time for an answer of a peer. */
	answerMs: 10_000,
	/** Time after which a fetch lets others pass. A slow deliverer must not keep its slot. */
	turnMs: 30_000,
	/** Turns without a page after which a fetch ends, and turns before the first page. */
	emptyTurns: 20,
	firstTurns: 3,
	/** Channels fetched at a time, and those that wait. Newer versions of stored channels may always wait. */
	fetches: 4,
	waitingFetches: 100,
	/** Unanswered requests for pages to one peer. */
	window: 16,
	/** Requested pages and their bytes from one peer. Less than the overlay accepts. */
	requestedPages: { perSecond: 50, burst: 150 },
	requestedBytes: { perSecond: 128 * 1024, burst: 1024 * 1024 },
	/** Pages and heads for one peer. Requests beyond are ignored. */
	servedPages: { perSecond: 100, burst: 400 },
	servedHeads: { perSecond: 5, burst: 400 },
	/** Channels whose pages are made again for one peer. */
	madePages: { perSecond: 0.2, burst: 8 },
	/** Pages for all peers together, and channels whose pages are made again. A new identity costs nothing. */
	allServedPages: { perSecond: 400, burst: 2_000 },
	allMadePages: { perSecond: 1, burst: 20 },
	/** Bytes of pages that are kept in memory for peers. */
	cachedBytes: 16 * 1024 * 1024,
	/** Bytes of new versions of one channel. */
	channelBytes: { perSecond: 64 * 1024, burst: 8 * 1024 * 1024 },
	/** Bytes of complete versions of all channels, which are decoded and stored as a whole. */
	processedBytes: { perSecond: 512 * 1024, burst: 32 * 1024 * 1024 },
	/** New channels that a source introduces. A source is a network, or a service without one. */
	newChannels: { perSecond: 20 / 3_600, burst: 20 },
	/** All channels that a source has introduced since the start. */
	ofSource: { channels: 50, torrents: 12_500, bytes: 16 * 1024 * 1024 },
	/** Unfulfilled offers after which the offers of a peer are ignored, and for how long. */
	brokenOffers: 10,
	ignoreOffersMs: 3_600_000,
	/** First time for which the author of a lying channel is ignored. It doubles each time, up to the maximum. */
	distrustMs: 3_600_000,
	maxDistrustMs: 7 * 24 * 3_600_000,
	/** Searches of one peer, of all peers together, and own searches. */
	peerSearches: { perSecond: 0.5, burst: 5 },
	allSearches: { perSecond: 4, burst: 20 },
	ownSearches: { perSecond: 1, burst: 5 },
	/** Time in which the channels found by an own search are fetched. */
	searchMs: 60_000,
	/** Heads in the answer to a search. */
	foundChannels: 10,
};

export type ExchangeLimits = Readonly<typeof exchangeLimits>;

/** Validity of a head, and some time for the clock between its signature and its expiry. */
export const HEAD_LIFETIME_MS = 30 * 24 * 3_600_000;
export const MAX_LIFETIME_MS = HEAD_LIFETIME_MS + 60_000;

/** Maximum size of a page, bytes. */
export const MAX_PAGE_BYTES = 8_192;
/** Maximum size of all pages with contents of a channel, bytes. */
export const MAX_CHANNEL_BYTES = 4 * 1024 * 1024;
/** Maximum number of pages with contents: one for each torrent, and those of playlists. */
export const MAX_PAGES = 7_000;
/** Maximum size of a torrent as JSON, bytes. */
export const MAX_ENTRY_BYTES = 1_000;
/** Pages in one request. */
export const MAX_REQUESTED_PAGES = 16;
/** Channels in one list, and heads that one message requests. */
export const MAX_LISTED = 90;
/** Offers of one peer that are remembered. */
export const MAX_OFFERS = 400;
/** Maximum difference to the future between the clocks of two services, s. */
export const MAX_FUTURE_S = 300;
/** Words of a search, and their length. */
export const MAX_WORDS = 10;
export const MAX_WORD_LENGTH = 100;
/** Peers whose use of the limits is remembered, also while they are not connected. */
export const MAX_KNOWN_PEERS = 1_000;
/** Sources whose new channels are counted. */
export const MAX_SOURCES = 10_000;
