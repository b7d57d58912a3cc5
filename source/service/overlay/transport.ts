import type { Duplex } from 'node:stream';

/** A connection to another service. The overlay encrypts and authenticates the bytes. */
export interface TransportConnection {
	readonly stream: Duplex;
	/** Whether this service opened it. */
	readonly isOutgoing: boolean;
	/** host:port at which the other service accepts connections; undefined if unknown. */
	readonly address: string | undefined;
	/** IP address of the other end; undefined if unknown. */
	readonly host: string | undefined;
}

export interface TransportListener {
	connected(connection: TransportConnection): void;
	/** `reason` has no period. */
	unreachable(address: string, reason: string): void;
}

/** Carries bytes between services. Implementations: the engine's peer connections (BEP 10), and sockets in tests. */
export interface OverlayTransport {
	/** Resolves when the other services can connect. Its own recovery after a failure of the engine is not visible. */
	start(listener: TransportListener): Promise<void>;
	/** Tries one connection to host:port. The result is reported to the listener. */
	dial(address: string): void;
	/** Ends all connections. */
	close(): Promise<void>;
}
