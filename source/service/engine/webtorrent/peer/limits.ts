import type { Torrent } from 'webtorrent';
import type Peer from 'webtorrent/lib/peer.js';
import { type Consumer, FairLimiter, type Lane } from '../../../../concurrency/fair-limiter.ts';
import type { Pause } from '../../../../concurrency/semaphore.ts';

/** Limits of a connection. */
type PeerLimits = Pick<Limits, 'down' | 'up'>;

/** Limits of connections whose download is known. */
const limitsOf = new WeakMap<Peer, PeerLimits>();

/** Applies limits to a connection. */
export function limitPeer(peer: Peer, limits: PeerLimits): void {
	limitsOf.set(peer, limits);
}

/** Returns the limits of a connection; undefined until its download is known. Connections of the overlay have none. */
export function limitsOfPeer(peer: Peer): PeerLimits | undefined {
	return limitsOf.get(peer);
}

/** Limits of all downloads together. They count bytes of blocks, without protocol overhead. */
export class SharedLimits {
	readonly down = new FairLimiter();
	readonly up = new FairLimiter();

	/** Changes the limits, bytes per second, 0 for none. */
	change(down: number, up: number): void {
		this.down.setRate(down);
		this.up.setRate(up);
	}
}

/**
 * Limits of one download in bytes per second, 0 for none, within those of all downloads. Uploads are limited when a
 * block is read, downloads when it is requested. Thus no message waits behind a limited block.
 */
export class Limits {
	readonly down: Lane;
	readonly up: Lane;

	constructor(down: number, up: number, shared: SharedLimits) {
		this.down = shared.down.addLane(down);
		this.up = shared.up.addLane(up);
	}

	/** Applies these limits to every peer of a download, including incoming ones. */
	attach(torrent: Torrent): void {
		const registerPeer = torrent._registerPeer;
		torrent._registerPeer = (peer) => {
			limitPeer(peer, this);
			registerPeer.call(torrent, peer);
		};
	}

	/** Changes the limits of all connections without closing any. */
	change(down: number, up: number): void {
		this.down.setRate(down);
		this.up.setRate(up);
	}

	/**
	 * Resolves when `bytes` from a web seed fit the download limit shared with peers. Waits in a pause of the
	 * caller. Rejects with the signal's reason.
	 */
	async acquire(bytes: number, signal: AbortSignal, pause: Pause): Promise<void> {
		if (!this.down.isLimited) return;
		const turn = new WebSeedTurn(bytes);
		this.down.enqueue(turn);
		if (!turn.taken) await pause(() => turn.wait(signal, () => this.down.remove(turn)));
	}

	/** Ends all waits. */
	close(): void {
		this.down.close();
		this.up.close();
	}
}

/** Received bytes of a web seed that wait for the limit. */
class WebSeedTurn implements Consumer {
	taken = false;
	readonly #bytes: number;
	#onTaken = (): void => {};

	constructor(bytes: number) {
		this.#bytes = bytes;
	}

	transfer(): number {
		if (this.taken) return 0;
		this.taken = true;
		this.#onTaken();
		return this.#bytes;
	}

	/** Resolves after the transfer. If the signal aborts, calls `leave` and rejects with its reason. */
	wait(signal: AbortSignal, leave: () => void): Promise<void> {
		return new Promise((resolve, reject) => {
			const abort = (): void => {
				leave();
				reject(signal.reason);
			};
			this.#onTaken = () => {
				signal.removeEventListener('abort', abort);
				resolve();
			};
			if (signal.aborted) abort();
			else signal.addEventListener('abort', abort, { once: true });
		});
	}
}
