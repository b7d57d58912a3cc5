import type { Endpoint, KnownPeer, Outcome, PeerList } from './known-peer.ts';

/** Maximum attempts without a finished handshake, of all downloads. */
const MAX_HALF_OPEN = 50;
/** Maximum attempts started per second, of all downloads. */
const MAX_ATTEMPTS_PER_SECOND = 100;
/**
 * Maximum concurrent attempts per address, one after a refusal. Some clients accept only one connection per host.
 */
const MAX_ATTEMPTS_PER_ADDRESS = 8;
/** Consecutive attempts that an address may refuse before the next ones are delayed. */
const FREE_REFUSALS = 5;
/** Maximum delay after refusals. */
const MAX_REFUSAL_DELAY_MS = 5_000;
/** Maximum addresses known to all downloads. Each download may know a few in any case. */
const MAX_KNOWN_PEERS = 100_000;
const MIN_KNOWN_PEERS_OF_DOWNLOAD = 50;
/** Maximum downloads examined for a hint. */
const MAX_HINT_SEARCH = 64;
const INTERVAL_MS = 250;
/** Delays after the first consecutive failures, and after all later ones. */
const RETRY_DELAYS_MS = [1_000, 5_000, 15_000, 30_000, 60_000, 120_000];
const MAX_RETRY_DELAY_MS = 300_000;
/** Time for a peer to notice a closed connection. */
const FREED_SLOT_DELAY_MS = 50;
/** Maximum known peers examined per second to find connections to close. */
const MAX_YIELD_SEARCH = 5_000;
/** Time without transfers after which a connection may be closed in favor of another download. */
const IDLE_AFTER_MS = 10_000;
/** Maximum connections closed per second for downloads without any. */
const MAX_YIELDS = 8;
/** Connections of a download above which one may be closed although a side is interested. */
const MANY_CONNECTIONS = 20;

interface DialerOptions {
	/** Returns connections and attempts of all downloads. */
	readonly openConnections: () => number;
	readonly maxConnections: number;
	/** Returns the delay in milliseconds after this many consecutive failures. */
	readonly retryDelay: (failures: number) => number;
}

/** Returns a growing delay in milliseconds, randomized by a fifth so that downloads do not retry together. */
export function retryDelay(failures: number): number {
	const delay = RETRY_DELAYS_MS[Math.max(failures, 1) - 1] ?? MAX_RETRY_DELAY_MS;
	return delay * (0.8 + 0.4 * Math.random());
}

/**
 * Schedules the connections of all downloads to peers. Downloads alternate; those without a connection come first.
 * When a connection to an address opens or closes, the longest waiting download may try it at once. Thus many
 * downloads share a peer with few slots.
 */
export class Dialer {
	readonly #options: DialerOptions;
	/** In scheduling order. */
	readonly #lists = new Set<PeerList>();
	readonly #endpoints = new Map<string, Endpoint>();
	readonly #timer: NodeJS.Timeout;
	#halfOpen = 0;
	#known = 0;
	#budget = MAX_ATTEMPTS_PER_SECOND;
	#ticks = 0;
	#scheduled = false;
	#closed = false;

	constructor(options: DialerOptions) {
		this.#options = options;
		this.#timer = setInterval(() => this.#tick(), INTERVAL_MS);
		this.#timer.unref();
	}

	/** Number of attempts without a finished handshake, of all downloads. */
	get halfOpen(): number {
		return this.#halfOpen;
	}

	/** Number of addresses known to all downloads. */
	get known(): number {
		return this.#known;
	}

	/** Returns the delay in milliseconds after this many consecutive failures. */
	retryDelay(failures: number): number {
		return this.#options.retryDelay(failures);
	}

	add(list: PeerList): void {
		this.#lists.add(list);
	}

	remove(list: PeerList): void {
		this.#lists.delete(list);
	}

