/** Limits of the overlay. They bound its memory and the work that others can cause. */
export const overlayLimits = {
	/** Connections to other services, and how many of them are kept for outgoing ones. */
	connections: 40,
	outgoing: 8,
	/** Connections in each direction whose service is not proved yet, and the time for that. */
	handshakes: 16,
	handshakeMs: 10_000,
	/** Incoming connections whose service is examined. Others are refused. */
	incoming: { perSecond: 10, burst: 60 },
	/** The same of one network, and the incoming connections of one network. See `ShareOf`. */
	networkIncoming: { perSecond: 0.2, burst: 12 },
	networkConnections: 4,
	/** Time without an accepted message after which an incoming connection may end for a new one. */
	idleMs: 10 * 60_000,
	/** Frames and bytes of one peer. Faster peers are read more slowly. */
	peerFrames: { perSecond: 100, burst: 300 },
	peerBytes: { perSecond: 256 * 1024, burst: 4 * 1024 * 1024 },
	/** A peer that is slowed down for more than `floodMs` of `floodWindowMs`, and sends on meanwhile, is blocked. */
	floodMs: 15_000,
	floodWindowMs: 60_000,
	/** Published messages of one author, and sealed messages that one peer passes on. Others are dropped. */
	authorMessages: { perSecond: 10, burst: 200 },
	relayedMessages: { perSecond: 5, burst: 100 },
	/**
	 * Messages of others that this service passes on, and their bytes. Less than others accept of one peer: a flood
	 * from many sides must not make this service flood its peers.
	 */
	forwardedMessages: { perSecond: 50, burst: 200 },
	forwardedBytes: { perSecond: 128 * 1024, burst: 2 * 1024 * 1024 },
	/** Unsent bytes of one peer, and of all together. Messages beyond are dropped. */
	peerBacklog: 4 * 1024 * 1024,
	totalBacklog: 32 * 1024 * 1024,
	/** A peer that does not read for this time, while its backlog is full, is disconnected. */
	backlogMs: 30_000,
	/** Interval of keep-alive frames, and the silence after which a peer is disconnected. */
	pingMs: 60_000,
	silenceMs: 180_000,
	/** Time for in-flight messages of a connection that another one replaces. */
	retireMs: 2_000,
	/** Violations that block a peer. One is forgiven in each `forgiveMs`. */
	offenses: 10,
	forgiveMs: 60_000,
	/** Time of the first block. It doubles with each further one, up to the maximum. */
	blockMs: 60_000,
	maxBlockMs: 24 * 3_600_000,
	/** Delays between attempts to connect: the first, the maximum, and that of configured peers. */
	retryMs: 1_000,
	maxRetryMs: 3_600_000,
	maxConfiguredRetryMs: 60_000,
	/** Attempts to connect at a time, and the time for each of them. */
	dials: 4,
	dialMs: 30_000,
};

export type OverlayLimits = Readonly<typeof overlayLimits>;

/** Messages remembered to recognize copies. */
export const MAX_SEEN_MESSAGES = 20_000;
/** Authors whose keys and rates are remembered. */
export const MAX_KNOWN_AUTHORS = 10_000;
/** Networks whose connections are counted. */
export const MAX_KNOWN_NETWORKS = 10_000;
/** Services whose violations are remembered. */
export const MAX_KNOWN_OFFENDERS = 10_000;
/** Age up to which published and direct messages are accepted. Older ones are in the books of others. */
export const MAX_AGE_MS = 10 * 60_000;
/** Validity of a message to one service. */
export const DIRECT_LIFETIME_MS = 5 * 60_000;
