import { Semaphore } from '../../concurrency/semaphore.ts';
import { withoutSecrets } from '../../format/without-secrets.ts';
import type { FeedFilter, FeedItem, RssFeed } from '../../protocol/resources/channel.ts';
import type { Emit } from '../core/emit.ts';
import { clip, HttpError, invalidParameter } from '../http/http-error.ts';
import type { Log } from '../log/log.ts';
import type { FeedRecord } from '../storage/feed-record.ts';
import { failureReason } from './failure-reason.ts';
import type { FeedCheck } from './feed-check.ts';
import type { FeedStore } from './feed-store.ts';
import { feedText } from './feeds.ts';
import { feedLimits } from './limits.ts';

export interface FeedServiceOptions {
	readonly store: FeedStore;
	readonly check: FeedCheck;
	/** Whether the own channel is created. Nothing is checked without it. */
	readonly hasChannel: () => boolean;
	/** Creates a destination folder. Throws an HttpError if it cannot be used. */
	readonly prepareFolder: (folder: string) => Promise<string>;
	readonly emit: Emit;
	readonly log: Log;
}

/** More than the time between two checks of a feed, which is longer by jitter. */
const MAX_AHEAD_MS = 2 * feedLimits.maxIntervalMs;

/** A feed, and its check while one is running or waits for its slot. */
interface Subscription {
	readonly feed: FeedRecord;
	running: Promise<void> | undefined;
	readonly abort: AbortController;
}

/**
 * Feeds of the own channel: requests for them, and the schedule of their checks. URLs are those of requests. Failures
 * are HttpErrors.
 */
export class FeedService {
	readonly #options: FeedServiceOptions;
	readonly #subscriptions: Map<number, Subscription>;
	readonly #slots = new Semaphore(feedLimits.checksAtOnce);
	readonly #failingSlots = new Semaphore(feedLimits.failingChecksAtOnce);
	#timer: NodeJS.Timeout | undefined;
	#isClosed = false;

	constructor(options: FeedServiceOptions) {
		this.#options = options;
		const feeds = options.store.load(nowSeconds());
		this.#subscriptions = new Map(feeds.map((feed) => [feed.number, subscriptionOf(feed)]));
	}

	/** Starts the checks. */
	start(): void {
		this.#schedule();
	}

	/** Ends running checks. Items without an outcome are processed after the next start. */
	async close(): Promise<void> {
		this.#isClosed = true;
		clearTimeout(this.#timer);
		const all = [...this.#subscriptions.values()];
		for (const { abort } of all) abort.abort(new Error('the service stops'));
		await Promise.all(all.map(({ running }) => running));
	}

	list(): RssFeed[] {
		return [...this.#subscriptions.values()].map(({ feed }) => ({
			url: feed.url,
			title: feed.title,
			...(feed.lastCheck === undefined ? {} : { last_check: feed.lastCheck }),
			next_check: feed.nextCheck,
			error: feed.error,
			items: feed.items,
			added: feed.added,
			download: feed.filter,
		}));
	}

