import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { channelText } from '../../../source/service/channels/channel-text.ts';
import { filterText } from '../../../source/service/feeds/download-filter.ts';
import { feedText } from '../../../source/service/feeds/feeds.ts';
import { addressRuleText } from '../../../source/service/feeds/fetching/address-rule.ts';
import { fetchFeedText } from '../../../source/service/feeds/fetching/fetch-feed.ts';
import { intakeText } from '../../../source/service/feeds/item-intake.ts';
import { feedLimits } from '../../../source/service/feeds/limits.ts';
import { HttpError } from '../../../source/service/http/http-error.ts';
import { OwnService, OwnServiceError } from '../../../source/service/http-client/own-service.ts';
import { openDatabase } from '../../../source/service/storage/database.ts';
import { selectValues } from '../../../source/service/storage/select-values.ts';
import { makeFolder } from '../../fixtures/folder.ts';
import { ANY, exactly } from '../../programs/message-pattern.ts';
import { makeTorrent } from '../../programs/torrents.ts';
import { until } from '../../programs/until.ts';
import { httpServer, rawServer } from '../http-client/servers.ts';
import { infohashes, magnetItem, openTestFeeds, outcomes, rss, serveFeed } from './feed-fixture.ts';

const nowSeconds = () => Date.now() / 1000;

