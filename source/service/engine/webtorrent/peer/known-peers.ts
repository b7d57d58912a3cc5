import type Wire from 'bittorrent-protocol';
import type { Torrent } from 'webtorrent';
import type Peer from 'webtorrent/lib/peer.js';
import LibraryTorrent from 'webtorrent/lib/torrent.js';
import { type Destination, ProxyError } from '../../../proxies/socks5.ts';
import type { Connector } from './connect-peers.ts';
import type { Dialer, Endpoint, Outcome } from './dialer.ts';

/** Peers of a torrent that are known at the same time: one message of peer exchange can name thousands. */
const MAX_KNOWN_PEERS = 2_000;
/** Of them, ports of the same host: peers must not make us scan somebody's ports. */
const MAX_PEERS_OF_HOST = 32;
/** Failures in a row after which a peer gives way to a new one, and is forgotten where peers are not needed. */
const MANY_FAILURES = 4;
/** Connections with which peers that keep failing are not needed. */
const ENOUGH_CONNECTIONS = 5;
/** The delay of a peer that serves another download grows up to that after so many failures. */
const MAX_FAILURES_OF_LIVE_PEER = 4;
/** Attempts of one download at the same time. */
const MAX_ATTEMPTS = 20;
/** Milliseconds between two attempts of one download at peers that failed before. */
const RETRY_SPACING_MS = 500;
/** Milliseconds that a peer has for its handshake, directly and through proxies. */
const HANDSHAKE_TIMEOUT_MS = 10_000;
const PROXIED_HANDSHAKE_TIMEOUT_MS = 25_000;
/** A connection that lasted this long, in milliseconds, was worth its attempt although nothing was transferred. */
const LONG_CONNECTION_MS = 60_000;
/** Milliseconds before the next attempt where the last one says nothing of the peer, or the connection was good. */
const SHORT_DELAY_MS = 1_000;

/** A peer to which a download can connect. */
export interface KnownPeer {
	readonly list: KnownPeers;
	/** host:port */
	readonly address: string;
	/** How it was found. */
	readonly source: string | null;
	readonly endpoint: Endpoint;
	state: 'idle' | 'connecting' | 'connected';
	/** Attempts in a row that came to nothing. */
	failures: number;
	/** Time of the next attempt, as performance.now gives it. */
	due: number;
	/** Whether the next attempt is made without encryption: it changes with each attempt that is refused. */
	plain: boolean;
	/** Whether it had everything when we needed nothing. */
	seed: boolean;
	wire: Wire | null;
	/** Time of its last handshake, as performance.now gives it. */
	connectedAt: number;
}

/** The swarm whose peers they are. */
export interface Seeker {
	/** Whether anything that is wanted is missing, or the metadata is. */
	readonly needs: boolean;
	/** Whether it needs something and no connected peer has any of it. */
	readonly starving: boolean;
	/** When a connection last brought a block or began, in milliseconds as Date.now gives them. */
	lastBlockAt(wire: Wire): number;
}

export interface KnownPeersOptions {
	readonly connector: Connector;
	readonly dialer: Dialer;
	readonly seeker: Seeker;
	/** Whether its connections go through proxies: then it shares nothing with other downloads. */
	readonly hidden: boolean;
}

let hiddenScopes = 0;

const listOf = new WeakMap<Torrent, KnownPeers>();

/**
 * Makes `_numQueued` of all torrents say how many known peers have no room. V8 turns an object with an accessor of its
 * own into a slow dictionary, so the accessor is on the prototype. To be called once.
 */
export function hookQueueLength(): void {
	Object.defineProperty(LibraryTorrent.prototype, '_numQueued', {
		get(this: Torrent) {
			return listOf.get(this)?.withoutRoom ?? 0;
		},
	});
}

/**
 * The peers of one torrent, in place of the library's queue, which forgets a peer after four attempts. While something
 * is missing, a peer is tried again for ever, with growing delays.
 */
