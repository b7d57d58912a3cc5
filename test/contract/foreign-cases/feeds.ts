import { expect } from 'vitest';
import { channelIds, feedUrl } from '../foreign/world/channel.ts';
import type { ForeignContext } from './context.ts';

const params = { channelid: channelIds.own };
const feed = { ...params, feed_url: feedUrl };

export const feedCases = {
	async listFeeds({ client }: ForeignContext) {
		expect(await client.listFeeds({ params })).toEqual({
			rssfeeds: [{ url: 'http://feeds.example/first.xml' }],
		});
	},

	async addFeed({ client, server, world }: ForeignContext) {
		expect(await client.addFeed({ params: feed })).toEqual({ added: true });
		expect(world.channel?.feeds).toContain(feedUrl);
		// A URL in a path is one part of it.
		expect(server.requests[0]).toContain(
			'/rssfeeds/http%3A%2F%2Ffeeds.example%2Frss%3Flist%3Dall%26n%3D1%23new',
		);
		await expect(client.addFeed({ params: feed })).rejects.toMatchObject({ kind: 'refused', status: 409 });
	},

	async removeFeed({ client, world }: ForeignContext) {
		await client.addFeed({ params: feed });
		expect(await client.removeFeed({ params: feed })).toEqual({ removed: true });
		expect(world.channel?.feeds).not.toContain(feedUrl);
		await expect(client.removeFeed({ params: feed })).rejects.toMatchObject({ kind: 'not-found' });
	},

	async recheckFeeds({ client, world }: ForeignContext) {
		expect(await client.recheckFeeds({ params })).toEqual({ rechecked: true });
		expect(world.channel?.rechecked).toBe(1);
		await expect(client.recheckFeeds({ params: { channelid: 'nobody' } })).rejects.toMatchObject({
			kind: 'not-found',
		});
	},

	async addMyFeed({ client, world }: ForeignContext) {
		expect(await client.addMyFeed({ params: { feed_url: feedUrl } })).toEqual({ added: true });
		expect(world.channel?.feeds).toContain(feedUrl);
		await expect(client.addMyFeed({ params: { feed_url: feedUrl } })).rejects.toMatchObject({ status: 409 });
	},
} as const;