describe('A feed', () => {
	test('adds its torrents to the channel, and downloads nothing', async () => {
		const { bytes, infohash } = await makeTorrent(await makeFolder(), 'made', { 'a.bin': 30_000 });
		const server = await serveFeed(
			rss(
				'<item><title>File</title><guid>1</guid><enclosure url="/made" type="application/x-bittorrent"/></item>',
				magnetItem(1, 'Link'),
				'<item><title>Page</title><guid>3</guid><link>https://a.example/</link></item>',
			),
			(_, answer) => answer.end(bytes),
		);
		const { feeds, channel, events, downloads, checked } = await openTestFeeds();
		feeds.add(server.url);
		const feed = await checked();
		expect(feed).toMatchObject({
			url: server.url,
			title: 'Feed',
			error: '',
			items: 3,
			added: 2,
			download: null,
		});
		expect(feed.next_check).toBeGreaterThan(nowSeconds() + 600);
		expect(events).toContainEqual({
			name: 'feed_checked',
			payload: { url: server.url, error: '', added: 2 },
		});
		expect(outcomes(feeds.items(server.url))).toEqual([
			'File: added',
			'Link: added',
			`Page: ignored (${intakeText.noTorrent})`,
		]);
		expect(feeds.items(server.url)[0]).toMatchObject({ infohash, size: 30_000, uri: `${server.base}/made` });
		expect(channel.torrent(infohash)).toMatchObject({ name: 'made', feed: server.url });
		expect(channel.torrent(infohashes[1] ?? '')).toMatchObject({ name: 'Link' });
		expect(downloads).toEqual([]);
	});

	test('adds each item once, also after a restart', async () => {
		const server = await serveFeed(rss(magnetItem(1), magnetItem(2)));
		const first = await openTestFeeds();
		first.feeds.add(server.url);
		await first.checked();
		const removed = first.channel.torrent(infohashes[1] ?? '');
		if (removed) first.channel.removeTorrents([removed]);
		const second = await first.restart();
		server.document = rss(magnetItem(3), magnetItem(1), magnetItem(2));
		second.feeds.recheck();
		expect(await second.checked()).toMatchObject({ items: 3, added: 3 });
		expect(second.channel.torrent(infohashes[1] ?? '')).toBeUndefined();
		expect(second.channel.torrent(infohashes[3] ?? '')).toMatchObject({ name: 'Item 3' });
		expect(second.events.filter(({ name }) => name === 'torrent_discovered')).toHaveLength(1);
	});

	test('keeps error, validators and time of the next check over a restart', async () => {
		const seen: (string | undefined)[] = [];
		let status = 200;
		const url = await httpServer((request, answer) => {
			seen.push(request.headers['if-none-match']);
			const isKnown = request.headers['if-none-match'] === '"1"';
			answer.writeHead(status === 200 && isKnown ? 304 : status, { etag: '"1"' }).end(isKnown ? '' : rss());
		});
		const first = await openTestFeeds();
		first.feeds.add(url);
		await first.checked();
		status = 500;
		first.feeds.recheck();
		const failed = await first.checked(2);
		expect(failed.error).toMatch(exactly(fetchFeedText.status(500, ANY)));
		const second = await first.restart();
		expect(second.feeds.list()).toEqual([failed]);
		status = 200;
		second.feeds.recheck();
		expect(await second.checked()).toMatchObject({ error: '', title: 'Feed' });
		expect(seen).toEqual([undefined, '"1"', '"1"']);
		expect(second.log).toEqual([feedText.recovered(JSON.stringify(url))]);
	});

	test('is checked as rarely as it asks for, also after a 304', async () => {
		const url = await httpServer((request, answer) => {
			const isKnown = request.headers['if-none-match'] === '"1"';
			const document = '<rss><channel><title>Feed</title><ttl>120</ttl></channel></rss>';
			answer.writeHead(isKnown ? 304 : 200, { etag: '"1"' }).end(isKnown ? '' : document);
		});
		const { feeds, checked } = await openTestFeeds();
		feeds.add(url);
		expect((await checked()).next_check).toBeGreaterThan(nowSeconds() + 100 * 60);
		feeds.recheck();
		expect((await checked(2)).next_check).toBeGreaterThan(nowSeconds() + 100 * 60);
	});

	test('fetches a limited number of items in a check, the newest first, and the rest later', async () => {
		const items = Array.from({ length: 120 }, (_, index) => magnetItem(index));
		const server = await serveFeed(rss(...items));
		const { feeds, checked } = await openTestFeeds();
		feeds.add(server.url);
		const first = await checked();
		expect(first).toMatchObject({ items: 120, added: feedLimits.maxFetchesPerCheck });
		expect(first.next_check).toBeLessThan(nowSeconds() + 601);
		const { status } = feeds.items(server.url)[0] ?? {};
		expect(status).toBe('added');
		expect(feeds.items(server.url).at(-1)?.status).toBe('waiting');
		for (const [check, added] of [[2, 100] as const, [3, 120] as const]) {
			feeds.recheck();
			expect(await checked(check)).toMatchObject({ added });
		}
	});

	test('keeps to the internet if its address was there, also after a restart', async () => {
		const server = await serveFeed(rss());
		const database = openDatabase(await makeFolder());
		onTestFinished(() => database.close());
		const first = await openTestFeeds({ database });
		first.feeds.add(server.url);
		await first.checked();
		expect(selectValues(database, 'scope', 'FROM feeds')).toEqual(['loopback']);
		// As if its name led to the internet in that check.
		database.exec("UPDATE feeds SET scope = 'public'");
		const second = await first.restart();
		second.feeds.recheck();
		expect(await second.checked()).toMatchObject({ error: addressRuleText.refused });
		expect(server.requests).toBe(1);
		expect(selectValues(database, 'scope', 'FROM feeds')).toEqual(['public']);
	});

	test('is checked soon after the clock was set back by years', async () => {
		const server = await serveFeed(rss(magnetItem(0)));
		const database = openDatabase(await makeFolder());
		onTestFinished(() => database.close());
		const first = await openTestFeeds({ database });
		first.feeds.add(server.url);
		await first.checked();
		database.exec(`UPDATE feeds SET next_check = ${Math.floor(nowSeconds()) + 10 * 365 * 86_400}`);
		const second = await first.restart();
		expect((await second.checked()).next_check).toBeLessThan(nowSeconds() + 86_400);
	});

	test('is checked before most of those that failed last time', async () => {
		const silent = await httpServer(() => {});
		const server = await serveFeed(rss());
		const database = openDatabase(await makeFolder());
		onTestFinished(() => database.close());
		const first = await openTestFeeds({ database, withoutChannel: true });
		for (let index = 0; index < 12; index++) first.feeds.add(`${silent}/${index}`);
		database.exec('UPDATE feeds SET failures = 1');
		first.feeds.add(server.url);
		first.channel.create('Own', '');
		const second = await first.restart();
		await until(() => second.events.some(({ name }) => name === 'feed_checked'));
		expect(second.events.find(({ name }) => name === 'feed_checked')?.payload).toMatchObject({
			url: server.url,
			error: '',
		});
	});

	test('is checked at once after a restart if items wait', async () => {
		const items = Array.from({ length: 60 }, (_, index) => magnetItem(index));
		const server = await serveFeed(rss(...items));
		const first = await openTestFeeds();
		first.feeds.add(server.url);
		await first.checked();
		const second = await first.restart();
		expect(await second.checked()).toMatchObject({ added: 60 });
		const third = await second.restart();
		expect(third.feeds.list()[0]?.next_check).toBeGreaterThan(nowSeconds() + 600);
	});

	test('ends a check that cannot be saved when all its items ended', async () => {
		const server = await serveFeed(rss());
		let calls = 0;
		let release = () => {};
		const released = new Promise<void>((resolve) => {
			release = resolve;
		});
		const { feeds, checked, events } = await openTestFeeds({
			addDownload: async () => {
				calls += 1;
				if (calls === 1) throw new HttpError(500, 'StorageError', 'full');
				await released;
			},
		});
		feeds.add(server.url);
		await checked();
		await feeds.setFilter(server.url, {});
		server.document = rss(magnetItem(1), magnetItem(2), magnetItem(3));
		feeds.recheck();
		await until(() => calls === 2);
		for (let turn = 0; turn < 20; turn++) await setImmediate();
		expect(events.filter(({ name }) => name === 'feed_checked')).toHaveLength(1);
		release();
		expect(await checked(2)).toMatchObject({ error: 'full' });
		expect(calls).toBe(2);
	});

	test('keeps a limited amount of text of its items', async () => {
		const item = (index: number) =>
			magnetItem(index % 200, 'x')
				.replace('</guid>', `-${index}</guid>`)
				.replace('</link>', `&amp;dn=${'x'.repeat(3_900)}</link>`);
		const server = await serveFeed('');
		const { feeds, checked } = await openTestFeeds();
		for (let round = 1; round <= 3; round++) {
			server.document = rss(...Array.from({ length: 1_000 }, (_, index) => item(round * 1_000 + index)));
			if (round === 1) feeds.add(server.url);
			else feeds.recheck();
			await checked(round);
		}
		const text = feeds.items(server.url).reduce((sum, { title, uri }) => sum + title.length + uri.length, 0);
		expect(text).toBeLessThanOrEqual(feedLimits.maxKnownText);
		expect(text).toBeGreaterThan(feedLimits.maxKnownText / 2);
	});

	test('keeps items with a NUL apart and complete, and shows no control characters', async () => {
		const item = (index: number) =>
			`<item><title>A\0\x1b[2J${index}</title><guid>id\0${index}</guid><link>magnet:?xt=urn:btih:${infohashes[index]}&amp;dn=a\0b</link></item>`;
		const server = await serveFeed(rss(item(1), item(2)).replace('Feed', 'F\0eed'));
		const first = await openTestFeeds();
		expect(() => first.feeds.add(`${server.url}/\0`)).toThrow(
			feedText.invalid(JSON.stringify(`${server.url}/\0`)),
		);
		first.feeds.add(server.url);
		expect(await first.checked()).toMatchObject({ title: 'F eed', items: 2, added: 2 });
		const second = await first.restart();
		second.feeds.recheck();
		expect(await second.checked()).toMatchObject({ title: 'F eed', items: 2, added: 2 });
		const uriOf = (index: number) => `magnet:?xt=urn:btih:${infohashes[index]}&dn=a%00b`;
		const found = second.feeds.items(server.url).map(({ title, uri }) => `${title} ${uri}`);
		expect(found.sort()).toEqual([1, 2].map((index) => `A [2J${index} ${uriOf(index)}`));
	});

	test('shows the reason of its server in one line', async () => {
		const response = 'HTTP/1.1 500 a\0b\x1b[2Jc\r\ncontent-length: 0\r\n\r\n';
		const url = await rawServer((socket) => void socket.once('data', () => socket.write(response)));
		const { feeds, checked, log } = await openTestFeeds();
		feeds.add(url);
		const { error } = await checked();
		expect(`${error}${log.join('')}`).not.toMatch(/\p{Cc}/u);
		expect(error).not.toBe('');
	});

	test('waits longer after each failure, and as long as its server asks', async () => {
		let headers: Record<string, string> = {};
		const url = await httpServer((_, answer) => answer.writeHead(429, headers).end());
		const { feeds, checked } = await openTestFeeds();
		feeds.add(url);
		const pauseAfter = async (count: number) => ((await checked(count)).next_check ?? 0) - nowSeconds();
		const first = await pauseAfter(1);
		expect(first).toBeGreaterThan(13 * 60);
		expect(first).toBeLessThan(17 * 60);
		feeds.recheck();
		expect(await pauseAfter(2)).toBeGreaterThan(26 * 60);
		headers = { 'retry-after': '7200' };
		feeds.recheck();
		expect(await pauseAfter(3)).toBeGreaterThan(7190);
	});

	test('is checked once a day after a 410', async () => {
		const url = await httpServer((_, answer) => answer.writeHead(410).end());
		const { feeds, checked } = await openTestFeeds();
		feeds.add(url);
		const feed = await checked();
		expect(feed.error).toBe(fetchFeedText.gone);
		expect(feed.next_check).toBeGreaterThan(nowSeconds() + 21 * 3600);
	});

	test('ends its check in time if its server is silent, and delays no other feed', async () => {
		const silent = await Promise.all([1, 2, 3].map(() => rawServer(() => {})));
		const server = await serveFeed(rss(magnetItem(1)));
		const { feeds, events } = await openTestFeeds({ timeoutMs: 1_500 });
		for (const url of silent) feeds.add(url);
		feeds.add(server.url);
		const urls = () => events.flatMap(({ name, payload }) => (name === 'feed_checked' ? [payload] : []));
		await until(() => urls().length === 4);
		expect(urls()[0]).toMatchObject({ url: server.url, error: '' });
		expect(feeds.list().map(({ error }) => error)).toEqual([
			...silent.map(() => 'no complete response within 1.5 s'),
			'',
		]);
	});

	test('ends its check when it is removed, and when the service stops', async () => {
		const url = await rawServer(() => {});
		const { feeds, events } = await openTestFeeds();
		feeds.add(url);
		await feeds.remove(url);
		expect(feeds.list()).toEqual([]);
		feeds.add(url);
		await feeds.close();
		expect(events.filter(({ name }) => name === 'feed_checked')).toEqual([]);
	});

	test('is not checked without a channel', async () => {
		const server = await serveFeed(rss());
		const { feeds } = await openTestFeeds({ withoutChannel: true });
		feeds.add(server.url);
		await feeds.close();
		expect(server.requests).toBe(0);
	});
});

