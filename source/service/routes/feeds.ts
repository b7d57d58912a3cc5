import type { OpenChannels } from '../channels/open-channels.ts';
import type { OpenPart } from '../core/lazy-part.ts';
import type { FeedService } from '../feeds/feed-service.ts';
import type { Handlers } from '../http/route.ts';

interface FeedRouteOptions {
	readonly openChannels: OpenChannels;
	/** Opens the feeds at the first request that finds the own channel. */
	readonly openFeeds: OpenPart<FeedService>;
}

/** Handlers for the feeds of the own channel (interface, part 4.2), and their extensions. */
export function feedRoutes({ openChannels, openFeeds }: FeedRouteOptions) {
	/** Throws unless it is the own channel, and that is created. Undefined: the own channel. */
	const feedsOf = async (channel: string | undefined) => {
		const { service, registry } = await openChannels();
		service.requireOwn(channel ?? registry.ownId);
		return openFeeds();
	};
	return {
		async listFeeds({ params: { channelid } }) {
			const { registry } = await openChannels();
			// Feeds of other services are not known.
			if (registry.summary(channelid.toLowerCase())?.isOwn === false) return { rssfeeds: [] };
			return { rssfeeds: (await feedsOf(channelid)).list() };
		},

		async addFeed({ params: { channelid, feed_url } }) {
			(await feedsOf(channelid)).add(feed_url);
			return { added: true };
		},

		async addMyFeed({ params }) {
			(await feedsOf(undefined)).add(params.feed_url);
			return { added: true };
		},

		async removeFeed({ params: { channelid, feed_url } }) {
			await (await feedsOf(channelid)).remove(feed_url);
			return { removed: true };
		},

		async recheckFeeds({ params }) {
			(await feedsOf(params.channelid)).recheck();
			return { rechecked: true };
		},

		async changeFeed({ params: { channelid, feed_url }, body }) {
			await (await feedsOf(channelid)).setFilter(feed_url, body.download);
			return { modified: true };
		},

		async listFeedItems({ params: { channelid, feed_url } }) {
			return { items: (await feedsOf(channelid)).items(feed_url) };
		},
	} satisfies Partial<Handlers>;
}
