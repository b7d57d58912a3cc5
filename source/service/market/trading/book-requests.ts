import type { Verdict } from '../../../basics/verdict.ts';
import { TokenBucket } from '../../../concurrency/token-bucket.ts';
import type { BookFeed } from './book-feed.ts';
import { directCodec, type MessageOf } from './messages.ts';
import { Retries } from './retries.ts';
import type { TradingContext } from './trading-context.ts';

/** Pause before a request is repeated, ms. */
const RETRY_MS = 5_000;
const MAX_RETRY_MS = 60_000;
/** Pause between two complete replies. Requests heal gossip that was lost. */
const REFRESH_MS = 60_000;
/** Pages in sequence. A complete book has fewer. */
const MAX_PAGES = 5_000;
/** Requests that are answered for each peer. */
const REPLY_RATE = { perSecond: 20, burst: 40 };

interface PeerBook {
	epoch: string;
	after: number;
	isRequested: boolean;
	/** Number of pages since the last complete reply. */
	pages: number;
	readonly replies: TokenBucket;
}

/** Requests the books of connected peers, and answers their requests. */
export class BookRequests {
	readonly #context: TradingContext;
	readonly #feed: BookFeed;
	readonly #take: (envelope: string, via: string) => Verdict;
	readonly #peers = new Map<string, PeerBook>();
	readonly #retries = new Retries(RETRY_MS, MAX_RETRY_MS);

	/** `take` handles a statement of a reply. */
	constructor(context: TradingContext, feed: BookFeed, take: (envelope: string, via: string) => Verdict) {
		this.#context = context;
		this.#feed = feed;
		this.#take = take;
	}

	get nextMs(): number | undefined {
		return this.#retries.nextMs;
	}

	connected(peer: string): void {
		const replies = new TokenBucket(REPLY_RATE, this.#context.nowMs);
		this.#peers.set(peer, { epoch: '', after: 0, isRequested: false, pages: 0, replies });
		this.#request(peer);
	}

	disconnected(peer: string): void {
		this.#peers.delete(peer);
		this.#retries.stop(peer);
	}

	advance(): void {
		for (const peer of this.#retries.take(this.#context.nowMs)) this.#send(peer);
	}

	/** Answers a request with the next page. */
	requested(from: string, { epoch, after }: MessageOf<'book-request'>): Verdict {
		const book = this.#peers.get(from);
		if (!book?.replies.take(1, this.#context.nowMs)) return 'ignore';
		const page = this.#feed.page(epoch, after);
		this.#context.effects.send(from, directCodec.encode({ v: 1, kind: 'book', ...page }));
		return 'accept';
	}

	/** Takes a page, and requests the next one. */
	replied(from: string, { epoch, upTo, more, envelopes }: MessageOf<'book'>): Verdict {
		const book = this.#peers.get(from);
		if (!book?.isRequested) return 'ignore';
		// A reply to an earlier request.
		if (epoch === book.epoch && upTo < book.after) return 'ignore';
		book.isRequested = false;
		book.epoch = epoch;
		book.after = upTo;
		const verdicts = envelopes.map((envelope) =>
			this.#feed.has(envelope) ? 'ignore' : this.#take(envelope, from),
		);
		book.pages++;
		if (more && envelopes.length > 0 && book.pages < MAX_PAGES) this.#request(from);
		else {
			book.pages = 0;
			this.#refreshLater(from);
		}
		return verdicts.includes('reject') ? 'reject' : 'accept';
	}

	#request(peer: string): void {
		this.#retries.start(peer, this.#context.nowMs);
		this.#send(peer);
	}

	#refreshLater(peer: string): void {
		this.#retries.start(peer, this.#context.nowMs + REFRESH_MS - RETRY_MS);
	}

	#send(peer: string): void {
		const book = this.#peers.get(peer);
		if (!book) return;
		book.isRequested = true;
		const { epoch, after } = book;
		this.#context.effects.send(peer, directCodec.encode({ v: 1, kind: 'book-request', epoch, after }));
	}
}
