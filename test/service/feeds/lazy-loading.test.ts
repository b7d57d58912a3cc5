import { expect, test } from 'vitest';
import { makeFolder } from '../../fixtures/folder.ts';
import { type runService, runServiceProcess } from '../../fixtures/service.ts';
import { loadedNames } from '../../programs/loaded-names.ts';
import { until } from '../../programs/until.ts';
import { magnetItem, rss, serveFeed } from './feed-fixture.ts';

/** Names of classes of the feeds and of the channels. */
const feeds = ['FeedService', 'FeedParser'];
const channels = ['OwnChannel'];

test('a service loads the feeds with the first request for them, and after a start if there are any', async () => {
	const server = await serveFeed(rss(magnetItem(1)));
	const folder = await makeFolder();
	/** Runs a service in the folder. Returns the names that it loaded. */
	const loadedBy = async (use: (service: Awaited<ReturnType<typeof runService>>) => Promise<unknown>) => {
		const coverage = await makeFolder();
		const service = await runServiceProcess({ folder, env: { NODE_V8_COVERAGE: coverage } });
		await use(service);
		await service.end();
		return loadedNames(coverage, [...feeds, ...channels]);
	};
	expect(await loadedBy((service) => service.client().getState())).toEqual([]);
	const create = await loadedBy((service) => service.client().createMyChannel({ body: { name: 'Own' } }));
	expect(create).toEqual(channels);
	const add = await loadedBy(async (service) => {
		await service.client().addMyFeed({ params: { feed_url: server.url } });
		await until(() => server.requests === 1);
	});
	expect(add).toEqual([...feeds, ...channels]);
	// The feed is not due, so the start is all that loads it.
	expect(await loadedBy((service) => until(() => service.output().includes('Started with')))).toEqual([
		...feeds,
		...channels,
	]);
});
