import { KeyedRates, TokenBucket } from '../../../concurrency/token-bucket.ts';
import type { Clock } from './clock.ts';
import { Fetch } from './fetch.ts';
import type { SignedHead } from './head.ts';
import type { ExchangeLimits } from './limits.ts';
import { MAX_KNOWN_PEERS } from './limits.ts';
import type { PagePeer } from './page-peer.ts';

/** Processing so many bytes costs a channel as much as fetching one. */
const PROCESSING_SHARE = 4;

interface FetchesOptions {
	readonly clock: Clock;
	readonly limits: ExchangeLimits;
	/** Returns the pages of the stored version of a channel, by hash. */
	readonly known: (channel: string) => ReadonlyMap<string, Uint8Array>;
	/** Handles all pages with contents of a version. */
	readonly completed: (head: SignedHead, contents: readonly Uint8Array[]) => void;
	/** Handles an index that no honest author makes. */
	readonly lied: (head: SignedHead) => void;
	/** Handles a version that no peer delivers. */
	readonly abandoned: (head: SignedHead) => void;
}

/** Fetches new versions of channels, a few at a time. All of them get turns of the same time. */
export class Fetches {
	readonly #options: FetchesOptions;
	/** By channel, in the sequence in which they get their turn. */
	readonly #fetches = new Map<string, Fetch>();
	readonly #processed: TokenBucket;
	readonly #rates: KeyedRates;

	constructor(options: FetchesOptions) {
		this.#options = options;
		this.#rates = new KeyedRates(options.limits.channelBytes, MAX_KNOWN_PEERS);
		this.#processed = new TokenBucket(options.limits.processedBytes, options.clock.now());
	}

	/** Returns the head whose contents are being fetched. */
	target(channel: string): SignedHead | undefined {
		return this.#fetches.get(channel)?.head;
	}

	/** Whether one more channel may wait. */
	get hasRoom(): boolean {
		const { fetches, waitingFetches } = this.#options.limits;
		return this.#fetches.size < fetches + waitingFetches;
	}

	/** Begins to fetch a version, instead of an older one. */
	add(head: SignedHead): void {
		const { channel } = head;
		const { clock, limits, known } = this.#options;
		const older = this.#fetches.get(channel);
		const rate = this.#rates.bucket(channel, clock.now());
		this.#remove(channel);
		const fetch = new Fetch({
			head,
			known: known(channel),
			rate,
			processed: this.#processed,
			clock,
			limits,
			completed: (contents) => {
				// Every version is decoded as a whole, however few pages are new.
				rate.charge(head.size / PROCESSING_SHARE, clock.now());
				this.#processed.charge(head.size, clock.now());
				this.#finish(head, () => this.#options.completed(head, contents));
			},
			lied: () => this.#finish(head, () => this.#options.lied(head)),
			turnEnded: () => this.#turnEnded(fetch),
		});
		this.#fetches.set(channel, fetch);
		// Peers with the older version tend to get the newer one soon.
		for (const source of older?.sources ?? []) fetch.addSource(source);
		this.#startNext();
	}

	addSource(channel: string, peer: PagePeer): void {
		this.#fetches.get(channel)?.addSource(peer);
	}

	/** Removes a peer from one channel, or from all. */
	removeSource(peer: string, channel?: string): void {
		if (channel !== undefined) this.#fetches.get(channel)?.removeSource(peer);
		else for (const fetch of [...this.#fetches.values()]) fetch.removeSource(peer);
	}

	/** Takes a page of a peer. */
	received(peer: string, hash: string, page: Uint8Array): void {
		for (const fetch of [...this.#fetches.values()]) fetch.received(peer, hash, page);
	}

	cancel(channel: string): void {
		this.#remove(channel);
		this.#startNext();
	}

	close(): void {
		for (const channel of [...this.#fetches.keys()]) this.#remove(channel);
	}

	#remove(channel: string): void {
		this.#fetches.get(channel)?.cancel();
		this.#fetches.delete(channel);
	}

	#finish({ channel }: SignedHead, report: () => void): void {
		this.#fetches.delete(channel);
		report();
		this.#startNext();
	}

	#turnEnded(fetch: Fetch): void {
		const { abandoned } = this.#options;
		const { head } = fetch;
		if (fetch.isHopeless) {
			this.#remove(head.channel);
			abandoned(head);
		} else {
			const isWaited = [...this.#fetches.values()].some(({ isRunning }) => !isRunning);
			if (!isWaited) return;
			fetch.pause();
			this.#fetches.delete(head.channel);
			this.#fetches.set(head.channel, fetch);
		}
		this.#startNext();
	}

	#startNext(): void {
		for (const fetch of [...this.#fetches.values()]) {
			const running = [...this.#fetches.values()].filter(({ isRunning }) => isRunning).length;
			if (running >= this.#options.limits.fetches) return;
			if (!fetch.isRunning && this.#fetches.get(fetch.head.channel) === fetch) fetch.start();
		}
	}
}
