import type { KnownPeer, KnownPeers } from './known-peers.ts';

/** Attempts without a finished handshake, all downloads together. */
const MAX_HALF_OPEN = 50;
/** Attempts begun in a second, all downloads together. */
const MAX_ATTEMPTS_PER_SECOND = 100;
/** Attempts at one address at the same time; once one was refused, a single one: some clients take no more of a host. */
const MAX_ATTEMPTS_PER_ADDRESS = 8;
/** Attempts in a row that an address may end before its handshake until the next ones are delayed. */
const FREE_REFUSALS = 5;
/** Longest delay after such attempts, in milliseconds. */
const MAX_REFUSAL_DELAY_MS = 5_000;
/** Addresses that all downloads together remember; a download may know a few in any case. */
const MAX_KNOWN_PEERS = 100_000;
const MIN_KNOWN_PEERS_OF_DOWNLOAD = 50;
/** Downloads examined for a hint, at most. */
const MAX_HINT_SEARCH = 64;
const INTERVAL_MS = 250;
/** Delays after the first failures in a row, and after all that follow. */
const RETRY_DELAYS_MS = [1_000, 5_000, 15_000, 30_000, 60_000, 120_000];
const MAX_RETRY_DELAY_MS = 300_000;
/** Milliseconds that a peer gets to notice that a connection has ended. */
const FREED_SLOT_DELAY_MS = 50;
/** Known peers examined in a second for connections to end. */
const MAX_YIELD_SEARCH = 5_000;
/** A connection that transfers nothing for this long may be ended in favour of another download. */
const IDLE_AFTER_MS = 10_000;
/** Connections ended in a second so that downloads without any get one. */
const MAX_YIELDS = 8;
/** Fewest connections of a download from which one is taken although a side is interested. */
const MANY_CONNECTIONS = 20;

/** An address to which downloads connect, with the experience of all of them. */
export interface Endpoint {
	readonly key: string;
	/** Downloads that know it and are not connected to it; the longest waiting first. */
	readonly waiting: Set<KnownPeer>;
	/** Those that would have been dialled but for the limit of attempts. */
	readonly blocked: Set<KnownPeer>;
	readonly connected: Set<KnownPeer>;
	attempts: number;
	maxAttempts: number;
	/** Attempts in a row that did not reach the address. */
	unreachable: number;
	/** Attempts in a row that reached it and ended before the handshake. */
	refusals: number;
	/** As performance.now gives it. */
	notBefore: number;
}

/** How an attempt went: 'aborted' says nothing of the address. */
export type Outcome = 'connected' | 'refused' | 'unreachable' | 'aborted';

export interface DialerOptions {
	/** Connections and attempts of all downloads together. */
	readonly openConnections: () => number;
	readonly maxConnections: number;
	/** Milliseconds before an attempt after so many failures in a row. */
	readonly retryDelay: (failures: number) => number;
}

/** Growing delays in milliseconds, each about a fifth more or less: so downloads do not all try together. */
export function retryDelay(failures: number): number {
	const delay = RETRY_DELAYS_MS[Math.max(failures, 1) - 1] ?? MAX_RETRY_DELAY_MS;
	return delay * (0.8 + 0.4 * Math.random());
}

/**
 * Decides which download connects to which peer next. Downloads take turns, those without a connection first.
 * When a connection to an address is made or ends, the longest waiting download may try it at once: so many downloads
 * share a peer that has few slots.
 */
export class Dialer {
	readonly #options: DialerOptions;
	/** In the order of their turns. */
	readonly #lists = new Set<KnownPeers>();
	readonly #endpoints = new Map<string, Endpoint>();
	readonly #timer: NodeJS.Timeout;
	#halfOpen = 0;
	#known = 0;
	#budget = MAX_ATTEMPTS_PER_SECOND;
	#ticks = 0;
	#soon = false;
	#closed = false;

	constructor(options: DialerOptions) {
		this.#options = options;
		this.#timer = setInterval(() => this.#tick(), INTERVAL_MS);
		this.#timer.unref();
	}

	/** Milliseconds before an attempt after so many failures in a row. */
	retryDelay(failures: number): number {
		return this.#options.retryDelay(failures);
	}

	enter(list: KnownPeers): void {
		this.#lists.add(list);
	}

	leave(list: KnownPeers): void {
		this.#lists.delete(list);
	}

