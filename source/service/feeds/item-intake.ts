import { setImmediate } from 'node:timers/promises';
import { readSource, type Source } from '../downloads/source.ts';
import { HttpError } from '../http/http-error.ts';
import type { OwnService } from '../http-client/own-service.ts';
import type { FeedRecord, ItemRecord } from '../storage/feed-record.ts';
import { sizeProblem, titleMatches } from './download-filter.ts';
import { failureReason } from './failure-reason.ts';
import type { AddDownload, FeedChannel } from './feed.ts';
import type { FeedStore } from './feed-store.ts';
import type { AddressRule } from './fetching/address-rule.ts';
import { feedLimits } from './limits.ts';

/** Why an item is not in the channel. */
export const intakeText = {
	noTorrent: 'It has neither a torrent nor a magnet link.',
	present: 'Its torrent is in the channel already.',
	downloadedBefore: 'Its torrent was downloaded before.',
} as const;

interface IntakeOptions {
	readonly store: FeedStore;
	readonly channel: FeedChannel;
	readonly addDownload: AddDownload;
	readonly ownService: OwnService;
}

/** One check of a feed. */
interface IntakeContext {
	readonly feed: FeedRecord;
	readonly addressRule: AddressRule;
	readonly signal: AbortSignal;
}

type Outcome = Partial<Pick<ItemRecord, 'status' | 'reason' | 'infohash' | 'size' | 'isInChannel'>>;

/** Adds the torrents of items to the own channel, and to the downloads if the filter of the feed accepts them. */
export class ItemIntake {
	readonly #options: IntakeOptions;

	constructor(options: IntakeOptions) {
		this.#options = options;
	}

	/** Processes the items that are due, up to a maximum number. Returns how many were added to the channel. */
	async process(context: IntakeContext): Promise<number> {
		const { feed, signal } = context;
		const due = this.#options.store.due(feed.number, feedLimits.maxFetchesPerCheck);
		const end = performance.now() + feedLimits.maxIntakeMs;
		let added = 0;
		const work = async (): Promise<void> => {
			while (!signal.aborted && performance.now() < end) {
				const item = due.shift();
				if (!item) return;
				try {
					if (await this.#settle(item, context)) added += 1;
				} catch (error) {
					due.length = 0;
					throw error;
				}
				// Magnet links need no input, and each item waits for the disk: requests are served in between.
				await setImmediate();
			}
		};
		// After a failure, the other item ends before the next check may process it again.
		const ended = await Promise.allSettled(Array.from({ length: feedLimits.fetchesAtOnce }, work));
		for (const one of ended) if (one.status === 'rejected') throw one.reason;
		return added;
	}

	/** Processes an item and saves the outcome. Returns whether it was added to the channel. */
	async #settle(item: ItemRecord, context: IntakeContext): Promise<boolean> {
		const outcome = await this.#outcome(item, context);
		if (!outcome) return false;
		const attempts = item.attempts + (outcome.status === 'failed' ? 1 : 0);
		const settled: ItemRecord = { ...item, reason: '', ...outcome, attempts };
		this.#options.store.settle(settled);
		if (item.isInChannel || !settled.isInChannel) return false;
		context.feed.added += 1;
		return true;
	}

	/** Returns undefined if the check was aborted: the item stays as it is. */
	async #outcome(item: ItemRecord, context: IntakeContext): Promise<Outcome | undefined> {
		if (item.uri === '') return { status: 'ignored', reason: intakeText.noTorrent };
		let known: Outcome = {};
		try {
			const source = await this.#read(item.uri, context);
			context.signal.throwIfAborted();
			const { infohash } = source.kind === 'torrent' ? source.metainfo : source.magnet;
			const size = source.kind === 'torrent' ? source.metainfo.length : item.size;
			known = { infohash, size };
			const published = this.#publish(item, infohash, source, context.feed);
			known = { ...known, ...published };
			return { ...known, ...(await this.#download(item, infohash, size, source, context.feed)) };
		} catch (error) {
			if (context.signal.aborted) return undefined;
			// No outcome can be saved.
			if (error instanceof HttpError && error.code === 'StorageError') throw error;
			return { ...known, status: 'failed', reason: failureReason(error) };
		}
	}

	#read(uri: string, { feed, addressRule, signal }: IntakeContext): Promise<Source> {
		const { ownService } = this.#options;
		const address = /^magnet:/i.test(uri) ? uri : withCredentials(new URL(uri), new URL(feed.url)).href;
		return readSource(address, { route: [], ownService, addressFilter: addressRule.filter, signal });
	}

	/** Adds the torrent to the channel. */
	#publish(item: ItemRecord, infohash: string, source: Source, feed: FeedRecord): Outcome {
		if (item.isInChannel) return { status: 'added', isInChannel: true };
		const { channel, store } = this.#options;
		const result = channel.addTorrent(source, feed.url, item.title);
		if (result === 'added') return { status: 'added', isInChannel: true };
		if (result !== 'present') return { status: 'ignored', reason: result.refused };
		// The service was killed before it saved the outcome.
		if (channel.torrent(infohash)?.feed === feed.url && !store.wasAdded(feed.number, infohash))
			return { status: 'added', isInChannel: true };
		return { status: 'ignored', reason: intakeText.present };
	}

	/** Adds the download if the filter accepts it. Returns only what differs from the outcome without it. */
	async #download(
		item: ItemRecord,
		infohash: string,
		size: number | undefined,
		source: Source,
		{ filter, filterAfter }: FeedRecord,
	): Promise<Outcome> {
		if (!filter || item.number <= filterAfter || !titleMatches(filter, item.title)) return {};
		const problem = sizeProblem(filter, size);
		if (problem !== undefined) return { reason: problem };
		if (this.#options.store.wasDownloaded(infohash)) return { reason: intakeText.downloadedBefore };
		await this.#options.addDownload(source, filter.destination);
		return { status: 'downloaded', reason: '' };
	}
}

/** Returns a URL with the credentials of the feed if it has the same origin and none of its own. */
function withCredentials(url: URL, feed: URL): URL {
	if (url.origin !== feed.origin || url.username !== '' || url.password !== '') return url;
	url.username = feed.username;
	url.password = feed.password;
	return url;
}
