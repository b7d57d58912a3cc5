import { BoundedMap } from '../../../basics/bounded-map.ts';
import { TokenBucket } from '../../../concurrency/token-bucket.ts';
import type { ExchangeLimits } from './limits.ts';
import { MAX_PAGE_BYTES } from './limits.ts';
import type { ExchangeMessage } from './messages.ts';

/** Requested pages whose late arrival is no violation. */
const MAX_REMEMBERED = 1_000;

/** Requests for pages to one peer. They are paced, because the overlay takes a faster peer for a flood. */
export class PagePeer {
	readonly id: string;
	readonly send: (message: ExchangeMessage) => void;
	readonly #pages: TokenBucket;
	readonly #bytes: TokenBucket;
	readonly #requested = new BoundedMap<true>(MAX_REMEMBERED);
	#pending = 0;

	constructor(id: string, send: (message: ExchangeMessage) => void, limits: ExchangeLimits, nowMs: number) {
		this.id = id;
		this.send = send;
		this.#pages = new TokenBucket(limits.requestedPages, nowMs);
		this.#bytes = new TokenBucket(limits.requestedBytes, nowMs);
	}

	/** Number of unanswered requests. */
	get pending(): number {
		return this.#pending;
	}

	/** Returns the time at which the next page may be requested. */
	readyMs(nowMs: number): number {
		return nowMs + Math.max(this.#pages.charge(0, nowMs), this.#bytes.charge(0, nowMs));
	}

	/** Counts a request. Returns a function to call when it is answered or given up. */
	request(hash: string, nowMs: number): () => void {
		this.#pages.charge(1, nowMs);
		this.#bytes.charge(MAX_PAGE_BYTES, nowMs);
		this.#requested.set(hash, true);
		this.#pending++;
		let isPending = true;
		return () => {
			if (isPending) this.#pending--;
			isPending = false;
		};
	}

	/** Whether a page was requested lately. */
	wasRequested(hash: string): boolean {
		return this.#requested.has(hash);
	}
}
