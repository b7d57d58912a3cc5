import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { until } from '../programs/until.ts';
import { askedFor, list, listOf, one, serviceWith, show, two } from './details-queries-scene.ts';
import { openOn, respondJson, startService } from './service.ts';

test('peers are requested only while their tab is visible, and only for the download under the cursor', async () => {
	const peers = [{ ip: '192.0.2.7', port: 1, dtotal: 5 }];
	const service = await serviceWith('get_peers', (response) =>
		respondJson(listOf([one, two], { peers }))(response),
	);
	const { store, reached } = openOn(service.url);
	await reached(({ downloads }) => downloads.list.length === 2);
	expect(askedFor(service, 'get_peers')).toHaveLength(0);
	show(store, 'peers');
	await reached(({ details }) => details.peers.list.length === 1);
	expect(askedFor(service, 'get_peers').every(({ path }) => path.includes(`infohash=${one}`))).toBe(true);
	expect(askedFor(service, 'get_pieces')).toHaveLength(0);
	show(store, 'overview');
	const before = askedFor(service, 'get_peers').length;
	const lists = service.count(list);
	await until(() => service.count(list) >= lists + 4);
	expect(askedFor(service, 'get_peers')).toHaveLength(before);
	// Also not while another pane is shown.
	show(store, 'peers');
	store.dispatch({ type: 'pane', pane: 'events' });
	const hidden = askedFor(service, 'get_peers').length;
	const later = service.count(list);
	await until(() => service.count(list) >= later + 4);
	expect(askedFor(service, 'get_peers').length).toBe(hidden);
});

test('health is requested once, for any duration and any visible tab', async () => {
	const service = await startService();
	service.answers[list] = respondJson(listOf([one, two]));
	const waiting: ServerResponse[] = [];
	const health = `GET /metadata/torrents/${one}/health`;
	service.answers[health] = (response) => void waiting.push(response);
	const { store, reached } = openOn(service.url);
	await reached(({ downloads }) => downloads.list.length === 2);
	store.dispatch({ type: 'details', what: { type: 'check-health', at: 1 } });
	await until(() => waiting.length === 1);
	const lists = service.count(list);
	await until(() => service.count(list) >= lists + 2);
	waiting[0]?.end(JSON.stringify({ DHT: { infohash: one, seeders: 7, leechers: 2 } }));
	const state = await reached(({ details }) => details.health.answer !== undefined);
	expect(state.details.health).toMatchObject({
		askedAt: undefined,
		answer: { trackers: [{ tracker: 'DHT', seeders: 7, leechers: 2, error: '' }] },
	});
	const after = service.count(list);
	await until(() => service.count(list) >= after + 2);
	expect(service.count(health)).toBe(1);
});
