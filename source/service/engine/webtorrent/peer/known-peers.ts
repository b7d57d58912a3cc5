import type Wire from 'bittorrent-protocol';
import type { Torrent } from 'webtorrent';
import type Peer from 'webtorrent/lib/peer.js';
import LibraryTorrent from 'webtorrent/lib/torrent.js';
import { ProxyError } from '../../../proxies/socks5.ts';
import type { Connector } from './connect-peers.ts';
import type { Dialer } from './dialer.ts';
import type { KnownPeer, Outcome, PeerList } from './known-peer.ts';
import { destinationOf, MANY_FAILURES, PeerTable } from './peer-table.ts';

/** Connections above which failing peers are not needed. */
const ENOUGH_CONNECTIONS = 5;
/** Failures after which the delay of a peer connected to another download stops growing. */
const MAX_FAILURES_OF_LIVE_PEER = 4;
/** Maximum concurrent attempts of one download. */
const MAX_ATTEMPTS = 20;
/** Time between attempts of one download to peers that failed before. */
const RETRY_SPACING_MS = 500;
/** Time for the handshake, directly and through proxies. */
const HANDSHAKE_TIMEOUT_MS = 10_000;
const PROXIED_HANDSHAKE_TIMEOUT_MS = 25_000;
/** Duration after which a connection counts as useful even without transfers. */
const LONG_CONNECTION_MS = 60_000;
/** Delay when the last attempt had no information about the peer, or the connection was useful. */
const SHORT_DELAY_MS = 1_000;

/** Swarm that the peers belong to. */
interface PeerDemand {
	/** Whether selected pieces or the metadata are missing. */
	readonly needsPeers: boolean;
	/** Whether something is missing and no connected peer has any of it. */
	readonly starving: boolean;
	/** Returns when a connection last delivered a block or was opened, Unix ms. */
	lastBlockAt(wire: Wire): number;
}

interface KnownPeersOptions {
	readonly connector: Connector;
	readonly dialer: Dialer;
	readonly demand: PeerDemand;
	/** Whether its connections use proxies. Then it shares nothing with other downloads. */
	readonly hidden: boolean;
}

const listOf = new WeakMap<Torrent, KnownPeers>();

/**
 * Makes `_numQueued` of all torrents return the number of known peers without room. The accessor is on the
 * prototype, because V8 turns an object with its own accessor into a slow dictionary. To be called once.
 */
export function hookQueueLength(): void {
	Object.defineProperty(LibraryTorrent.prototype, '_numQueued', {
		get(this: Torrent) {
			return listOf.get(this)?.waiting ?? 0;
		},
	});
}

/**
 * Peers of one torrent. Replaces the library's queue, which forgets a peer after four attempts. While something is
 * missing, peers are retried forever, with growing delays.
 */
export class KnownPeers implements PeerList {
	readonly #torrent: Torrent;
	readonly #options: KnownPeersOptions;
	readonly #peers: PeerTable;
	readonly #addPeer: Torrent['_addPeer'];
	readonly #ofWire = new WeakMap<Wire, KnownPeer>();
	#attempts = 0;
	#nextRetry = 0;
	#needed = true;
	#releasing = false;
	/** Time before which no attempt is due, `performance.now()`. */
	idleUntil = 0;

