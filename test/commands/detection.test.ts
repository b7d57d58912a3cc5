import { expect, test } from 'vitest';
import { serve } from '../client/server.ts';
import { run } from './program.ts';

const list = JSON.stringify({
	downloads: [{ name: 'found', infohash: 'a'.repeat(40), progress: 1, status: 'SEEDING' }],
});

test('a service of 8.x is found below /api, whatever the address says', async () => {
	const server = await serve(({ path }, response) => {
		if (!path.startsWith('/api/')) response.writeHead(302, { location: '/ui' }).end();
		else if (path === '/api/events') {
			response.writeHead(200, { 'content-type': 'text/event-stream' });
			response.write(
				'event: events_start\ndata: {"public_key": "ab", "version": "8.1.3", "sessions": "1"}\n\n',
			);
		} else response.writeHead(200, { 'content-type': 'application/json' }).end(list);
	});
	const { code, out, err } = await run(['ls', '--url', server.url]);
	expect(err).toBe('');
	expect(code).toBe(0);
	expect(out).toMatch(/found +SEEDING/);
	expect(server.asked.at(-1)?.path).toBe('/api/downloads');
});

test('a service of generation A gets forms', async () => {
	const server = await serve(({ method, path }, response) => {
		if (path === '/events') {
			response.writeHead(200, { 'content-type': 'text/json' });
			response.write('{"type":"events_start","event":{"version":"7.2.2"}}\n');
		} else if (method === 'PUT') {
			response.writeHead(200, { 'content-type': 'text/json' });
			response.end(JSON.stringify({ started: true, infohash: 'b'.repeat(40) }));
		} else response.writeHead(200, { 'content-type': 'text/json' }).end(list);
	});
	const { code, err } = await run(['add', '--url', server.url, `magnet:?xt=urn:btih:${'b'.repeat(40)}`]);
	expect(err).toBe('');
	expect(code).toBe(0);
	const put = server.asked.find(({ method }) => method === 'PUT');
	expect(put?.headers['content-type']).toBe('application/x-www-form-urlencoded');
});
