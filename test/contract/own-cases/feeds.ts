import { expect } from 'vitest';
import type { Client } from '../../../source/client/client.ts';
import { readEvents } from '../../../source/client/events.ts';
import { until } from '../../programs/until.ts';
import { httpServer } from '../../service/http-client/servers.ts';
import type { CaseContext } from './all.ts';
import { ownChannel } from './own-channel.ts';

const infohashes = ['1', '2', '3'].map((digit) => digit.repeat(40));
const item = (index: number, title: string) =>
	`<item><title>${title}</title><guid>${index}</guid><link>magnet:?xt=urn:btih:${infohashes[index]}</link></item>`;
const nobody = { channelid: 'f'.repeat(64) };

interface OpenFeed {
	readonly channelid: string;
	readonly feed_url: string;
	/** Serves other items. */
	serve(...items: string[]): void;
	/** Returns the feed as listed, once it has so many items and no error. */
	checked(items: number): Promise<object>;
}

/** Adds a feed to the own channel, and removes it and its torrents after `check`. */
async function withFeed(
	{ client }: CaseContext,
	check: (feed: OpenFeed) => Promise<void>,
	add = (params: { channelid: string; feed_url: string }) => client.addFeed({ params }),
): Promise<void> {
	const channelid = await ownChannel(client);
	let items = [item(0, 'One &amp; two')];
	const url = await httpServer((_, answer) =>
		answer.end(`<rss><channel><title>Feed</title><ttl>60</ttl>${items.join('')}</channel></rss>`),
	);
	// A URL in a path is one part of it.
	const params = { channelid, feed_url: `${url}/rss?list=all&n=1` };
	expect(await add(params)).toEqual({ added: true });
	const checked = (count: number) => until(() => feedWith(client, params, count));
	try {
		await checked(1);
		await check({
			...params,
			checked,
			serve: (...others) => {
				items = others;
			},
		});
	} finally {
		expect(await client.removeFeed({ params })).toEqual({ removed: true });
		const { torrents } = await client.listChannelTorrents({ params: { channelid } });
		for (const { infohash } of torrents)
			await client.removeChannelTorrent({ params: { channelid, infohash } });
	}
}

async function feedWith(
	client: Client,
	{ channelid, feed_url }: { channelid: string; feed_url: string },
	count: number,
) {
	const { rssfeeds } = await client.listFeeds({ params: { channelid } });
	return rssfeeds.find(
		({ url, items, added, error }) => url === feed_url && items === count && added === count && error === '',
	);
}

