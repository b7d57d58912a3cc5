import { setTimeout as delay } from 'node:timers/promises';
import { type Throttle, ThrottleGroup } from 'speed-limiter';
import type { Torrent } from 'webtorrent';
import type Peer from 'webtorrent/lib/peer.js';
import type { Pause } from '../../../../concurrency/semaphore.ts';

const LIMIT_POLL_MS = 50;

interface Throttles {
	readonly down: Throttle;
	readonly up: Throttle;
}

interface Groups {
	readonly down: ThrottleGroup;
	readonly up: ThrottleGroup;
}

/** Throttles between each peer's socket and wire, kept so that they can change groups. */
const throttlesOf = new WeakMap<Peer, Throttles>();

/** Remembers the throttles of a connection. The download of an incoming one is known only later. */
export function rememberThrottles(peer: Peer, throttles: Throttles): void {
	throttlesOf.set(peer, throttles);
}

/**
 * Limits of one download in bytes per second, 0 for none. A change creates new groups and moves all throttles to
 * them. A throttle waiting for more than a lowered group can ever provide would end its connection.
 */
export class Limits {
	#groups: Groups;
	#torrent: Torrent | null = null;

	constructor(down: number, up: number) {
		this.#groups = groupsOf(down, up);
	}

	/** Applies these limits to every peer of a download, including incoming ones. */
	attach(torrent: Torrent): void {
		this.#torrent = torrent;
		const registerPeer = torrent._registerPeer;
		torrent._registerPeer = (peer) => {
			this.#apply(peer);
			registerPeer.call(torrent, peer);
		};
	}

	/** Changes the limits of all connections without closing any. */
	change(down: number, up: number): void {
		this.#groups = groupsOf(down, up);
		for (const peer of this.#torrent?._peers?.values() ?? []) this.#apply(peer);
	}

	/**
	 * Resolves when `bytes` from a web seed fit the download limit shared with peers. Waits in a pause of the
	 * caller. Rejects with the signal's reason.
	 */
	async acquire(bytes: number, signal: AbortSignal, pause: Pause): Promise<void> {
		const rest = this.#acquireNow(bytes);
		if (rest > 0) await pause(() => this.#acquireLater(rest, signal));
	}

	/** Polls, because a change replaces the group. */
	async #acquireLater(bytes: number, signal: AbortSignal): Promise<void> {
		for (let rest = bytes; rest > 0; rest = this.#acquireNow(rest))
			await delay(LIMIT_POLL_MS, undefined, { signal });
	}

	/** Takes the bytes that fit the download limit now. Returns how many do not. */
	#acquireNow(bytes: number): number {
		const { down } = this.#groups;
		if (!down.getEnabled()) return 0;
		for (let rest = bytes; rest > 0; ) {
			const part = Math.min(rest, down.getChunksize());
			if (!down.bucket.tryRemoveTokens(part)) return rest;
			rest -= part;
		}
		return 0;
	}

	destroy(): void {
		this.#groups.down.destroy();
		this.#groups.up.destroy();
	}

	#apply(peer: Peer): void {
		peer.throttleGroups = this.#groups;
		const throttles = throttlesOf.get(peer);
		if (!throttles) return;
		move(throttles.down, this.#groups.down);
		move(throttles.up, this.#groups.up);
	}
}

function groupsOf(down: number, up: number): Groups {
	return {
		down: new ThrottleGroup({ enabled: down > 0, rate: Math.ceil(down) }),
		up: new ThrottleGroup({ enabled: up > 0, rate: Math.ceil(up) }),
	};
}

function move(throttle: Throttle, to: ThrottleGroup): void {
	throttle._group._removeThrottle(throttle);
	throttle._group = to;
	to._addThrottle(throttle);
	throttle._setEnabled(to.getEnabled());
}
