import { expect, test } from 'vitest';
import { makeFolder } from '../fixtures/folder.ts';
import { addComplete, runServiceProcess, type TestServiceProcess } from '../fixtures/service.ts';
import { loadedNames } from '../programs/loaded-names.ts';
import { httpServer } from '../programs/scrape-trackers.ts';

/** Names of classes of each part, which the bundle keeps. */
const channels = ['OwnChannel', 'ChannelSearch', 'MetadataEntries'];
const feeds = ['FeedService', 'FeedParser', 'ItemIntake'];
const health = ['HealthService', 'HealthCheck', 'Scraper'];
const all = [...channels, ...feeds, ...health];

/** Runs a service until `use` has resolved. Returns the classes that it loaded. */
async function loadedBy(
	use: (service: TestServiceProcess) => Promise<unknown>,
	folder?: string,
): Promise<string[]> {
	const coverage = await makeFolder();
	const service = await runServiceProcess({
		...(folder === undefined ? {} : { folder }),
		env: { NODE_V8_COVERAGE: coverage },
	});
	await use(service);
	await service.end();
	return loadedNames(coverage, all);
}

/** Starts a server with an empty feed. */
async function emptyFeed(): Promise<string> {
	const port = await httpServer((_, response) => response.end('<rss version="2.0"><channel/></rss>'));
	return `http://127.0.0.1:${port}/feed`;
}

test('a service with downloads only loads nothing of channels, feeds and health, also after a restart', async () => {
	const folder = await makeFolder();
	expect(await loadedBy((service) => addComplete(service, 'data'), folder)).toEqual([]);
	expect(await loadedBy((service) => service.client().listDownloads(), folder)).toEqual([]);
});

test('a health check loads its part only', async () => {
	const check = (service: TestServiceProcess) =>
		service.client().getHealth({ params: { infohash: 'a'.repeat(40) }, query: {} });
	expect(await loadedBy(check)).toEqual(health);
});

test('an own channel is loaded by requests, not by a start', async () => {
	const folder = await makeFolder();
	const create = (service: TestServiceProcess) =>
		service.client('A').createMyChannel({ body: { name: 'Images', description: '' } });
	expect(await loadedBy(create, folder)).toEqual(channels);
	expect(await loadedBy((service) => service.client().getState(), folder)).toEqual([]);
});

test('a start with a feed loads feeds and channels, and after its removal neither', async () => {
	const folder = await makeFolder();
	const url = await emptyFeed();
	const add = async (service: TestServiceProcess) => {
		const client = service.client('A');
		await client.createMyChannel({ body: { name: 'Images', description: '' } });
		const channelid = (await client.getMyChannel()).overview.identifier ?? '';
		await client.addFeed({ params: { channelid, feed_url: url } });
		return channelid;
	};
	let channelid = '';
	expect(
		await loadedBy(async (service) => {
			channelid = await add(service);
		}, folder),
	).toEqual([...channels, ...feeds]);
	expect(await loadedBy((service) => service.client().getState(), folder)).toEqual([...channels, ...feeds]);
	await loadedBy(
		(service) => service.client('A').removeFeed({ params: { channelid, feed_url: url } }),
		folder,
	);
	expect(await loadedBy((service) => service.client().getState(), folder)).toEqual([]);
});
