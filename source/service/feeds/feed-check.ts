import type { OwnService } from '../http-client/own-service.ts';
import type { FeedRecord } from '../storage/feed-record.ts';
import { failureReason } from './failure-reason.ts';
import type { FeedStore } from './feed-store.ts';
import { AddressRule } from './fetching/address-rule.ts';
import { backoff, requestedInterval, withJitter } from './fetching/check-interval.ts';
import { FeedStatusError, fetchFeed } from './fetching/fetch-feed.ts';
import { foundItems } from './found-items.ts';
import type { ItemIntake } from './item-intake.ts';
import { feedLimits } from './limits.ts';

interface FeedCheckOptions {
	readonly store: FeedStore;
	readonly intake: ItemIntake;
	readonly ownService: OwnService;
	/** Time for the request of a document. */
	readonly timeoutMs: number;
}

/** Checks a feed: fetches its document, saves its items, and processes those that are due. */
export class FeedCheck {
	readonly #options: FeedCheckOptions;

	constructor(options: FeedCheckOptions) {
		this.#options = options;
	}

	/**
	 * Returns how many items were added to the channel. The record has the error of a failure. Rejects if the check was
	 * aborted, or its result cannot be saved.
	 */
	async run(feed: FeedRecord, signal: AbortSignal): Promise<number> {
		const addressRule = new AddressRule(feed.scope);
		try {
			await this.#fetch(feed, addressRule, signal);
		} catch (error) {
			signal.throwIfAborted();
			this.#fail(feed, addressRule, error);
			return 0;
		}
		const added = await this.#options.intake.process({ feed, addressRule, signal });
		signal.throwIfAborted();
		if (this.#options.store.due(feed.number, 1).length > 0) {
			// The items that wait would otherwise wait as long as the feed asks for.
			feed.nextCheck = Math.min(feed.nextCheck, nowSeconds() + feedLimits.minIntervalMs / 1000);
			this.#options.store.save(feed);
		}
		return added;
	}

	async #fetch(feed: FeedRecord, addressRule: AddressRule, signal: AbortSignal): Promise<void> {
		const { store, ownService, timeoutMs } = this.#options;
		const { etag, lastModified } = feed;
		const url = new URL(feed.url);
		const fetched = await fetchFeed({ url, etag, lastModified, ownService, addressRule, signal, timeoutMs });
		signal.throwIfAborted();
		const { document, validators, cacheControl } = fetched;
		const now = nowSeconds();
		const ttlMinutes = document ? (document.ttlMinutes ?? 0) : feed.ttlMinutes;
		const interval = withJitter(requestedInterval(ttlMinutes, cacheControl));
		const changed: FeedRecord = {
			...feed,
			...validators,
			ttlMinutes,
			scope: addressRule.scope,
			title: document?.title || feed.title,
			lastCheck: now,
			nextCheck: now + Math.round(interval / 1000),
			failures: 0,
			error: '',
		};
		if (document) store.saveDocument(changed, foundItems(document.items, fetched.url), now);
		else store.save(changed);
		Object.assign(feed, changed);
	}

	#fail(feed: FeedRecord, { scope }: AddressRule, error: unknown): void {
		const status = error instanceof FeedStatusError ? error : undefined;
		const failures = feed.failures + 1;
		// A feed that is gone will hardly return.
		const usual = status?.status === 410 ? feedLimits.maxIntervalMs : backoff(failures);
		const asked = Math.min(status?.retryAfterMs ?? 0, feedLimits.maxIntervalMs);
		const now = nowSeconds();
		const nextCheck = now + Math.ceil(Math.max(withJitter(usual), asked) / 1000);
		Object.assign(feed, {
			failures,
			lastCheck: now,
			nextCheck,
			scope,
			error: failureReason(error),
		});
		this.#options.store.save(feed);
	}
}

const nowSeconds = () => Math.floor(Date.now() / 1000);