/** Cases of feeds, with a feed on loopback. */
export const feedCases = {
	async listFeeds(context: CaseContext) {
		const { client } = context;
		await withFeed(context, async ({ channelid, feed_url, checked }) => {
			expect(await checked(1)).toMatchObject({
				url: feed_url,
				title: 'Feed',
				items: 1,
				added: 1,
				download: null,
			});
			const upper = { channelid: channelid.toUpperCase() };
			expect((await client.listFeeds({ params: upper })).rssfeeds).toHaveLength(1);
			const [torrent] = (await client.listChannelTorrents({ params: { channelid } })).torrents;
			expect(torrent).toMatchObject({ infohash: infohashes[0], name: 'One & two', feed: feed_url });
		});
		expect(await client.listFeeds({ params: { channelid: await ownChannel(client) } })).toEqual({
			rssfeeds: [],
		});
		await expect(client.listFeeds({ params: nobody })).rejects.toMatchObject({ kind: 'not-found' });
	},

	async addFeed(context: CaseContext) {
		const { client } = context;
		await withFeed(context, async ({ channelid, feed_url }) => {
			const again = client.addFeed({ params: { channelid, feed_url } });
			await expect(again).rejects.toMatchObject({ kind: 'refused', status: 409 });
			for (const bad of [
				'feed.xml',
				'file:///etc/passwd',
				'http://',
				`http://a.example/${'x'.repeat(2_000)}`,
			]) {
				const added = client.addFeed({ params: { channelid, feed_url: bad } });
				await expect(added).rejects.toMatchObject({ kind: 'refused', status: 400 });
			}
			const elsewhere = client.addFeed({ params: { ...nobody, feed_url } });
			await expect(elsewhere).rejects.toMatchObject({ kind: 'not-found' });
		});
	},

	async addMyFeed(context: CaseContext) {
		const { client } = context;
		await withFeed(
			context,
			async ({ feed_url }) => {
				const again = client.addMyFeed({ params: { feed_url } });
				await expect(again).rejects.toMatchObject({ status: 409 });
			},
			({ feed_url }) => client.addMyFeed({ params: { feed_url } }),
		);
	},

	async removeFeed(context: CaseContext) {
		const { client } = context;
		let removed = { channelid: '', feed_url: '' };
		await withFeed(context, async ({ channelid, feed_url }) => {
			removed = { channelid, feed_url };
		});
		await expect(client.removeFeed({ params: removed })).rejects.toMatchObject({ kind: 'not-found' });
	},

	async recheckFeeds(context: CaseContext) {
		const { client } = context;
		await withFeed(context, async ({ channelid, feed_url, serve, checked }) => {
			const abort = new AbortController();
			const events = readEvents(client, abort.signal);
			await events.next();
			serve(item(1, 'New'), item(0, 'One'));
			expect(await client.recheckFeeds({ params: { channelid } })).toEqual({ rechecked: true });
			await checked(2);
			const checks = [];
			for (const seen = new Set(); seen.size < 2; ) {
				const { value } = await events.next();
				if (value?.type === 'feed_checked' || value?.type === 'torrent_discovered') seen.add(value.type);
				if (value?.type === 'feed_checked') checks.push(value.payload);
			}
			abort.abort();
			expect(checks).toEqual([{ url: feed_url, error: '', added: 1 }]);
		});
		await expect(client.recheckFeeds({ params: nobody })).rejects.toMatchObject({ kind: 'not-found' });
	},

	async changeFeed(context: CaseContext) {
		const { client, emptyFolder: destination } = context;
		await withFeed(context, async ({ channelid, feed_url, serve, checked }) => {
			const params = { channelid, feed_url };
			const change = (download: object | null) => client.changeFeed({ params, body: { download } });
			const download = { include: 'new', exclude: 'old', destination };
			expect(await change(download)).toEqual({ modified: true });
			expect(await checked(1)).toMatchObject({ download });
			serve(item(2, 'New and old'), item(1, 'New'), item(0, 'One'));
			await client.recheckFeeds({ params });
			await checked(3);
			const { downloads } = await client.listDownloads();
			expect(downloads).toMatchObject([{ infohash: infohashes[1], destination }]);
			const bad = [{ min_size: 2, max_size: 1 }, { min_size: -1 }, { destination: 'relative' }];
			for (const filter of bad) await expect(change(filter)).rejects.toMatchObject({ status: 400 });
			await change(null);
			expect(await checked(3)).toMatchObject({ download: null });
			const unknown = { channelid, feed_url: 'http://a.example/' };
			const elsewhere = client.changeFeed({ params: unknown, body: { download: null } });
			await expect(elsewhere).rejects.toMatchObject({ kind: 'not-found' });
		});
	},

	async listFeedItems(context: CaseContext) {
		const { client } = context;
		await withFeed(context, async ({ channelid, feed_url }) => {
			expect(await client.listFeedItems({ params: { channelid, feed_url } })).toEqual({
				items: [
					{
						title: 'One & two',
						uri: `magnet:?xt=urn:btih:${infohashes[0]}`,
						infohash: infohashes[0],
						found: expect.any(Number),
						status: 'added',
						reason: '',
					},
				],
			});
			const unknown = { channelid, feed_url: 'http://a.example/' };
			await expect(client.listFeedItems({ params: unknown })).rejects.toMatchObject({ kind: 'not-found' });
		});
	},
} as const;
