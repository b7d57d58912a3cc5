import { expect, test } from 'vitest';
import { httpTracker, udpTracker } from '../../programs/scrape-trackers.ts';
import { healthScene, INFOHASH } from './health-fixture.ts';

test('trackers that wait for silent ones are asked in time', async () => {
	const silent = await Promise.all(Array.from({ length: 9 }, () => udpTracker({}, () => [])));
	const http = await httpTracker({ [INFOHASH]: [1, 2] });
	const { check } = healthScene();
	const urls = [...silent.map(({ url }) => url), http.url];
	const found = await check(INFOHASH, urls, { timeoutSeconds: 8 });
	expect(found[http.url]).toEqual({ seeders: 1, leechers: 2 });
});
