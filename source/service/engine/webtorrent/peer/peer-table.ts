import type { Destination } from '../../../proxies/socks5.ts';
import type { Dialer } from './dialer.ts';
import type { KnownPeer, PeerList } from './known-peer.ts';

/** Maximum known peers of a torrent. One message of peer exchange can name thousands. */
const MAX_KNOWN_PEERS = 2_000;
/** Maximum ports per host, so that peers cannot make us scan ports. */
const MAX_PEERS_OF_HOST = 32;
/** Consecutive failures after which a peer may be replaced, and is forgotten if enough peers are connected. */
export const MANY_FAILURES = 4;

let hiddenScopes = 0;

/** Table of the known peers of one download, limited in total and per host. Registers them at the dialer. */
export class PeerTable {
	readonly #dialer: Dialer;
	readonly #scope: string;
	readonly #peers = new Map<string, KnownPeer>();
	/** Number of known peers by host. */
	readonly #hosts = new Map<string, number>();

	/** A `hidden` download shares no endpoints with others. */
	constructor(dialer: Dialer, hidden: boolean) {
		this.#dialer = dialer;
		this.#scope = hidden ? `hidden ${++hiddenScopes}` : '';
	}

	get size(): number {
		return this.#peers.size;
	}

	get(address: string): KnownPeer | undefined {
		return this.#peers.get(address);
	}

	values(): Iterable<KnownPeer> {
		return this.#peers.values();
	}

	/** Adds a peer of a list. Returns whether it is new and there was room. */
	add(list: PeerList, address: string, source: string | null): boolean {
		if (this.#peers.has(address)) return false;
		const { host } = destinationOf(address);
		const peersOfHost = this.#hosts.get(host) ?? 0;
		if (peersOfHost >= MAX_PEERS_OF_HOST) return false;
		if ((this.size >= MAX_KNOWN_PEERS || !this.#dialer.hasRoom(this.size)) && !this.#evict()) return false;
		const peer: KnownPeer = {
			list,
			address,
			source,
			endpoint: this.#dialer.register(this.#scope, address),
			state: 'idle',
			failures: 0,
			due: 0,
			plain: false,
			seed: false,
			wire: null,
			connectedAt: 0,
		};
		this.#peers.set(address, peer);
		this.#hosts.set(host, peersOfHost + 1);
		peer.endpoint.waiting.add(peer);
		return true;
	}

	/** Removes an idle peer. */
	remove(peer: KnownPeer): void {
		this.#peers.delete(peer.address);
		const { host } = destinationOf(peer.address);
		const peersOfHost = (this.#hosts.get(host) ?? 1) - 1;
		if (peersOfHost > 0) this.#hosts.set(host, peersOfHost);
		else this.#hosts.delete(host);
		this.#dialer.unregister(peer);
	}

	/** Removes all peers. Connecting and connected ones stay at the dialer until that ends. */
	clear(): void {
		for (const peer of this.#peers.values()) if (peer.state === 'idle') this.#dialer.unregister(peer);
		this.#peers.clear();
		this.#hosts.clear();
	}

	/** Removes a peer with many failures for a new one. Returns whether it did. */
	#evict(): boolean {
		let worst: KnownPeer | undefined;
		for (const peer of this.#peers.values())
			if (peer.state === 'idle' && peer.failures >= Math.max(MANY_FAILURES, (worst?.failures ?? 0) + 1))
				worst = peer;
		if (worst) this.remove(worst);
		return worst !== undefined;
	}
}

/** Parses host:port, with an IPv6 host in brackets. */
export function destinationOf(address: string): Destination {
	const at = address.lastIndexOf(':');
	return { host: address.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(address.slice(at + 1)) };
}
