import { expect, test } from 'vitest';
import { healthText } from '../../source/commands/watching/swarm-check.ts';
import { events } from '../../source/protocol/events/events.ts';
import { escaped } from '../programs/message-pattern.ts';
import { until } from '../programs/until.ts';
import { hostile, infohash, json, serveEverything } from './answering-service.ts';
import { start } from './program.ts';
import { runHere, startHere } from './run-here.ts';

test('events of one type are one object a line, also unknown types; unreadable events are skipped', async () => {
	const service = await serveEverything((name, _, response) => {
		if (name !== 'openEvents') return false;
		response.writeHead(200, { 'content-type': 'text/event-stream' });
		response.write('data: {"type":"brand_new","event":{"n":9007199254740993}}\n\ndata: nonsense\n\n');
		response.write(`event: torrent_finished\ndata: ${json({ infohash, name: hostile })}\n\n`);
		return true;
	});
	const ended = await runHere([
		'events',
		'--type',
		'brand_new',
		'--type',
		'torrent_finished',
		'--count',
		'2',
		'--url',
		service.url,
	]);
	expect(ended).toMatchObject({ code: 0, err: '' });
	const [first = '', second = ''] = ended.out.split('\n');
	expect(first).toMatch(/^\{"type":"brand_new","payload":\{"n":9007199254740993\},"at":/);
	expect(JSON.parse(second)).toMatchObject({
		type: 'torrent_finished',
		payload: { infohash, name: hostile },
	});
	expect(ended.out).not.toMatch(/[\x7f-\x9f\u202e]/);
});

test('events --list knows the types without a service', async () => {
	expect((await runHere(['events', '--list', '--no-header'])).out).toMatch(
		new RegExp(`^events_start\t${escaped(events.events_start.summary)}`),
	);
	const lines = (await runHere(['events', '--list', '--json'])).out.trim().split('\n');
	expect(lines.map((line) => JSON.parse(line).type)).toContain('market_ask');
});

test('health --wait waits for the event while the service is checking, and keeps its fields', async () => {
	const checked = {
		infohash,
		num_seeders: 12,
		num_leechers: 3,
		last_tracker_check: 1_795_207_801,
		health: 'updated',
	};
	const service = await serveEverything((name, _, response) => {
		if (name !== 'getHealth' && name !== 'openEvents') return false;
		if (name === 'getHealth') response.end('{"checking":"1"}');
		else {
			response.writeHead(200);
			response.write(
				`{"type":"events_start"}\n{"type":"torrent_health_updated","event":{"infohash":"ff"}}\n`,
			);
			// The answer to the question is older than its result.
			setTimeout(() => {
				response.write(`${json({ type: 'torrent_info_updated', event: checked })}\n`);
			}, 100);
		}
		return true;
	}, 'tribler');
	const waited = await runHere(['health', infohash, '--wait', '--json', '--url', service.url]);
	expect(waited).toMatchObject({ code: 0, err: '' });
	expect(JSON.parse(waited.out)).toEqual({
		infohash,
		checking: false,
		trackers: [
			{
				tracker: 'all',
				infohash,
				seeders: 12,
				leechers: 3,
				error: '',
				last_tracker_check: 1_795_207_801,
				health: 'updated',
			},
		],
	});
	const health = await runHere(['health', infohash, '--json', '--url', service.url]);
	expect(JSON.parse(health.out)).toEqual({ infohash, checking: true, trackers: [] });
	const piped = await runHere(['health', infohash, '--url', service.url]);
	expect(piped).toMatchObject({
		code: 0,
		out: '',
		err: `seedtop: ${healthText.checking}\n`,
	});
	const late = await runHere(['health', 'ab'.repeat(20), '--wait', '--timeout', '0.5', '--url', service.url]);
	expect(late).toMatchObject({ code: 3, out: '', err: expect.stringContaining(healthText.late(500)) });
});

test('logs -f follows the log, through a gap, until ctrl-c', async () => {
	let requests = 0;
	const contents = ['one\ntwo\n', 'one\ntwo\nthree\n', '', 'two\nthree\nfour\n'];
	const service = await serveEverything((name, _, response) => {
		if (name !== 'getLog') return false;
		const content = contents[Math.min(requests++, contents.length - 1)];
		if (content === '') response.destroy();
		else response.end(json({ content, max_lines: 5 }));
		return true;
	});
	const logs = startHere(['logs', '-f', '-n', '1', '--json', '--url', service.url]);
	await until(() => logs.objects().length === 3, { seen: () => logs.out() + logs.err() });
	expect(logs.objects()).toEqual([{ line: 'two' }, { line: 'three' }, { line: 'four' }]);
	expect(await logs.end('SIGINT')).toMatchObject({ code: 130, err: '' });
});

test('logs -f requests only new lines of a service that reports positions', async () => {
	const lines = ['one', 'two'];
	const positions: (string | null)[] = [];
	const service = await serveEverything((name, request, response) => {
		if (name !== 'getLog') return false;
		const after = new URL(request.path, 'http://x').searchParams.get('after');
		positions.push(after);
		const content = lines.slice(Number(after ?? 0)).map((line) => `${line}\n`);
		response.end(json({ content: content.join(''), max_lines: 5, position: String(lines.length) }));
		return true;
	});
	const logs = startHere(['logs', '-f', '-n', '1', '--url', service.url]);
	await logs.prints('two\n');
	// A repeated line is new, although it equals the last one.
	lines.push('two');
	await until(() => positions.includes('3'), { seen: () => `${positions}` });
	expect(positions.slice(0, 2)).toEqual([null, '2']);
	expect(await logs.end('SIGINT')).toMatchObject({ code: 130, out: 'two\ntwo\n', err: '' });
});

test('stream passes content on as it arrives, and ends cleanly at ctrl-c', async () => {
	const service = await serveEverything((name, _, response) => {
		if (name !== 'streamFile') return false;
		response.writeHead(200);
		response.write('the first part');
		return true;
	});
	const stream = start(['stream', infohash, '0', '--url', service.url]);
	await stream.prints('the first part');
	expect(await stream.end('SIGINT')).toMatchObject({ code: 130, err: '', out: 'the first part' });
	const several = await runHere(['stream', infohash, '--url', service.url]);
	expect(several.code).toBe(2);
	expect(several.err).toMatch(
		/^seedtop: The download has several files.*\n {2}0 {2}a\/na.*\n {2}1 {2}b\.bin\n$/,
	);
});

test('a list of files shows each full name', async () => {
	const service = await serveEverything((name, _, response) => {
		if (name !== 'listFiles') return false;
		response.end(json({ files: ['two\nlines', 'b'].map((each, index) => ({ index, name: each, size: 1 })) }));
		return true;
	});
	const { err } = await runHere(['stream', infohash, '--url', service.url]);
	expect(err).toContain('\n  0  two lines\n  1  b\n');
});

test('api passes a stream and bytes on unchanged', async () => {
	const service = await serveEverything();
	const events = startHere(['api', 'GET', '/events', '--url', service.url]);
	await events.prints('{"type":"events_start","event":{"version":"7.0.0"}}\n');
	expect((await events.end('SIGTERM')).code).toBe(143);
	const dump = await runHere(['api', 'GET', '/debug/memory/dump', '--url', service.url]);
	expect([...dump.bytes]).toEqual([0, 1, 2, 255]);
});

test('services of generation A accept the forms of commands', async () => {
	const service = await serveEverything();
	await runHere([
		'api',
		'PUT',
		'/downloads',
		'uri=magnet:?x',
		'safe_seeding=true',
		'--generation',
		'A',
		'--url',
		service.url,
	]);
	await runHere(['api', 'PUT', '/something', 'a=1', '--generation', 'A', '--url', service.url]);
	expect(service.requests.map(({ body }) => body)).toEqual(['uri=magnet%3A%3Fx&safe_seeding=1', 'a=1']);
});