	close(): void {
		this.#closed = true;
		clearInterval(this.#timer);
	}

	/** Whether a download that knows `count` peers may add another. */
	hasRoom(count: number): boolean {
		return this.#known < MAX_KNOWN_PEERS || count < MIN_KNOWN_PEERS_OF_DOWNLOAD;
	}

	/** Returns the endpoint of an address. Downloads with different scopes share no endpoints. */
	register(scope: string, address: string): Endpoint {
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

	unregister(peer: KnownPeer): void {
		this.#known--;
		const { endpoint } = peer;
		endpoint.waiting.delete(peer);
		endpoint.blocked.delete(peer);
		endpoint.connected.delete(peer);
		if (endpoint.waiting.size + endpoint.connected.size + endpoint.attempts === 0)
			this.#endpoints.delete(endpoint.key);
	}

	/** Schedules a search for attempts to start. */
	schedule(): void {
		if (this.#scheduled || this.#closed) return;
		this.#scheduled = true;
		setImmediate(() => {
			this.#scheduled = false;
			this.#run();
		});
	}

	/** Handles an attempt that ended or became a connection. */
	attemptEnded(peer: KnownPeer, outcome: Outcome): void {
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
				this.#offerSlot(endpoint, 0);
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
			blocked.list.schedule();
		}
		this.schedule();
	}

	/** Handles a closed connection, whose slot is free for another download. */
	disconnected(peer: KnownPeer): void {
		peer.endpoint.connected.delete(peer);
		this.#offerSlot(peer.endpoint, FREED_SLOT_DELAY_MS);
		this.schedule();
	}

	/** Lets one waiting download try in `delay` milliseconds. */
	#offerSlot(endpoint: Endpoint, delay: number): void {
		const due = performance.now() + delay;
		let chosen: KnownPeer | undefined;
		let searched = 0;
		for (const peer of endpoint.waiting) {
			if (!peer.list.isUseful(peer)) {
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
		chosen.list.schedule();
	}

	#tick(): void {
		this.#budget = Math.min(
			this.#budget + (MAX_ATTEMPTS_PER_SECOND * INTERVAL_MS) / 1_000,
			MAX_ATTEMPTS_PER_SECOND,
		);
		if (++this.#ticks % (1_000 / INTERVAL_MS) === 0) this.#closeIdle();
		this.#run();
	}

	#run(): void {
		if (this.#closed) return;
		let room = Math.min(
			this.#options.maxConnections - this.#options.openConnections(),
			MAX_HALF_OPEN - this.#halfOpen,
			Math.floor(this.#budget),
		);
		const now = performance.now();
		for (const starving of [true, false]) {
			for (const list of this.#lists) {
				if (room <= 0) return;
				if (list.idleUntil > now || list.starving !== starving) continue;
				const peer = list.next(now);
				if (!peer) continue;
				// Moves it behind all others.
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

	/** Closes connections without transfers if downloads without any connection wait. */
	#closeIdle(): void {
		let ended = 0;
		let starving = 0;
		let searched = 0;
		const idleSince = Date.now() - IDLE_AFTER_MS;
		for (const list of this.#lists) {
			list.closeUseless();
			if (!list.starving) continue;
			starving++;
			for (const peer of list.peers()) {
				if (ended >= MAX_YIELDS || ++searched > MAX_YIELD_SEARCH) break;
				for (const other of peer.endpoint.connected) {
					if (!other.list.closeIdle(other, idleSince)) continue;
					ended++;
					break;
				}
			}
		}
		const full = this.#options.openConnections() >= this.#options.maxConnections;
		if (starving > 0 && full && ended === 0) this.#makeRoom(Math.min(starving, MAX_YIELDS), idleSince);
	}

	/** Closes idle connections, and slow ones of downloads with many. */
	#makeRoom(needed: number, idleSince: number): void {
		let ended = 0;
		for (const list of this.#lists) {
			if (ended >= needed) return;
			if (list.closeOneIdle(idleSince)) ended++;
		}
		if (ended > 0) return;
		let largest: PeerList | undefined;
		for (const list of this.#lists)
			if (list.connections > Math.max(largest?.connections ?? 0, MANY_CONNECTIONS)) largest = list;
		largest?.closeSlowest();
	}
}