export class KnownPeers {
	readonly #torrent: Torrent;
	readonly #options: KnownPeersOptions;
	readonly #scope: string;
	readonly #peers = new Map<string, KnownPeer>();
	/** Known peers by host. */
	readonly #hosts = new Map<string, number>();
	readonly #addPeer: Torrent['_addPeer'];
	readonly #ofWire = new WeakMap<Wire, KnownPeer>();
	#attempts = 0;
	#nextRetry = 0;
	#needed = true;
	#releasing = false;
	/** Nothing is due before this time, as performance.now gives it. */
	quietUntil = 0;

	constructor(torrent: Torrent, options: KnownPeersOptions) {
		this.#torrent = torrent;
		this.#options = options;
		this.#scope = options.hidden ? `hidden ${++hiddenScopes}` : '';
		this.#addPeer = torrent._addPeer;
		torrent._addPeer = (address, _type, source) => {
			this.#learn(address, source);
			// There is no peer of the library before there is an attempt.
			return null;
		};
		torrent._drain = () => this.wake();
		listOf.set(torrent, this);
		torrent.on('wire', (wire: Wire, address: string | undefined) => this.#onWire(wire, address));
		torrent.on('verified', () => this.#releaseSoon());
		torrent.once('close', () => this.#close());
		options.dialer.enter(this);
	}

	get size(): number {
		return this.#peers.size;
	}

	/** Peers for which a choked connection is ended: none while there is room for them. */
	get withoutRoom(): number {
		return this.#isFull ? this.size : 0;
	}

	/** Peers that are connected, whoever made the connection. */
	get connections(): number {
		return this.#torrent.wires.length;
	}

	get starving(): boolean {
		return !this.#torrent.destroyed && this.#options.seeker.starving;
	}

	peers(): Iterable<KnownPeer> {
		return this.#peers.values();
	}

	/** Looks soon for peers that are due. */
	wake(): void {
		this.quietUntil = 0;
		// The dialer goes through all downloads: thousands that start without peers would cost their number squared.
		if (this.size > 0) this.#options.dialer.wake();
	}

	/** Whether a connection to this peer would be of use. */
	wants({ state, seed }: KnownPeer): boolean {
		return state === 'idle' && !this.#torrent.destroyed && (!seed || this.#options.seeker.needs);
	}

	/** Returns the peer to try next; undefined when there is none, and then says until when in `quietUntil`. */
	next(now: number): KnownPeer | undefined {
		if (this.#torrent.destroyed || !this.#options.connector.reachable || this.#isFull) {
			// `wake` is called when this changes.
			this.quietUntil = now + SHORT_DELAY_MS;
			return undefined;
		}
		let best: KnownPeer | undefined;
		let earliest = now + 60_000;
		const stays = this.#keeps();
		for (const peer of this.#peers.values()) {
			if (!this.wants(peer)) continue;
			if (!stays && peer.failures >= MANY_FAILURES) {
				this.#forget(peer);
				continue;
			}
			const { endpoint } = peer;
			const due = Math.max(peer.due, endpoint.notBefore, peer.failures > 0 ? this.#nextRetry : 0);
			if (due > now) earliest = Math.min(earliest, due);
			else if (endpoint.attempts >= endpoint.maxAttempts) endpoint.blocked.add(peer);
			else if (!best || peer.failures < best.failures) best = peer;
		}
		if (!best) this.quietUntil = earliest;
		return best;
	}

	/** Connects to a peer. The dialer hears how it went. */
	dial(known: KnownPeer): void {
		const { dialer, connector, hidden } = this.#options;
		const torrent = this.#torrent;
		known.endpoint.waiting.delete(known);
		known.endpoint.blocked.delete(known);
		known.state = 'connecting';
		this.#attempts++;
		if (known.failures > 0) this.#nextRetry = performance.now() + RETRY_SPACING_MS;
		const peer = this.#makePeer(known);
		if (!peer) {
			// It is connected already, from the very port it listens on.
			this.#attempts--;
			dialer.settle(known, 'aborted');
			this.#idle(known, LONG_CONNECTION_MS);
			return;
		}
		torrent._numPending += 1;
		const { socket, established } = connector.open(destinationOf(known.address));
		// Destroying the peer destroys the socket, which gives up the attempt; its time limit is the way's.
		peer.conn = socket;
		let outcome: Outcome = 'unreachable';
		let timer: NodeJS.Timeout | undefined;
		established
			.finally(() => {
				torrent._numPending -= 1;
			})
			.then(
				() => {
					outcome = 'refused';
					if (torrent.destroyed) return;
					const timeout = hidden ? PROXIED_HANDSHAKE_TIMEOUT_MS : HANDSHAKE_TIMEOUT_MS;
					timer = setTimeout(() => {
						if (known.state === 'connecting') peer.destroy(new Error('no handshake in time'));
					}, timeout);
					timer.unref();
					peer.onConnect();
				},
				(error: unknown) => {
					if (error instanceof ProxyError) outcome = 'aborted';
					peer.destroy(error instanceof Error ? error : new Error(String(error)));
				},
			)
			.finally(() => {
				const ended = (): void => {
					clearTimeout(timer);
					this.#ended(known, outcome);
				};
				if (socket.destroyed) ended();
				else socket.once('close', ended);
			});
	}

	/** Ends connections to peers that have everything when nothing is needed: their slots are for others. */
	releaseUseless(): void {
		const torrent = this.#torrent;
		if (torrent.destroyed) return;
		const { needs } = this.#options.seeker;
		if (needs !== this.#needed) {
			this.#needed = needs;
			this.quietUntil = 0;
			if (needs)
				for (const peer of this.#peers.values()) if (peer.state === 'idle') peer.endpoint.waiting.add(peer);
		}
		if (needs) return;
		for (const wire of [...torrent.wires]) {
			if (wire.isSeeder !== true) continue;
			const known = this.#ofWire.get(wire);
			if (known) known.seed = true;
			wire.destroy();
		}
	}

	/** Ends the connection to a peer where neither side wants anything of the other. Returns whether it did. */
	endIdle({ wire }: KnownPeer, idleSince: number): boolean {
		if (!wire || !this.#isIdle(wire, idleSince)) return false;
		wire.destroy();
		return true;
	}

	/** The same of any connection. */
	endOneIdle(idleSince: number): boolean {
		const idle = this.#torrent.wires.find((wire) => this.#isIdle(wire, idleSince));
		idle?.destroy();
		return idle !== undefined;
	}

	/** Ends the connection that transfers least. */
	endSlowest(): void {
		const speed = (wire: Wire): number => wire.downloadSpeed() + wire.uploadSpeed();
		[...this.#torrent.wires].sort((a, b) => speed(a) - speed(b))[0]?.destroy();
	}

	#isIdle(wire: Wire, idleSince: number): boolean {
		return (
			this.#torrent.ready &&
			!wire.amInterested &&
			!wire.peerInterested &&
			this.#options.seeker.lastBlockAt(wire) < idleSince
		);
	}

	get #isFull(): boolean {
		const torrent = this.#torrent;
		return (
			this.#attempts >= MAX_ATTEMPTS || torrent._numConns + torrent._numPending >= torrent.client.maxConns
		);
	}

	/** Whether peers are kept however often they failed. */
	#keeps(): boolean {
		return this.#options.seeker.needs && this.connections < ENOUGH_CONNECTIONS;
	}

	#learn(address: string, source: string | null): void {
		const torrent = this.#torrent;
		if (torrent.destroyed || !torrent._validAddr(address) || this.#peers.has(address)) return;
		const { host } = destinationOf(address);
		const ofHost = this.#hosts.get(host) ?? 0;
		if (ofHost >= MAX_PEERS_OF_HOST) return;
		const { dialer } = this.#options;
		if ((this.size >= MAX_KNOWN_PEERS || !dialer.admits(this.size)) && !this.#evict()) return;
		const peer: KnownPeer = {
			list: this,
			address,
			source,
			endpoint: dialer.learn(this.#scope, address),
			state: 'idle',
			failures: 0,
			due: 0,
			plain: false,
			seed: false,
			wire: null,
			connectedAt: 0,
		};
		this.#peers.set(address, peer);
		this.#hosts.set(host, ofHost + 1);
		peer.endpoint.waiting.add(peer);
		this.wake();
	}

	/** Makes room for a new peer where one has failed often. */
	#evict(): boolean {
		let worst: KnownPeer | undefined;
		for (const peer of this.#peers.values())
			if (peer.state === 'idle' && peer.failures >= Math.max(MANY_FAILURES, (worst?.failures ?? 0) + 1))
				worst = peer;
		if (worst) this.#forget(worst);
		return worst !== undefined;
	}

	#forget(peer: KnownPeer): void {
		this.#peers.delete(peer.address);
		const { host } = destinationOf(peer.address);
		const ofHost = (this.#hosts.get(host) ?? 1) - 1;
		if (ofHost > 0) this.#hosts.set(host, ofHost);
		else this.#hosts.delete(host);
		this.#options.dialer.forget(peer);
	}

	#makePeer({ address, source, plain }: KnownPeer): Peer | null {
		const torrent = this.#torrent;
		const peer = this.#addPeer.call(torrent, address, 'tcp', source);
		if (!peer) return null;
		torrent._queue?.splice(torrent._queue.indexOf(peer), 1);
		// See `fallBackToPlaintext`.
		peer.retries = plain ? 1 : 0;
		return peer;
	}

	#onWire(wire: Wire, address: string | undefined): void {
		const known = this.#peers.get(address ?? '');
		if (known?.state === 'connecting' && wire.type === 'tcpOutgoing') {
			known.state = 'connected';
			known.wire = wire;
			known.connectedAt = performance.now();
			this.#ofWire.set(wire, known);
			this.#attempts--;
			this.#options.dialer.settle(known, 'connected');
		}
		for (const event of ['bitfield', 'have-all', 'have']) wire.on(event, () => this.#releaseSoon());
	}

	/** After all that listens to the same event. */
	#releaseSoon(): void {
		if (this.#releasing) return;
		this.#releasing = true;
		setImmediate(() => {
			this.#releasing = false;
			this.releaseUseless();
		});
	}

	/** An attempt, or the connection it led to, has ended. */
	#ended(known: KnownPeer, outcome: Outcome): void {
		const { dialer } = this.#options;
		const { wire } = known;
		known.wire = null;
		if (!wire) {
			this.#attempts--;
			dialer.settle(known, outcome);
			if (outcome !== 'aborted') known.failures++;
			if (outcome === 'refused') known.plain = !known.plain;
			this.#idle(known, outcome === 'aborted' ? SHORT_DELAY_MS : this.#delayOf(known));
			return;
		}
		const lasted = performance.now() - known.connectedAt;
		const good = wire.downloaded > 0 || wire.uploaded > 0 || lasted > LONG_CONNECTION_MS || known.seed;
		known.failures = good ? 0 : known.failures + 1;
		this.#idle(known, good ? SHORT_DELAY_MS : this.#delayOf(known));
		dialer.disconnected(known);
	}

	/** A peer that serves other downloads of ours is alive: its slots may be free soon. */
	#delayOf({ failures, endpoint }: KnownPeer): number {
		const counted = endpoint.connected.size > 0 ? Math.min(failures, MAX_FAILURES_OF_LIVE_PEER) : failures;
		return this.#options.dialer.retryDelay(counted);
	}

	#idle(known: KnownPeer, delay: number): void {
		known.state = 'idle';
		known.due = performance.now() + delay;
		if (this.#torrent.destroyed || this.#peers.get(known.address) !== known) {
			this.#options.dialer.forget(known);
			return;
		}
		known.endpoint.waiting.add(known);
		this.wake();
	}

	#close(): void {
		const { dialer } = this.#options;
		dialer.leave(this);
		// Those that are connecting or connected are forgotten when that ends.
		for (const peer of this.#peers.values()) if (peer.state === 'idle') dialer.forget(peer);
		this.#peers.clear();
		this.#hosts.clear();
	}
}

/** Of host:port, an IPv6 host in brackets. */
function destinationOf(address: string): Destination {
	const at = address.lastIndexOf(':');
	return { host: address.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(address.slice(at + 1)) };
}
