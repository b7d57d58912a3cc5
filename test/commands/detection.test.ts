import { expect, test } from 'vitest';
import { type ForeignService, runForeign } from '../fixtures/foreign-service.ts';
import { runHere } from './run-here.ts';

const keyOf = ({ dialect }: ForeignService) => ['--api-key', dialect.key ?? 'none'];

test('a service of 8.x is found below /api, with any path in the address', async () => {
	const service = await runForeign('8.1');
	const { origin, requests } = service.server;
	const { code, err } = await runHere(['ls', '--url', origin, ...keyOf(service)]);
	expect({ code, err }).toEqual({ code: 0, err: '' });
	expect(requests.at(-1)).toBe('GET /api/downloads');
});

test('a service of generation A receives forms', async () => {
	const { url, server } = await runForeign('7.2');
	await runHere(['add', '--url', url, `magnet:?xt=urn:btih:${'b'.repeat(40)}`]);
	expect(server.bodies.map(({ contentType }) => contentType)).toEqual(['application/x-www-form-urlencoded']);
});

test.each([
	['7.11', '7.5-7.11', null],
	['7.14', '7.12-7.14', null],
	['8.1', '8.x', '8.1.3'],
])('only commands for events connect to the events of %s', async (name, dialect, version) => {
	const service = await runForeign(name);
	const { url, requests, world } = service.server;
	world.scripted.set('GET /versioning/versions/current', { json: { version: '8.1.3' } });
	const options = ['--url', url, ...keyOf(service)];
	for (const line of ['ls', 'status', 'api GET /downloads', 'peers nothing', 'add /nothing.torrent']) {
		await runHere([...line.split(' '), ...options]);
	}
	const status = await runHere(['status', '--json', ...options]);
	expect(JSON.parse(status.out).service).toMatchObject({ dialect, version });
	expect(requests.filter((request) => request.includes('/events'))).toEqual([]);
});
