import type { OwnService } from '../http-client/own-service.ts';
import type { Database } from '../storage/sqlite.ts';
import type { AddDownload, FeedChannel } from './feed.ts';
import { FeedCheck } from './feed-check.ts';
import { FeedService, type FeedServiceOptions } from './feed-service.ts';
import { FeedStore } from './feed-store.ts';
import { ItemIntake } from './item-intake.ts';
import { feedLimits } from './limits.ts';

interface OpenFeedsOptions extends Pick<FeedServiceOptions, 'prepareFolder' | 'emit' | 'log'> {
	readonly database: Database;
	readonly channel: FeedChannel;
	readonly addDownload: AddDownload;
	readonly ownService: OwnService;
	/** Time for the request of a document. */
	readonly timeoutMs?: number;
}

/** Opens the feeds in the database, and starts their checks. Throws an HttpError if they cannot be read. */
export function openFeeds(options: OpenFeedsOptions): FeedService {
	const { database, channel, addDownload, prepareFolder, ownService, emit, log } = options;
	const store = new FeedStore(database);
	const intake = new ItemIntake({ store, channel, addDownload, ownService });
	const timeoutMs = options.timeoutMs ?? feedLimits.requestTimeoutMs;
	const check = new FeedCheck({ store, intake, ownService, timeoutMs });
	const hasChannel = () => channel.exists;
	const feeds = new FeedService({ store, check, hasChannel, prepareFolder, emit, log });
	feeds.start();
	return feeds;
}
