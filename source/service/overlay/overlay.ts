import type { Verdict } from '../../basics/verdict.ts';

/** A message whose signature, purpose, recipient, age and size were checked. */
export interface OverlayMessage {
	/** Id of the service that signed it: its public key (Ed25519), 64 lower-case hexadecimal digits. */
	readonly from: string;
	/** Id of the connected service that delivered it. The same as `from`, unless it was published or relayed. */
	readonly via: string;
	readonly body: Uint8Array;
	/** Unix time of the signature, ms. At most a few minutes in the future. */
	readonly sentMs: number;
	/** The whole signed message. `Overlay.open` accepts it again until it expires. */
	readonly envelope: Uint8Array;
}

/** A user of the overlay. Methods must be fast and must not throw. */
export interface OverlayTopic {
	/** A message to all services. 'accept' forwards it to the other peers. Called once for equal messages. */
	published(message: OverlayMessage): Verdict;
	/** A message to this service alone. It may arrive more than once, late, or never. */
	received(message: OverlayMessage): Verdict;
	/** A service connected and proved its identity. */
	connected?(peer: string): void;
	disconnected?(peer: string): void;
}

export interface OverlayPeer {
	readonly id: string;
	readonly isOutgoing: boolean;
	/** host:port; undefined if unknown. */
	readonly address: string | undefined;
	readonly connectedMs: number;
}

/**
 * Signed messages between services. Delivery is not guaranteed: users repeat messages, and their messages can be
 * repeated.
 */
export interface Overlay {
	/** Id of this service. */
	readonly id: string;
	/**
	 * Sets the user of a topic. Messages of a topic without a user are ignored. Services that are already connected are
	 * reported soon after.
	 */
	join(topic: string, user: OverlayTopic): void;
	/** Removes the user of a topic. */
	leave(topic: string): void;
	/** Connects to others. */
	start(): Promise<void>;
	/**
	 * Signs a message and sends it to all connected peers, which forward it. `expiresMs` is a Unix time. Returns its
	 * envelope.
	 */
	publish(topic: string, body: Uint8Array, expiresMs: number): Uint8Array;
	/** Checks a published message that arrived by another way, as in a reply. Undefined if invalid or expired. */
	open(topic: string, envelope: Uint8Array): Omit<OverlayMessage, 'via'> | undefined;
	/** Sends a message to one service: directly, or sealed and relayed by others if it is not connected. */
	send(to: string, topic: string, body: Uint8Array): void;
	/**
	 * Adds an address at which a service claims to be. It is tried if connections are missing. `network`: an address of
	 * the network in which the claim was made, undefined for the internet. Addresses of smaller networks are ignored.
	 */
	learn(address: string, id: string, network?: string): void;
	/** Ends the connection to a service and ignores it from now on, also after a restart. */
	block(id: string, reason: string): void;
	isBlocked(id: string): boolean;
	/** Blocked services, with the reason. */
	blockedServices(): readonly { readonly id: string; readonly reason: string }[];
	/** Accepts a blocked service again. Returns false if it was not blocked. */
	unblock(id: string): boolean;
	/** Returns the network of a connected service. Undefined if it is not connected, or on loopback. */
	networkOf(id: string): string | undefined;
	peers(): readonly OverlayPeer[];
	close(): Promise<void>;
}

/** Maximum size of a body, bytes. */
export const MAX_BODY_BYTES = 12_000;
