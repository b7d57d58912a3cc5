import { type MethodsOf, method } from '../rpc/methods.ts';

/** Failures of the methods. */
export const dhtText = {
	disabled: 'The DHT is turned off.',
	noResponse: 'No node of the DHT responded.',
	invalidItem: 'The item for the DHT is too long, or its signature is wrong.',
} as const;

/** Size of a swarm according to the DHT. */
export interface DhtHealth {
	/** Estimates (BEP 33); null if no node supports them. */
	readonly seeders: number | null;
	readonly leechers: number | null;
	/** Distinct peers in the responses. */
	readonly peers: number;
	/** Nodes that responded. */
	readonly nodes: number;
}

/** A signed mutable item of the DHT (BEP 44). Its target is the SHA-1 of key and salt. */
export interface DhtItem {
	/** Ed25519 public key, 32 bytes. */
	readonly key: Uint8Array;
	readonly salt: Uint8Array;
	readonly sequence: number;
	/** The value before bencoding, at most 900 bytes. */
	readonly value: Uint8Array;
	readonly signature: Uint8Array;
}

/**
 * Methods for the DHT of downloads without hops. All reject with a sentence of `dhtText` if it is disabled or if no
 * node responds.
 */
export const dhtMethods = {
	/** Walks to the nodes closest to an infohash and asks them for its peers. Takes at most `timeoutMs`. */
	dhtHealth: method<(infohash: string, timeoutMs: number) => DhtHealth>(),
	/** Stores an item. Returns the number of nodes that have it now; 0 if they have a newer one. */
	dhtPut: method<(item: DhtItem) => number>(),
	/** Returns the newest valid item of a key and a salt; null if there is none. */
	dhtGet: method<(key: Uint8Array, salt: Uint8Array) => DhtItem | null>(),
};

export type DhtEngine = MethodsOf<typeof dhtMethods>;
