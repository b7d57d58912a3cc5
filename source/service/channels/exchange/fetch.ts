import type { TokenBucket } from '../../../concurrency/token-bucket.ts';
import type { Clock } from './clock.ts';
import type { SignedHead } from './head.ts';
import type { ExchangeLimits } from './limits.ts';
import { MAX_PAGE_BYTES, MAX_PAGES, MAX_REQUESTED_PAGES } from './limits.ts';
import { partsOf } from './messages.ts';
import type { PagePeer } from './page-peer.ts';
import { childrenOf } from './pages.ts';

/** Requests of a fetch to one peer that do not wait for those of other fetches. */
const MIN_WINDOW = 2;
/** Levels of index pages. Two have room for more pages than a channel may have. */
const MAX_INDEX_LEVELS = 2;

interface FetchOptions {
	readonly head: SignedHead;
	/** Pages of an older version, by hash. */
	readonly known: ReadonlyMap<string, Uint8Array>;
	/** Limits the bytes of this channel's new versions. */
	readonly rate: TokenBucket;
	/** Limits the bytes of all versions. */
	readonly processed: TokenBucket;
	readonly clock: Clock;
	readonly limits: ExchangeLimits;
	/** Called once, with all pages that have contents. */
	readonly completed: (contents: readonly Uint8Array[]) => void;
	/** Called once, if the pages cannot be those of an honest author. */
	readonly lied: () => void;
	/** Called at the end of each turn. */
	readonly turnEnded: () => void;
}

interface Source {
	readonly peer: PagePeer;
	/** Consecutive timeouts, and the time until which nothing is requested. */
	failures: number;
	pausedUntilMs: number;
}

interface Request {
	readonly source: Source;
	readonly cancel: () => void;
}

/** Fetches the pages of one version of a channel from several peers. Accepts only pages with the right hashes. */
export class Fetch {
	readonly head: SignedHead;
	readonly #options: FetchOptions;
	readonly #sources = new Map<string, Source>();
	/** Hashes of missing pages with their level, in sequence. */
	readonly #missing = new Map<string, number>();
	readonly #requests = new Map<string, Request>();
	/** Hashes of all pages of this version so far, with their levels. */
	readonly #levels = new Map<string, number>();
	readonly #contents: Uint8Array[] = [];
	/** Number of turns without a page. */
	#emptyTurns = 0;
	/** Number of received pages, now and at the begin of this turn. */
	#received = 0;
	#receivedBefore = 0;
	#bytes = 0;
	#cancelTimer = () => {};
	#cancelTurn = () => {};
	#isRunning = false;
	#hasEnded = false;

	constructor(options: FetchOptions) {
		this.#options = options;
		this.head = options.head;
	}

	get isRunning(): boolean {
		return this.#isRunning;
	}

	/** Whether too many turns brought no page. */
	get isHopeless(): boolean {
		const { emptyTurns, firstTurns } = this.#options.limits;
		return this.#emptyTurns >= (this.#received === 0 ? firstTurns : emptyTurns);
	}