	close(): void {
		this.#closed = true;
		clearInterval(this.#timer);
	}

	/** Whether a download that knows `count` peers may remember one more. */
	admits(count: number): boolean {
		return this.#known < MAX_KNOWN_PEERS || count < MIN_KNOWN_PEERS_OF_DOWNLOAD;
	}

	/** Returns the endpoint of an address; `scope` keeps downloads apart that must not act together. */
	learn(scope: string, address: string): Endpoint {
		this.#known++;
		const key = `${scope} ${address}`;
		const found = this.#endpoints.get(key);
		if (found) return found;
		const endpoint: Endpoint = {
			key,
			waiting: new Set(),
			blocked: new Set(),
			connected: new Set(),
			attempts: 0,
			maxAttempts: MAX_ATTEMPTS_PER_ADDRESS,
			unreachable: 0,
			refusals: 0,
			notBefore: 0,
		};
		this.#endpoints.set(key, endpoint);
		return endpoint;
	}

	forget(peer: KnownPeer): void {
		this.#known--;
		const { endpoint } = peer;
		endpoint.waiting.delete(peer);
		endpoint.blocked.delete(peer);
		endpoint.connected.delete(peer);
		if (endpoint.waiting.size + endpoint.connected.size + endpoint.attempts === 0)
			this.#endpoints.delete(endpoint.key);
	}

	/** Looks soon for attempts to begin. */
	wake(): void {
		if (this.#soon || this.#closed) return;
		this.#soon = true;
		setImmediate(() => {
			this.#soon = false;
			this.#run();
		});
	}

	/** An attempt ended, or became a connection. */
	settle(peer: KnownPeer, outcome: Outcome): void {
		const { endpoint } = peer;
		this.#halfOpen--;
		endpoint.attempts--;
		const now = performance.now();
		switch (outcome) {
			case 'connected':
				endpoint.unreachable = 0;
				endpoint.refusals = 0;
				endpoint.notBefore = 0;
				endpoint.connected.add(peer);
				this.#hint(endpoint, 0);
				break;
			case 'refused':
				endpoint.unreachable = 0;
				endpoint.refusals++;
				endpoint.maxAttempts = 1;
				if (endpoint.refusals > FREE_REFUSALS)
					endpoint.notBefore =
						now + Math.min(this.retryDelay(endpoint.refusals - FREE_REFUSALS), MAX_REFUSAL_DELAY_MS);
				break;
			case 'unreachable':
				endpoint.unreachable++;
				endpoint.maxAttempts = 1;
				endpoint.notBefore = now + this.retryDelay(endpoint.unreachable);
				break;
			case 'aborted':
		}
		let free = endpoint.maxAttempts - endpoint.attempts;
		for (const blocked of endpoint.blocked) {
			if (free-- <= 0) break;
			endpoint.blocked.delete(blocked);
			blocked.list.wake();
		}
		this.wake();
	}

	/** A connection ended: its slot is free for another download. */
	disconnected(peer: KnownPeer): void {
		peer.endpoint.connected.delete(peer);
		this.#hint(peer.endpoint, FREED_SLOT_DELAY_MS);
		this.wake();
	}

	/** Lets one waiting download try in `delay` milliseconds. */
	#hint(endpoint: Endpoint, delay: number): void {
		const due = performance.now() + delay;
		let chosen: KnownPeer | undefined;
		let searched = 0;
		for (const peer of endpoint.waiting) {
			if (!peer.list.wants(peer)) {
				endpoint.waiting.delete(peer);
				continue;
			}
			if (++searched > MAX_HINT_SEARCH) break;
			if (peer.due <= due) continue;
			if (peer.list.starving) {
				chosen = peer;
				break;
			}
			chosen ??= peer;
		}
		if (!chosen) return;
		endpoint.notBefore = Math.min(endpoint.notBefore, due);
		chosen.due = due;
		chosen.list.wake();
	}

	#tick(): void {
		this.#budget = Math.min(
			this.#budget + (MAX_ATTEMPTS_PER_SECOND * INTERVAL_MS) / 1_000,
			MAX_ATTEMPTS_PER_SECOND,
		);
		if (++this.#ticks % (1_000 / INTERVAL_MS) === 0) this.#yieldIdle();
		this.#run();
	}

	#run(): void {
		if (this.#closed) return;
		let room = Math.min(
			this.#options.maxConnections - this.#options.openConnections(),
			MAX_HALF_OPEN - this.#halfOpen,
			Math.floor(this.#budget),
		);
		for (const starving of [true, false]) {
			for (const list of this.#lists) {
				if (room <= 0) return;
				const now = performance.now();
				if (list.quietUntil > now || list.starving !== starving) continue;
				const peer = list.next(now);
				if (!peer) continue;
				// Its next turn comes after those of all others.
				this.#lists.delete(list);
				this.#lists.add(list);
				room--;
				this.#halfOpen++;
				this.#budget--;
				peer.endpoint.attempts++;
				list.dial(peer);
			}
		}
	}

	/** Ends connections that transfer nothing where downloads without any connection wait. */
	#yieldIdle(): void {
		let ended = 0;
		let starving = 0;
		let searched = 0;
		const idleSince = Date.now() - IDLE_AFTER_MS;
		for (const list of this.#lists) {
			list.releaseUseless();
			if (!list.starving) continue;
			starving++;
			for (const peer of list.peers()) {
				if (ended >= MAX_YIELDS || ++searched > MAX_YIELD_SEARCH) break;
				for (const other of peer.endpoint.connected) {
					if (!other.list.endIdle(other, idleSince)) continue;
					ended++;
					break;
				}
			}
		}
		const full = this.#options.openConnections() >= this.#options.maxConnections;
		if (starving > 0 && full && ended === 0) this.#makeRoom(Math.min(starving, MAX_YIELDS), idleSince);
	}

	/** Ends idle connections, and slow ones of downloads that have many. */
	#makeRoom(wanted: number, idleSince: number): void {
		let ended = 0;
		for (const list of this.#lists) {
			if (ended >= wanted) return;
			if (list.endOneIdle(idleSince)) ended++;
		}
		if (ended > 0) return;
		let largest: KnownPeers | undefined;
		for (const list of this.#lists)
			if (list.connections > Math.max(largest?.connections ?? 0, MANY_CONNECTIONS)) largest = list;
		largest?.endSlowest();
	}
}
