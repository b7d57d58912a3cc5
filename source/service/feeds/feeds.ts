import type { FeedFilter, FeedItem, RssFeed } from '../../protocol/resources/channel.ts';

/** Feeds of the own channel, as the routes use them. URLs are those of requests. Failures are HttpErrors. */
export interface Feeds {
	list(): RssFeed[];
	/** Adds a feed and checks it soon. */
	add(url: string): void;
	remove(url: string): Promise<void>;
	/** Sets which new items are downloaded; null for none. */
	setFilter(url: string, filter: FeedFilter | null): Promise<void>;
	/** Returns the known items, the newest first. */
	items(url: string): FeedItem[];
	/** Checks all feeds soon. */
	recheck(): void;
}

export const feedText = {
	invalid: (url: string) => `The feed URL ${url} is no HTTP(S) URL.`,
	tooLong: (length: number) => `The feed URL is longer than ${length} characters.`,
	exists: (url: string) => `The channel already has the feed ${url}.`,
	unknown: (url: string) => `The channel does not have the feed ${url}.`,
	tooMany: (count: number) => `The channel has ${count} feeds, the maximum. Remove one first.`,
	sizes: 'The minimum size is larger than the maximum size.',
	longFilter: (length: number) => `The words of the filter have more than ${length} characters.`,
	checkFailed: (url: string, reason: string) => `The feed ${url} cannot be checked: ${reason}.`,
	recovered: (url: string) => `The feed ${url} can be checked again.`,
	notSaved: (url: string, reason: string) => `The check of the feed ${url} was not saved: ${reason}.`,
} as const;
