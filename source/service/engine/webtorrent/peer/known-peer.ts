import type Wire from 'bittorrent-protocol';

/** A peer to which a download can connect. */
export interface KnownPeer {
	readonly list: PeerList;
	/** host:port */
	readonly address: string;
	/** Source of the address. */
	readonly source: string | null;
	readonly endpoint: Endpoint;
	state: 'idle' | 'connecting' | 'connected';
	/** Consecutive failed attempts. */
	failures: number;
	/** Time of the next attempt, `performance.now()`. */
	due: number;
	/** Whether the next attempt is unencrypted. Alternates after each refusal. */
	plain: boolean;
	/** Whether it had all pieces when we needed none. */
	seed: boolean;
	wire: Wire | null;
	/** Time of its last handshake, `performance.now()`. */
	connectedAt: number;
}

/** Address of a peer, with the connection history of all downloads. */
export interface Endpoint {
	readonly key: string;
	/** Downloads that know it and are not connected, longest waiting first. */
	readonly waiting: Set<KnownPeer>;
	/** Peers not dialed only because of the attempt limit. */
	readonly blocked: Set<KnownPeer>;
	readonly connected: Set<KnownPeer>;
	attempts: number;
	maxAttempts: number;
	/** Consecutive attempts that did not reach the address. */
	unreachable: number;
	/** Consecutive attempts that reached it and ended before the handshake. */
	refusals: number;
	/** Earliest next attempt, `performance.now()`. */
	notBefore: number;
}

/** Result of an attempt; 'aborted' has no information about the address. */
export type Outcome = 'connected' | 'refused' | 'unreachable' | 'aborted';

/** Known peers of one download, as the dialer uses them. */
export interface PeerList {
	/** Whether something is missing and no connected peer has any of it. */
	readonly starving: boolean;
	/** Time before which no attempt is due, `performance.now()`. */
	readonly idleUntil: number;
	/** Number of connected peers, incoming and outgoing. */
	readonly connections: number;
	peers(): Iterable<KnownPeer>;
	/** Schedules a search for due peers. */
	schedule(): void;
	/** Whether a connection to this peer is useful. */
	isUseful(peer: KnownPeer): boolean;
	/** Returns the next peer to try; undefined if none is due. Then `idleUntil` is the time of the next one. */
	next(now: number): KnownPeer | undefined;
	/** Connects to a peer and reports the result to the dialer. */
	dial(peer: KnownPeer): void;
	/** Closes connections to seeds when nothing is needed, to free their slots. */
	closeUseless(): void;
	/** Closes the connection if neither side is interested. Returns whether it did. */
	closeIdle(peer: KnownPeer, idleSince: number): boolean;
	/** Closes one idle connection. Returns whether it did. */
	closeOneIdle(idleSince: number): boolean;
	/** Closes the slowest connection. */
	closeSlowest(): void;
}