	constructor(torrent: Torrent, options: KnownPeersOptions) {
		this.#torrent = torrent;
		this.#options = options;
		this.#peers = new PeerTable(options.dialer, options.hidden);
		this.#addPeer = torrent._addPeer;
		torrent._addPeer = (address, _type, source) => {
			this.#addKnown(address, source);
			// Before an attempt the library has no object for the peer.
			return null;
		};
		torrent._drain = () => this.schedule();
		listOf.set(torrent, this);
		torrent.on('wire', (wire: Wire, address: string | undefined) => this.#onWire(wire, address));
		torrent.on('verified', () => this.#closeUselessSoon());
		torrent.once('close', () => this.#close());
		options.dialer.add(this);
	}

	get size(): number {
		return this.#peers.size;
	}

	/** Number of peers for which a choked connection may be closed; 0 while there is room. */
	get waiting(): number {
		return this.#isFull ? this.size : 0;
	}

	/** Number of connected peers, incoming and outgoing. */
	get connections(): number {
		return this.#torrent.wires.length;
	}

	get starving(): boolean {
		return !this.#torrent.destroyed && this.#options.demand.starving;
	}

	peers(): Iterable<KnownPeer> {
		return this.#peers.values();
	}

	/** Schedules a search for due peers. */
	schedule(): void {
		this.idleUntil = 0;
		// The dialer iterates over all downloads, so thousands without peers would cost quadratic time.
		if (this.size > 0) this.#options.dialer.schedule();
	}

	/** Whether a connection to this peer is useful. */
	isUseful({ state, seed }: KnownPeer): boolean {
		return state === 'idle' && !this.#torrent.destroyed && (!seed || this.#options.demand.needsPeers);
	}

	/** Returns the next peer to try; undefined if none is due. Then `idleUntil` is the time of the next one. */
	next(now: number): KnownPeer | undefined {
		if (this.#torrent.destroyed || !this.#options.connector.reachable || this.#isFull) {
			// `schedule` is called when this changes.
			this.idleUntil = now + SHORT_DELAY_MS;
			return undefined;
		}
		let best: KnownPeer | undefined;
		let earliest = now + 60_000;
		const stays = this.#keepsFailing();
		for (const peer of this.#peers.values()) {
			if (!this.isUseful(peer)) continue;
			if (!stays && peer.failures >= MANY_FAILURES) {
				this.#peers.remove(peer);
				continue;
			}
			const { endpoint } = peer;
			const due = Math.max(peer.due, endpoint.notBefore, peer.failures > 0 ? this.#nextRetry : 0);
			if (due > now) earliest = Math.min(earliest, due);
			else if (endpoint.attempts >= endpoint.maxAttempts) endpoint.blocked.add(peer);
			else if (!best || peer.failures < best.failures) best = peer;
		}
		if (!best) this.idleUntil = earliest;
		return best;
	}

	/** Connects to a peer and reports the result to the dialer. */
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
			// Already connected, from the port it listens on.
			this.#attempts--;
			dialer.attemptEnded(known, 'aborted');
			this.#scheduleRetry(known, LONG_CONNECTION_MS);
			return;
		}
		torrent._numPending += 1;
		const { socket, established } = connector.open(destinationOf(known.address));
		// Destroying the peer destroys the socket, which aborts the attempt. The connector has its own timeout.
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
					this.#attemptEnded(known, outcome);
				};
				if (socket.destroyed) ended();
				else socket.once('close', ended);
			});
	}

	/** Closes connections to seeds when nothing is needed, to free their slots. */
	closeUseless(): void {
		const torrent = this.#torrent;
		if (torrent.destroyed) return;
		const { needsPeers } = this.#options.demand;
		if (needsPeers !== this.#needed) {
			this.#needed = needsPeers;
			this.idleUntil = 0;
			if (needsPeers)
				for (const peer of this.#peers.values()) if (peer.state === 'idle') peer.endpoint.waiting.add(peer);
		}
		if (needsPeers) return;
		for (const wire of [...torrent.wires]) {
			if (wire.isSeeder !== true) continue;
			const known = this.#ofWire.get(wire);
			if (known) known.seed = true;
			wire.destroy();
		}
	}

	/** Closes the connection if neither side is interested. Returns whether it did. */
	closeIdle({ wire }: KnownPeer, idleSince: number): boolean {
		if (!wire || !this.#isIdle(wire, idleSince)) return false;
		wire.destroy();
		return true;
	}

	/** Closes one idle connection. Returns whether it did. */
	closeOneIdle(idleSince: number): boolean {
		const idle = this.#torrent.wires.find((wire) => this.#isIdle(wire, idleSince));
		idle?.destroy();
		return idle !== undefined;
	}

	/** Closes the slowest connection. */
	closeSlowest(): void {
		const speed = (wire: Wire): number => wire.downloadSpeed() + wire.uploadSpeed();
		[...this.#torrent.wires].sort((a, b) => speed(a) - speed(b))[0]?.destroy();
	}

	#isIdle(wire: Wire, idleSince: number): boolean {
		return (
			this.#torrent.ready &&
			!wire.amInterested &&
			!wire.peerInterested &&
			this.#options.demand.lastBlockAt(wire) < idleSince
		);
	}

	get #isFull(): boolean {
		const torrent = this.#torrent;
		return (
			this.#attempts >= MAX_ATTEMPTS || torrent._numConns + torrent._numPending >= torrent.client.maxConns
		);
	}

	/** Whether peers are kept after any number of failures. */
	#keepsFailing(): boolean {
		return this.#options.demand.needsPeers && this.connections < ENOUGH_CONNECTIONS;
	}

	#addKnown(address: string, source: string | null): void {
		const torrent = this.#torrent;
		if (torrent.destroyed || !torrent._validAddr(address)) return;
		if (this.#peers.add(this, address, source)) this.schedule();
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
			this.#options.dialer.attemptEnded(known, 'connected');
		}
		for (const event of ['bitfield', 'have-all', 'have']) wire.on(event, () => this.#closeUselessSoon());
	}

	/** Releases useless connections after all listeners of the current event. */
	#closeUselessSoon(): void {
		if (this.#releasing) return;
		this.#releasing = true;
		setImmediate(() => {
			this.#releasing = false;
			this.closeUseless();
		});
	}

	/** Handles the end of an attempt or of its connection. */
	#attemptEnded(known: KnownPeer, outcome: Outcome): void {
		const { dialer } = this.#options;
		const { wire } = known;
		known.wire = null;
		if (!wire) {
			this.#attempts--;
			dialer.attemptEnded(known, outcome);
			if (outcome !== 'aborted') known.failures++;
			if (outcome === 'refused') known.plain = !known.plain;
			this.#scheduleRetry(known, outcome === 'aborted' ? SHORT_DELAY_MS : this.#delayOf(known));
			return;
		}
		const duration = performance.now() - known.connectedAt;
		const wasUseful = wire.downloaded > 0 || wire.uploaded > 0 || duration > LONG_CONNECTION_MS || known.seed;
		known.failures = wasUseful ? 0 : known.failures + 1;
		this.#scheduleRetry(known, wasUseful ? SHORT_DELAY_MS : this.#delayOf(known));
		dialer.disconnected(known);
	}

	/**
	 * Returns the retry delay. It is shorter for a peer that serves our other downloads, because a slot may become
	 * free.
	 */
	#delayOf({ failures, endpoint }: KnownPeer): number {
		const countedFailures =
			endpoint.connected.size > 0 ? Math.min(failures, MAX_FAILURES_OF_LIVE_PEER) : failures;
		return this.#options.dialer.retryDelay(countedFailures);
	}

	#scheduleRetry(known: KnownPeer, delay: number): void {
		known.state = 'idle';
		known.due = performance.now() + delay;
		if (this.#torrent.destroyed || this.#peers.get(known.address) !== known) {
			this.#options.dialer.unregister(known);
			return;
		}
		known.endpoint.waiting.add(known);
		this.schedule();
	}

	#close(): void {
		this.#options.dialer.remove(this);
		this.#peers.clear();
	}
}