	/** Adds a feed and checks it soon. */
	add(url: string): void {
		const { store } = this.#options;
		if (url.length > feedLimits.maxUrl) throw invalidParameter(feedText.tooLong(feedLimits.maxUrl));
		if (addressOf(url) === undefined) throw invalidParameter(feedText.invalid(shown(url)));
		if (this.#find(url)) throw new HttpError(409, 'DuplicateFeedError', feedText.exists(shown(url)));
		if (this.#subscriptions.size >= feedLimits.maxFeeds)
			throw new HttpError(500, 'FeedLimitError', feedText.tooMany(feedLimits.maxFeeds));
		const feed = store.insert(url);
		this.#subscriptions.set(feed.number, subscriptionOf(feed));
		this.#schedule();
	}

	async remove(url: string): Promise<void> {
		const { feed, abort, running } = this.#existing(url);
		this.#options.store.remove(feed.number);
		this.#subscriptions.delete(feed.number);
		abort.abort(new Error('the feed was removed'));
		await running;
	}

	/** Sets which new items are downloaded; null for none. */
	async setFilter(url: string, filter: FeedFilter | null): Promise<void> {
		this.#existing(url);
		if (filter) await this.#checkFilter(filter);
		this.#options.store.setFilter(this.#existing(url).feed, filter);
	}

	/** Returns the known items, the newest first. */
	items(url: string): FeedItem[] {
		const { feed } = this.#existing(url);
		return this.#options.store.items(feed.number).map((item) => ({
			title: item.title,
			uri: item.uri,
			...(item.infohash === undefined ? {} : { infohash: item.infohash }),
			...(item.size === undefined ? {} : { size: item.size }),
			...(item.published === undefined ? {} : { published: item.published }),
			found: item.found,
			status: item.status,
			reason: item.reason,
		}));
	}

	/** Checks all feeds soon. */
	recheck(): void {
		const now = nowSeconds();
		for (const { feed } of this.#subscriptions.values()) feed.nextCheck = now;
		this.#schedule();
	}

	async #checkFilter({
		include = '',
		exclude = '',
		min_size,
		max_size,
		destination,
	}: FeedFilter): Promise<void> {
		if (include.length + exclude.length > feedLimits.maxWords)
			throw invalidParameter(feedText.longFilter(feedLimits.maxWords));
		if (min_size !== undefined && max_size !== undefined && min_size > max_size)
			throw invalidParameter(feedText.sizes);
		if (destination === undefined) return;
		await this.#options.prepareFolder(destination).catch((error: unknown) => {
			throw error instanceof HttpError ? invalidParameter(error.message) : error;
		});
	}

	#find(url: string): Subscription | undefined {
		const address = addressOf(url);
		return [...this.#subscriptions.values()].find(
			({ feed }) => feed.url === url || (address !== undefined && addressOf(feed.url) === address),
		);
	}

	#existing(url: string): Subscription {
		const found = this.#find(url);
		if (!found) throw new HttpError(404, 'FeedNotFoundError', feedText.unknown(shown(url)));
		return found;
	}

	/** Starts the checks that are due, and sets the timer for the next one. */
	#schedule(): void {
		clearTimeout(this.#timer);
		if (this.#isClosed || !this.#options.hasChannel()) return;
		const now = Date.now();
		let next = Number.POSITIVE_INFINITY;
		for (const subscription of this.#subscriptions.values()) {
			if (subscription.running) continue;
			const due = subscription.feed.nextCheck * 1000;
			// A later time is that of a clock that was set back.
			if (due <= now || due > now + MAX_AHEAD_MS) this.#start(subscription);
			else next = Math.min(next, due);
		}
		if (next < Number.POSITIVE_INFINITY)
			this.#timer = setTimeout(() => this.#schedule(), Math.min(next - now, feedLimits.maxIntervalMs));
	}

	#start(subscription: Subscription): void {
		const { feed, abort } = subscription;
		const check = () => this.#slots.run(() => this.#check(feed, abort.signal), abort.signal);
		subscription.running = (feed.failures > 0 ? this.#failingSlots.run(check, abort.signal) : check())
			.catch((error: unknown) => this.#reportUnsaved(feed, abort.signal, error))
			.finally(() => {
				subscription.running = undefined;
				this.#schedule();
			});
	}

	async #check(feed: FeedRecord, signal: AbortSignal): Promise<void> {
		const { check, emit, log } = this.#options;
		const { error: before } = feed;
		const added = await check.run(feed, signal);
		const { url, error } = feed;
		if (error !== before)
			log(
				error === '' ? 'info' : 'warning',
				error === ''
					? feedText.recovered(shown(url))
					: feedText.checkFailed(shown(url), withoutSecrets(error)),
			);
		emit('feed_checked', { url, error, added });
	}

	/** Called if a check ended without a saved result, e.g. because the disk is full. It is repeated later. */
	#reportUnsaved(feed: FeedRecord, signal: AbortSignal, error: unknown): void {
		if (signal.aborted) return;
		const { emit, log } = this.#options;
		const reason = failureReason(error);
		feed.error = reason;
		feed.nextCheck = Math.floor((Date.now() + feedLimits.minIntervalMs) / 1000);
		log('error', feedText.notSaved(shown(feed.url), withoutSecrets(reason)), error);
		emit('feed_checked', { url: feed.url, error: reason, added: 0 });
	}
}

const nowSeconds = () => Math.floor(Date.now() / 1000);

function subscriptionOf(feed: FeedRecord): Subscription {
	return { feed, running: undefined, abort: new AbortController() };
}

/** Returns the canonical address of a URL. Undefined unless it is an HTTP(S) URL with a host, and without a NUL. */
function addressOf(url: string): string | undefined {
	// SQLite ends a text at a NUL.
	if (!/^https?:\/\//i.test(url) || url.includes('\0') || !URL.canParse(url)) return undefined;
	const address = new URL(url);
	address.hash = '';
	return address.href;
}

/** Returns a URL for messages and the log: quoted, and without secrets. */
function shown(url: string): string {
	return clip(withoutSecrets(url));
}
