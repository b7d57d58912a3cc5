import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../source/client/client.ts';
import { type RunningService, startService } from '../../programs/service-process.ts';
import { type TemporaryFolder, temporaryFolder } from '../../programs/temporary-folder.ts';
import { until } from '../../programs/until.ts';
import { Chance } from '../kill/chance.ts';
import { infohashes, magnetItem, rss, serveFeed } from './feed-fixture.ts';

const KILLS = 4;
const ITEMS_PER_KILL = 12;
/** Maximum milliseconds between a recheck and the kill. */
const MAX_DELAY_MS = 120;

let folder: TemporaryFolder;
let service: RunningService;

beforeAll(async () => {
	folder = await temporaryFolder();
	service = await startService(folder.path);
});

afterAll(async () => {
	await service?.end();
	await folder?.remove();
});

/** Every third item has the word of the filter. */
const titleOf = (index: number) => `${index % 3 === 0 ? 'get' : 'skip'} ${index}`;
const itemsUpTo = (count: number) =>
	Array.from({ length: count }, (_, index) => magnetItem(index, titleOf(index))).toReversed();

async function startAgain(): Promise<Client> {
	service = await startService(folder.path);
	return service.client();
}

test(`${KILLS} kills during checks: no item is lost, added twice or downloaded twice`, async () => {
	const chance = new Chance(7);
	const server = await serveFeed(rss());
	let client = service.client();
	const { identifier: channelid = '' } = await client.createMyChannel({ body: { name: 'Own' } });
	const params = { channelid };
	const feed = { channelid, feed_url: server.url };
	await client.addFeed({ params: feed });
	await client.changeFeed({ params: feed, body: { download: { include: 'get' } } });
	const items = async () => (await client.listFeedItems({ params: feed })).items;
	const torrents = async () =>
		(await client.listChannelTorrents({ params })).torrents.map(({ infohash }) => infohash);
	const downloads = async () => (await client.listDownloads()).downloads.map(({ infohash }) => infohash);
	/** Torrents that the user removed from the channel and the downloads. They must not return. */
	const removed: string[] = [];
	for (let kill = 1; kill <= KILLS; kill++) {
		server.document = rss(...itemsUpTo(kill * ITEMS_PER_KILL));
		await client.recheckFeeds({ params });
		await delay(chance.below(MAX_DELAY_MS));
		await service.end('SIGKILL');
		client = await startAgain();
		await client.recheckFeeds({ params });
		await until(async () => {
			const all = await items();
			return all.length === kill * ITEMS_PER_KILL && all.every(({ status }) => status !== 'waiting');
		});
		const gone = infohashes[(kill - 1) * ITEMS_PER_KILL] ?? '';
		await client.removeDownload({ params: { infohash: gone }, body: { remove_data: false } });
		await client.removeChannelTorrent({ params: { channelid, infohash: gone } });
		removed.push(gone);
	}
	await service.end('SIGKILL');
	client = await startAgain();
	await client.recheckFeeds({ params });
	const requests = server.requests;
	await until(() => server.requests > requests);
	await until(async () => {
		const [listed] = (await client.listFeeds({ params })).rssfeeds;
		return (listed?.next_check ?? 0) > Date.now() / 1000 + 60;
	});
	const expected = infohashes.slice(0, KILLS * ITEMS_PER_KILL);
	const kept = (list: readonly string[]) => list.filter((infohash) => !removed.includes(infohash)).sort();
	expect((await torrents()).sort()).toEqual(kept(expected));
	expect((await downloads()).sort()).toEqual(kept(expected.filter((_, index) => index % 3 === 0)));
	const outcomes = (await items()).map(({ title, status, reason }) => [title, status, reason]);
	expect(outcomes.toReversed()).toEqual(
		expected.map((_, index) => [titleOf(index), index % 3 === 0 ? 'downloaded' : 'added', '']),
	);
	const [listed] = (await client.listFeeds({ params })).rssfeeds;
	expect(listed).toMatchObject({ items: expected.length, added: expected.length, error: '' });
}, 120_000);