	get sources(): readonly PagePeer[] {
		return [...this.#sources.values()].map(({ peer }) => peer);
	}

	/** Begins or continues. */
	start(): void {
		this.#isRunning = true;
		this.#beginTurn();
		if (this.#levels.size === 0 && !this.#learn(this.head.index, 0)) return;
		this.#request();
	}

	/** Pauses. Pages that still arrive are kept. */
	pause(): void {
		this.#isRunning = false;
		this.#cancelTimer();
		this.#cancelTurn();
		for (const { cancel } of this.#requests.values()) cancel();
		this.#requests.clear();
	}

	/** Ends without a result. */
	cancel(): void {
		this.#hasEnded = true;
		this.pause();
	}

	/** Adds a peer that has this version. */
	addSource(peer: PagePeer): void {
		if (!this.#sources.has(peer.id)) this.#sources.set(peer.id, { peer, failures: 0, pausedUntilMs: 0 });
		this.#request();
	}

	/** Removes a peer that does not have this version, or is disconnected. */
	removeSource(id: string): void {
		if (!this.#sources.delete(id)) return;
		for (const [hash, { source, cancel }] of this.#requests) {
			if (source.peer.id !== id) continue;
			cancel();
			this.#requests.delete(hash);
		}
		this.#request();
	}

	/** Takes a page that was requested from a peer. Returns whether it belongs to this version. */
	received(id: string, hash: string, page: Uint8Array): boolean {
		const level = this.#missing.get(hash);
		if (level === undefined) return this.#levels.has(hash);
		const request = this.#requests.get(hash);
		request?.cancel();
		this.#requests.delete(hash);
		const source = this.#sources.get(id);
		if (source) source.failures = 0;
		this.#received++;
		if (this.#add(hash, page, level)) this.#request();
		return true;
	}

	/** Records a page. Returns false if the fetch ended. */
	#add(hash: string, page: Uint8Array, level: number): boolean {
		this.#missing.delete(hash);
		const children = childrenOf(page);
		if (children === 'contents') {
			this.#bytes += page.length;
			this.#contents.push(page);
			if (this.#bytes > this.head.size || level === 0) return this.#end(this.#options.lied);
		} else {
			if (!children || level >= MAX_INDEX_LEVELS) return this.#end(this.#options.lied);
			for (const child of children) if (!this.#learn(child, level + 1)) return false;
		}
		if (this.#missing.size > 0) return true;
		return this.#end(() => this.#options.completed(this.#contents));
	}

	/** Records the hash of a page. Returns false if the fetch ended. */
	#learn(hash: string, level: number): boolean {
		// An honest author has no equal pages.
		if (this.#levels.has(hash) || this.#levels.size >= MAX_PAGES) return this.#end(this.#options.lied);
		this.#levels.set(hash, level);
		this.#missing.set(hash, level);
		return true;
	}

	#end(report: () => void): false {
		if (this.#hasEnded) return false;
		this.cancel();
		report();
		return false;
	}

	#beginTurn(): void {
		const { clock, limits, turnEnded } = this.#options;
		this.#cancelTurn();
		this.#receivedBefore = this.#received;
		this.#cancelTurn = clock.after(limits.turnMs, () => {
			// Without a page because of the limit of this service, it is not the fault of others.
			const isLimited = this.#debtMs(clock.now()) > 0;
			if (this.#received === this.#receivedBefore && !isLimited) this.#emptyTurns++;
			this.#beginTurn();
			turnEnded();
		});
	}

	/** Requests missing pages from the peers that may be asked now. */
	#request(): void {
		if (!this.#isRunning || this.#hasEnded) return;
		if (!this.#takeKnown()) return;
		const { clock, limits } = this.#options;
		const now = clock.now();
		const waiting = [...this.#missing.keys()].filter((hash) => !this.#requests.has(hash));
		const asked = new Map<Source, string[]>();
		let nextMs = Number.POSITIVE_INFINITY;
		const { channel } = this.head;
		for (const hash of waiting) {
			const ready: Source[] = [];
			for (const source of this.#sources.values()) {
				const readyMs = Math.max(this.#pauseEnd(source, now), source.peer.readyMs(now));
				if (readyMs > now) nextMs = Math.min(nextMs, readyMs);
				else if (source.peer.pending < limits.window || this.#pendingAt(source) < MIN_WINDOW)
					ready.push(source);
			}
			const source = ready.sort((a, b) => a.peer.pending - b.peer.pending)[0];
			if (!source || this.#debtMs(now) > 0) break;
			this.#options.rate.charge(MAX_PAGE_BYTES, now);
			const end = source.peer.request(hash, now);
			const cancelTimeout = clock.after(limits.answerMs, () => this.#timedOut(hash));
			const cancel = () => {
				cancelTimeout();
				end();
			};
			this.#requests.set(hash, { source, cancel });
			asked.set(source, [...(asked.get(source) ?? []), hash]);
		}
		for (const [{ peer }, hashes] of asked)
			for (const pages of partsOf(hashes, MAX_REQUESTED_PAGES)) peer.send({ kind: 'get', channel, pages });
		const debtMs = this.#debtMs(now);
		this.#wake(debtMs > 0 ? Math.min(nextMs, now + debtMs) : nextMs, now);
	}

	/** Returns the end of a source's pause, also after the clock was set back. */
	#pauseEnd(source: Source, nowMs: number): number {
		source.pausedUntilMs = Math.min(source.pausedUntilMs, nowMs + pauseMs(source, this.#options.limits));
		return source.pausedUntilMs;
	}

	#pendingAt(source: Source): number {
		return [...this.#requests.values()].filter((request) => request.source === source).length;
	}

	/** Returns the time until the limits of this service allow the next request. */
	#debtMs(nowMs: number): number {
		const { rate, processed } = this.#options;
		return Math.max(rate.charge(0, nowMs), processed.charge(0, nowMs));
	}

	/** Takes pages that the older version has. Returns false if the fetch ended. */
	#takeKnown(): boolean {
		for (const [hash, level] of this.#missing) {
			const page = this.#options.known.get(hash);
			if (page && !this.#add(hash, page, level)) return false;
		}
		return true;
	}

	#wake(atMs: number, nowMs: number): void {
		this.#cancelTimer();
		if (!Number.isFinite(atMs)) return;
		this.#cancelTimer = this.#options.clock.after(Math.max(50, atMs - nowMs), () => this.#request());
	}

	#timedOut(hash: string): void {
		const { clock, limits } = this.#options;
		const request = this.#requests.get(hash);
		this.#requests.delete(hash);
		if (request) {
			const { source } = request;
			request.cancel();
			const now = clock.now();
			// The requests of one interruption end at about the same time, and count once.
			if (this.#pauseEnd(source, now) <= now) {
				source.failures = Math.min(source.failures + 1, 6);
				source.pausedUntilMs = now + pauseMs(source, limits);
			}
		}
		this.#request();
	}
}

/** Returns the pause after the last timeouts of a source. */
function pauseMs({ failures }: Source, { answerMs }: ExchangeLimits): number {
	return (answerMs / 10) * 2 ** failures;
}