describe('An item of a feed', () => {
	test('is downloaded, but not published, if it is private', async () => {
		const { bytes, infohash } = await makeTorrent(await makeFolder(), 'secret', { 'a.bin': 1_000 });
		const text = Buffer.from(bytes).toString('latin1');
		const changed = Buffer.from(text.replace(/(6:pieces\d+:[\s\S]{20})/, '$17:privatei1e'), 'latin1');
		const item = (index: number) =>
			`<item><title>Secret</title><guid>${index}</guid><link>/${index}.torrent</link></item>`;
		const server = await serveFeed(rss(item(1)), (_, answer) => answer.end(changed));
		const { feeds, channel, downloads, checked } = await openTestFeeds();
		feeds.add(server.url);
		await checked();
		expect(outcomes(feeds.items(server.url))).toEqual([`Secret: ignored (${channelText.private('secret')})`]);
		await feeds.setFilter(server.url, {});
		server.document = rss(item(2), item(1));
		feeds.recheck();
		await checked(2);
		expect(downloads).toHaveLength(1);
		expect(downloads[0]).not.toBe(infohash);
		expect(outcomes(feeds.items(server.url))[0]).toBe('Secret: downloaded');
		expect(channel.content?.torrents).toEqual([]);
	});

	test('is downloaded if it was found after the filter, and the filter accepts it', async () => {
		const server = await serveFeed(rss(magnetItem(1, 'Linux old')));
		const { feeds, downloads, checked } = await openTestFeeds();
		feeds.add(server.url);
		await checked();
		await feeds.setFilter(server.url, { include: 'LINUX', exclude: 'beta', destination: '/srv/linux' });
		server.document = rss(
			magnetItem(4, 'linux beta 2'),
			magnetItem(3, 'Other'),
			magnetItem(2, 'Big Linux'),
			magnetItem(1, 'Linux old'),
		);
		feeds.recheck();
		expect(await checked(2)).toMatchObject({ download: { include: 'LINUX' } });
		expect(downloads).toEqual([`${infohashes[2]} /srv/linux`]);
		expect(outcomes(feeds.items(server.url))).toEqual([
			'linux beta 2: added',
			'Other: added',
			'Big Linux: downloaded',
			'Linux old: added',
		]);
	});

	test('is not downloaded if it has another size, or was downloaded before', async () => {
		const { bytes } = await makeTorrent(await makeFolder(), 'made', { 'a.bin': 30_000 });
		const link = (index: number) =>
			`<item><title>File</title><guid>f${index}</guid><link>/${index}.torrent</link></item>`;
		const server = await serveFeed(rss(), (_, answer) => answer.end(bytes));
		const { feeds, downloads, checked } = await openTestFeeds();
		feeds.add(server.url);
		await checked();
		let check = 1;
		const statusOf = async (filter: object, item: string) => {
			await feeds.setFilter(server.url, filter);
			server.document = rss(item);
			feeds.recheck();
			await checked(++check);
			return outcomes(feeds.items(server.url))[0];
		};
		expect(await statusOf({ max_size: 29_999 }, link(1))).toBe(`File: added (${filterText.tooLarge})`);
		expect(await statusOf({ min_size: 30_001 }, link(2))).toBe(`File: ignored (${filterText.tooSmall})`);
		expect(await statusOf({ min_size: 1 }, magnetItem(1))).toBe(`Item 1: added (${filterText.unknownSize})`);
		expect(await statusOf({ min_size: 30_000, max_size: 30_000 }, link(3))).toBe('File: downloaded');
		expect(await statusOf({}, link(4))).toBe(`File: ignored (${intakeText.downloadedBefore})`);
		expect(downloads).toHaveLength(1);
	});

	test('is tried at three checks if it cannot be fetched', async () => {
		let requests = 0;
		const server = await serveFeed(
			rss('<item><title>A</title><guid>1</guid><link>/a.torrent</link></item>'),
			(_, answer) => {
				requests += 1;
				answer.writeHead(500).end();
			},
		);
		const { feeds, checked } = await openTestFeeds();
		feeds.add(server.url);
		for (let check = 1; check <= 5; check++) {
			await checked(check);
			feeds.recheck();
		}
		await checked(6);
		expect(requests).toBe(feedLimits.maxAttempts);
		expect(outcomes(feeds.items(server.url))[0]).toMatch(/^A: failed \(.*500/);
	});

	test('is in the channel if its download fails, and is downloaded at the next check', async () => {
		const server = await serveFeed(rss());
		let failure: Error | undefined = new Error('no space');
		const { feeds, channel, downloads, checked } = await openTestFeeds({
			addDownload: async () => {
				if (failure) throw failure;
			},
		});
		feeds.add(server.url);
		await checked();
		await feeds.setFilter(server.url, {});
		server.document = rss(magnetItem(1));
		feeds.recheck();
		expect(await checked(2)).toMatchObject({ added: 1 });
		expect(outcomes(feeds.items(server.url))).toEqual(['Item 1: failed (no space)']);
		expect(channel.content?.torrents).toHaveLength(1);
		failure = undefined;
		feeds.recheck();
		expect(await checked(3)).toMatchObject({ added: 1 });
		expect(outcomes(feeds.items(server.url))).toEqual(['Item 1: downloaded']);
		expect(downloads).toHaveLength(1);
	});

	test('cannot lead to the own service, to files, or to other schemes', async () => {
		let requests = 0;
		const own = await httpServer((_, answer) => {
			requests += 1;
			answer.end();
		});
		const server = await serveFeed(
			rss(
				`<item><title>Own</title><guid>1</guid><link>${own}/a.torrent</link></item>`,
				'<item><title>File</title><guid>2</guid><link>file:///etc/a.torrent</link></item>',
				'<item><title>Path</title><guid>3</guid><link>redirect.torrent</link></item>',
			),
			(_, answer) => answer.writeHead(302, { location: 'file:///etc/a.torrent' }).end(),
		);
		const ownService = new OwnService([{ address: '127.0.0.1', port: Number(new URL(own).port) }]);
		const { feeds, checked } = await openTestFeeds({ ownService });
		feeds.add(server.url);
		await checked();
		const items = feeds.items(server.url);
		expect(items.map(({ status }) => status)).toEqual(['failed', 'ignored', 'failed']);
		expect(items[0]?.reason).toContain(new OwnServiceError().message);
		expect(items[2]?.reason).toContain('file:');
		expect(requests).toBe(0);
	});

	test('gets the credentials of its feed at the same origin only', async () => {
		const seen: string[] = [];
		const other = await httpServer((request, answer) => {
			seen.push(`other ${request.headers.authorization}`);
			answer.writeHead(404).end();
		});
		const server = await serveFeed(
			rss(
				'<item><title>A</title><guid>1</guid><link>/a.torrent</link></item>',
				`<item><title>B</title><guid>2</guid><link>${other}/b.torrent</link></item>`,
			),
			(request, answer) => {
				seen.push(`same ${request.headers.authorization}`);
				answer.writeHead(404).end();
			},
		);
		const { feeds, checked, log } = await openTestFeeds();
		const url = server.url.replace('://', '://me:hunter2secret@');
		feeds.add(url);
		expect(await checked()).toMatchObject({ url });
		const basic = `Basic ${Buffer.from('me:hunter2secret').toString('base64')}`;
		expect(seen.sort()).toEqual(['other undefined', `same ${basic}`]);
		const shown = JSON.stringify([log, feeds.items(url)]);
		expect(shown).not.toContain('hunter2secret');
	});
});

describe('Requests for feeds', () => {
	test('refuse invalid, long, repeated and unknown URLs, and too many', async () => {
		const { feeds } = await openTestFeeds({ withoutChannel: true });
		for (const url of ['', 'feed', 'ftp://a.example/', 'http://', `http://a.example/${'x'.repeat(2_000)}`])
			expect(() => feeds.add(url)).toThrow(expect.objectContaining({ status: 400 }));
		feeds.add('http://a.example/feed');
		for (const url of ['http://a.example/feed', 'HTTP://A.example:80/feed#top'])
			expect(() => feeds.add(url)).toThrow(expect.objectContaining({ status: 409 }));
		expect(() => feeds.items('http://a.example/other')).toThrow(expect.objectContaining({ status: 404 }));
		await expect(feeds.remove('http://a.example/other')).rejects.toMatchObject({ status: 404 });
		await feeds.remove('http://A.example/feed');
		for (let index = 0; index < feedLimits.maxFeeds; index++) feeds.add(`http://a.example/${index}`);
		expect(() => feeds.add('http://a.example/more')).toThrow(feedText.tooMany(feedLimits.maxFeeds));
	});

	test('refuse an invalid filter, which changes nothing', async () => {
		const { feeds } = await openTestFeeds({ withoutChannel: true });
		const url = 'http://a.example/feed';
		feeds.add(url);
		await feeds.setFilter(url, { include: 'a' });
		await expect(feeds.setFilter(url, { min_size: 2, max_size: 1 })).rejects.toMatchObject({ status: 400 });
		await expect(feeds.setFilter(url, { include: 'x'.repeat(2_000) })).rejects.toMatchObject({ status: 400 });
		expect(feeds.list()).toMatchObject([{ download: { include: 'a' } }]);
	});

	test('show no password in errors', async () => {
		const { feeds } = await openTestFeeds({ withoutChannel: true });
		feeds.add('http://me:hunter2secret@a.example/feed');
		expect(() => feeds.add('http://me:hunter2secret@a.example/feed')).toThrow(
			expect.objectContaining({ message: expect.not.stringContaining('hunter2secret') }),
		);
	});
});
