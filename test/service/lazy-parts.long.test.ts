import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exactAmount } from '../../source/protocol/exact-amount.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { addComplete, allSeed, runServiceProcess } from '../fixtures/service.ts';
import { recordLoads } from '../programs/loaded-names.ts';
import { until } from '../programs/until.ts';
import { magnetItem, rss, serveFeed } from './feeds/feed-fixture.ts';

/** Names of classes of each part, which the bundle keeps. */
const channels = ['OwnChannel', 'ChannelSearch', 'MetadataEntries'];
const feeds = ['FeedService', 'FeedParser', 'ItemIntake'];
const health = ['HealthService', 'HealthCheck', 'Scraper'];
const market = ['MarketService', 'MatchingEngine', 'CommandWallet'];
const overlay = ['OverlayNetwork', 'EngineTransport', 'OverlaySwarm', 'ChannelExchange'];
const all = [...channels, ...feeds, ...health, ...market, ...overlay];

test('a service loads each part with its first request, and none at a start that needs none', async () => {
	const loads = recordLoads(await makeFolder());
	const feed = await serveFeed(rss(magnetItem(1)));
	const service = await runServiceProcess({ env: loads.env });
	await addComplete(service, 'data');
	await allSeed(service);
	expect(loads.programs()).toContain('engine.js');
	expect(loads.names(all)).toEqual([]);

	const check = { params: { infohash: 'a'.repeat(40) }, query: {} };
	await service.client().getHealth(check);
	expect(loads.names(all)).toEqual(health);
	loads.forget();
	expect(await service.client('A').listChannels()).toEqual({ channels: [] });
	expect(loads.names(all)).toEqual(channels);
	loads.forget();
	expect(await service.client('A').listAsks()).toEqual({ asks: [] });
	expect(loads.names(all)).toEqual(market);
	expect(readdirSync(service.stateFolder)).toContain('identity');
	await service.client('A').createMyChannel({ body: { name: 'Images', description: '' } });
	await service.end();

	loads.forget();
	await service.restart();
	await allSeed(service);
	expect(loads.names(all)).toEqual([]);
	await service.client('A').addMyFeed({ params: { feed_url: feed.url } });
	await until(() => feed.requests === 1);
	expect(loads.names(all)).toEqual([...channels, ...feeds]);
	await service.end();

	// The feed is not due, so the start is all that loads it.
	loads.forget();
	await service.restart();
	await until(() => loads.names(feeds).length === feeds.length);
	expect(loads.names(all)).toEqual([...channels, ...feeds]);
	const { overview } = await service.client('A').getMyChannel();
	const channelid = overview.identifier ?? '';
	await service.client('A').removeFeed({ params: { channelid, feed_url: feed.url } });
	await service.end();

	loads.forget();
	await service.restart();
	await service.client().getState();
	await service.end();
	expect(loads.names(all)).toEqual([]);
	expect(feed.requests).toBe(1);
});

test('a service with the overlay loads market, overlay and channels after its start', async () => {
	const loads = recordLoads(await makeFolder());
	const assets = [{ name: 'MB', precision: 0, balance: 100, credit: 10 }];
	const service = await runServiceProcess({
		flags: ['--overlay', '--peer-host', '127.0.0.1'],
		settings: { market: { assets } },
		env: loads.env,
	});
	await until(() => readdirSync(service.stateFolder).includes('identity'));
	expect((await service.client('A').listAssets()).assets).toMatchObject([
		{ name: 'MB', balance: exactAmount(100n, 0) },
	]);
	expect((await service.client('A').listChannels({})).channels).toEqual([]);
	const expected = [...channels, ...market, ...overlay];
	await until(() => loads.names(expected).length === expected.length);
	expect(loads.names(all)).toEqual(expected);
});
