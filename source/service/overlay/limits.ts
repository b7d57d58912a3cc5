import type { Rate } from '../../concurrency/token-bucket.ts';

/** Limits of the overlay. They bound its memory and the work that others can cause. */
export interface OverlayLimits {
	/** Connections to other services, and how many of them are kept for outgoing ones. */
	readonly connections: number;
	readonly outgoing: number;
	/** Connections in each direction whose service is not proved yet, and the time for that. */
	readonly handshakes: number;
	readonly handshakeMs: number;
	/** Incoming connections whose service is examined. Others are refused. */
	readonly incoming: Rate;
	/** The same of one network, and the incoming connections of one network. See `ShareOf`. */
	readonly networkIncoming: Rate;
	readonly networkConnections: number;
	/** Time without an accepted message after which an incoming connection may end for a new one. */
	readonly idleMs: number;
	/** Frames and bytes of one peer. Faster peers are read more slowly. */
	readonly peerFrames: Rate;
	readonly peerBytes: Rate;
	/** A peer that is slowed down for more than `floodMs` of `floodWindowMs`, and sends on meanwhile, is blocked. */
	readonly floodMs: number;
	readonly floodWindowMs: number;
	/** Published messages of one author, and sealed messages that one peer passes on. Others are dropped. */
	readonly authorMessages: Rate;
	readonly relayedMessages: Rate;
	/**
	 * Messages of others that this service passes on, and their bytes. Less than others accept of one peer: a flood
	 * from many sides must not make this service flood its peers.
	 */
	readonly forwardedMessages: Rate;
	readonly forwardedBytes: Rate;
	/** Unsent bytes of one peer, and of all together. Messages beyond are dropped. */
	readonly peerBacklog: number;
	readonly totalBacklog: number;
	/** A peer that does not read for this time, while its backlog is full, is disconnected. */
	readonly backlogMs: number;
	/** Interval of keep-alive frames, and the silence after which a peer is disconnected. */
	readonly pingMs: number;
	readonly silenceMs: number;
	/** Time for in-flight messages of a connection that another one replaces. */
	readonly retireMs: number;
	/** Violations that block a peer. One is forgiven in each `forgiveMs`. */
	readonly offences: number;
	readonly forgiveMs: number;
	/** Time of the first block. It doubles with each further one, up to the maximum. */
	readonly blockMs: number;
	readonly maxBlockMs: number;
	/** Delays between attempts to connect: the first, the maximum, and that of configured peers. */
	readonly retryMs: number;
	readonly maxRetryMs: number;
	readonly maxConfiguredRetryMs: number;
	/** Attempts to connect at a time, and the time for each of them. */
	readonly dials: number;
	readonly dialMs: number;
}

export const overlayLimits: OverlayLimits = {
	connections: 40,
	outgoing: 8,
	handshakes: 16,
	handshakeMs: 10_000,
	incoming: { perSecond: 10, burst: 60 },
	networkIncoming: { perSecond: 0.2, burst: 12 },
	networkConnections: 4,
	idleMs: 10 * 60_000,
	peerFrames: { perSecond: 100, burst: 300 },
	peerBytes: { perSecond: 256 * 1024, burst: 4 * 1024 * 1024 },
	floodMs: 15_000,
	floodWindowMs: 60_000,
	authorMessages: { perSecond: 10, burst: 200 },
	relayedMessages: { perSecond: 5, burst: 100 },
	forwardedMessages: { perSecond: 50, burst: 200 },
	forwardedBytes: { perSecond: 128 * 1024, burst: 2 * 1024 * 1024 },
	peerBacklog: 4 * 1024 * 1024,
	totalBacklog: 32 * 1024 * 1024,
	backlogMs: 30_000,
	pingMs: 60_000,
	silenceMs: 180_000,
	retireMs: 2_000,
	offences: 10,
	forgiveMs: 60_000,
	blockMs: 60_000,
	maxBlockMs: 24 * 3_600_000,
	retryMs: 1_000,
	maxRetryMs: 3_600_000,
	maxConfiguredRetryMs: 60_000,
	dials: 4,
	dialMs: 30_000,
};

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
