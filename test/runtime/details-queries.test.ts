import { expect, test } from 'vitest';
import { until } from '../programs/until.ts';
import { askedFor, list, listOf, one, serviceWith, show, two } from './details-queries-scene.ts';
import { openOn, respondJson, startService } from './service.ts';

test('peers are requested only where a moving cursor stops, and stale requests are aborted', async () => {
	let ended = 0;
	const service = await serviceWith('get_peers', (response, path) => {
		response.on('close', () => ended++);
		// The response for the first download never arrives.
		if (!path.includes(one)) respondJson(listOf([two], { peers: [{ ip: '192.0.2.9' }] }))(response);
	});
	const { store, reached } = openOn(service.url);
	await reached(({ downloads }) => downloads.list.length === 2);
	show(store, 'peers');
	await until(() => askedFor(service, 'get_peers').length === 1);
	for (const rows of [1, -1, 1, -1, 1]) store.dispatch({ type: 'other-download', rows });
	const state = await reached(({ details }) => details.peers.list.length === 1);
	expect(state.details.of).toBe(two);
	expect(ended).toBeGreaterThan(0);
	expect(askedFor(service, 'get_peers').map(({ path }) => path.includes(two))).toEqual([false, true]);
});

test('a failed query of a tab is shown in the tab, and the connection stays up', async () => {
	const service = await serviceWith('get_pieces', (response) => {
		response.writeHead(404).end('{"error": {"handled": true, "message": "no pieces here"}}');
	});
	const { store, reached } = openOn(service.url);
	await reached(({ downloads }) => downloads.list.length === 2);
	show(store, 'pieces');
	const state = await reached(({ details }) => details.failures.pieces !== undefined);
	expect(state.connection.failure).toBeUndefined();
	expect(state.details.pieces.at).toBeUndefined();
	const bits = Buffer.from([0xff, 0x01]).toString('base64');
	service.answers[list] = respondJson(listOf([one, two], { pieces: bits }));
	const after = await reached(({ details }) => details.pieces.at !== undefined);
	expect(after.details.pieces).toMatchObject({ total: 16, completeCount: 9 });
	expect(after.details.failures.pieces).toBeUndefined();
});

test('a health check that the service only starts ends with its event', async () => {
	const service = await startService();
	service.answers[list] = respondJson(listOf([one, two]));
	service.answers[`GET /metadata/torrents/${one}/health`] = respondJson({ checking: true });
	const { store, reached } = openOn(service.url);
	await reached(({ downloads, connection }) => downloads.list.length === 2 && connection.streaming);
	store.dispatch({ type: 'details', what: { type: 'check-health', at: 1 } });
	await reached(({ details }) => details.health.checkingSince !== undefined);
	const healthEvent = { infohash: one, num_seeders: 12, num_leechers: 3, last_tracker_check: 5 };
	for (const stream of service.streams) {
		stream.write(`data: ${JSON.stringify({ type: 'torrent_health_updated', event: healthEvent })}\n\n`);
	}
	const state = await reached(({ details }) => details.health.reported !== undefined);
	expect(state.details.health).toMatchObject({
		checkingSince: undefined,
		reported: { seeders: 12, leechers: 3, checked: 5 },
	});
});

test('a long tree is read rarely while a filter requires the whole list', async () => {
	const service = await startService();
	service.answers[list] = respondJson(listOf([one]));
	const files = `GET /downloads/${one}/files`;
	const all = Array.from({ length: 18_000 }, (_, index) => ({ index, name: `${100_000 + index}`, size: 1 }));
	service.answers[files] = (response, { path }) =>
		respondJson({ files: path.includes('view_size') ? all.slice(0, 300) : all })(response);
	service.answers[`${files}/expand`] = respondJson({ path: '.' });
	const { store, reached } = openOn(service.url);
	await reached(({ downloads }) => downloads.list.length === 1);
	show(store, 'files');
	await reached(({ details }) => details.files.all !== undefined);
	const views = () => service.requests.filter(({ path }) => path.includes('/files?view')).length;
	await until(() => views() >= 2);
	const seen = service.count(list);
	// The visible fields have been read by then.
	await until(() => service.count(list) > seen);
	store.dispatch({ type: 'details', what: { type: 'files', what: { type: 'filter', filter: '17' } } });
	const [before, lists] = [service.count(files), service.count(list)];
	// One request each second: without the filter there would have been another by now.
	await until(() => service.count(list) >= lists + 2);
	expect(service.count(files)).toBe(before);
	store.dispatch({ type: 'details', what: { type: 'files', what: { type: 'filter', filter: '' } } });
	await until(() => service.count(files) > before);
});
