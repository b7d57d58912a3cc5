import { BoundedMap } from '../../../basics/bounded-map.ts';
import { TokenBucket } from '../../../concurrency/token-bucket.ts';
import type { ExchangeLimits } from './limits.ts';
import { MAX_OFFERS } from './limits.ts';
import type { ExchangeMessage, Offer } from './messages.ts';
import { PagePeer } from './page-peer.ts';

/** A requested head. */
interface Want {
	/** Undefined if the peer did not offer it. */
	readonly offer: Offer | undefined;
	readonly cancel: () => void;
}

/** Another service: its offers, and its use of the limits. The latter outlasts a connection. */
export class ExchangePeer {
	readonly id: string;
	readonly send: (message: ExchangeMessage) => void;
	readonly pages: PagePeer;
	readonly servedPages: TokenBucket;
	readonly servedHeads: TokenBucket;
	readonly madePages: TokenBucket;
	readonly searches: TokenBucket;
	/** By channel. */
	offers = new BoundedMap<Offer>(MAX_OFFERS);
	/** Requested heads, by channel. */
	readonly wants = new Map<string, Want>();
	readonly #limits: ExchangeLimits;
	/** Offers in sequence that were not fulfilled. */
	#broken = 0;
	#ignoredUntilMs = 0;

	constructor(id: string, send: (message: ExchangeMessage) => void, limits: ExchangeLimits, nowMs: number) {
		this.id = id;
		this.send = send;
		this.#limits = limits;
		this.pages = new PagePeer(id, send, limits, nowMs);
		this.servedPages = new TokenBucket(limits.servedPages, nowMs);
		this.servedHeads = new TokenBucket(limits.servedHeads, nowMs);
		this.madePages = new TokenBucket(limits.madePages, nowMs);
		this.searches = new TokenBucket(limits.peerSearches, nowMs);
	}

	/** Whether the peer has this version of a channel, or a newer one. */
	has(channel: string, version: number): boolean {
		return (this.offers.get(channel)?.version ?? 0) >= version;
	}

	isIgnored(nowMs: number): boolean {
		return this.#ignoredUntilMs > nowMs;
	}

	/** Forgets everything that the last connection told. */
	reset(): void {
		this.offers = new BoundedMap(MAX_OFFERS);
		for (const { cancel } of this.wants.values()) cancel();
		this.wants.clear();
	}

	/** Counts an offer that the peer fulfilled or not. */
	settle(isFulfilled: boolean, nowMs: number): void {
		this.#broken = isFulfilled ? 0 : this.#broken + 1;
		if (this.#broken < this.#limits.brokenOffers) return;
		this.#broken = 0;
		this.#ignoredUntilMs = nowMs + this.#limits.ignoreOffersMs;
	}
}
