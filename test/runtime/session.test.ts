import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../source/client/client.ts';
import { AbsentError, NotFoundError } from '../../source/client/http/errors.ts';
import { closedPort } from '../../source/demo/closed-port.ts';
import type { Extension } from '../../source/protocol/extensions.ts';
import { batchText } from '../../source/runtime/batch-runner.ts';
import { offers } from '../../source/state/connection/connection.ts';
import type { State } from '../../source/state/core/state.ts';
import { couldNotFind } from '../contract/foreign/fault.ts';
import { until } from '../programs/until.ts';
import { listOf, openOn, respondJson, type Service, startService } from './service.ts';

const list = 'GET /downloads';
const texts = ({ journal }: State) => journal.entries.map(({ text }) => text);

function send(service: Service, text: string): void {
	for (const stream of service.streams) stream.write(text);
}

const event = (type: string, payload: unknown) => `data: ${JSON.stringify({ type, event: payload })}\n\n`;

describe('requests for changes', () => {
	test('are counted while they run, and reported when they are done', async () => {
		const service = await startService();
		const { session, reached, store } = openOn(service.url);
		await reached(({ downloads }) => downloads.at !== undefined);
		service.answers['PATCH /downloads/ab'] = (response, request) => {
			expect(JSON.parse(request.body)).toEqual({ state: 'stop' });
			expect(store.get().pendingWrites).toBe(1);
			service.answers[list] = respondJson(listOf('a'));
			response.end('{"modified":true,"infohash":"ab"}');
		};
		session.write({
			send: (client) => client.changeDownload({ params: { infohash: 'ab' }, body: { state: 'stop' } }),
			doing: 'Stopping a',
			done: { level: 'success', text: 'Stopped a.' },
			stale: ['downloads'],
		});
		expect(store.get().pendingWrites).toBe(1);
		const done = await reached(({ journal }) => journal.notice !== undefined);
		expect(done.pendingWrites).toBe(0);
		expect(done.journal.notice?.text).toBe('Stopped a.');
		// Stale queries are read at once, not at the next second.
		const requestsBefore = service.count(list);
		await reached(({ downloads }) => downloads.list.length === 1);
		expect(service.count(list)).toBeLessThanOrEqual(requestsBefore + 1);
	});

	test('failed requests are reported with the message of the service', async () => {
		const service = await startService();
		const { session, reached } = openOn(service.url);
		service.answers['PATCH /downloads/ab'] = (response) =>
			void response.writeHead(404).end('{"error":"this download does not exist"}');
		session.write({
			send: (client) => client.changeDownload({ params: { infohash: 'ab' }, body: { state: 'stop' } }),
			doing: 'Stopping a',
			stale: [],
		});
		const { journal, pendingWrites } = await reached((state) => state.journal.notice !== undefined);
		expect(journal.notice).toMatchObject({
			level: 'error',
			doing: 'Stopping a',
			text: 'this download does not exist. It may have been removed.',
		});
		expect(pendingWrites).toBe(0);
	});
});

describe('several requests for changes', () => {
	const stop = (infohash: string) => ({
		send: (client: Client) => client.changeDownload({ params: { infohash }, body: { state: 'stop' } }),
		doing: `Stopping ${infohash}`,
	});
	const doing = 'Stopping 3 downloads';
	const done = { level: 'info', text: 'Stopped: 3 downloads' } as const;
	const ended = (state: State) => state.pendingWrites === 0 && state.journal.notice !== undefined;

	test('requests of which some fail end with one notice with their number, and each is logged', async () => {
		const service = await startService();
		const { session, reached, store } = openOn(service.url);
		service.answers['PATCH /downloads/b'] = respondJson({ modified: true });
		session.writeAll({ requests: ['a', 'b', 'c'].map(stop), doing, done, stale: [] });
		const { journal } = await reached(ended);
		expect(journal.notice).toMatchObject({ level: 'error', doing });
		const lasts = ['a', 'c'].map((each) => batchText.someFailed(2, 3, couldNotFind(`/downloads/${each}`)));
		expect(lasts).toContain(journal.notice?.text);
		expect(
			store
				.get()
				.journal.entries.map((entry) => entry.doing)
				.toSorted(),
		).toEqual(['Stopping 3 downloads', 'Stopping a', 'Stopping c']);
	});

	test('requests that all succeed end with one notice', async () => {
		const service = await startService();
		const { session, reached } = openOn(service.url);
		for (const name of ['a', 'b', 'c'])
			service.answers[`PATCH /downloads/${name}`] = respondJson({ modified: true });
		session.writeAll({ requests: ['a', 'b', 'c'].map(stop), doing, done, stale: [] });
		expect((await reached(ended)).journal.entries.map(({ text }) => text)).toEqual([done.text]);
	});

	test('a single request of a batch fails with the message of the service', async () => {
		const service = await startService();
		const { session, reached } = openOn(service.url);
		session.writeAll({ requests: [stop('a')], doing: 'Stopping a', done, stale: [] });
		const { journal } = await reached(ended);
		expect(journal.entries).toHaveLength(1);
		expect(journal.notice).toMatchObject({
			doing: 'Stopping a',
			text: `${couldNotFind('/downloads/a')}. ${new NotFoundError('', '').hint}`,
		});
	});
});

describe('events', () => {
	test('change the state at once, before the list is read again', async () => {
		const service = await startService();
		service.answers[list] = respondJson(listOf('a', 'b'));
		const { reached } = openOn(service.url);
		await reached(({ downloads, connection }) => downloads.list.length === 2 && connection.version !== '');
		// The requests after the opening of the stream are done.
		await until(() => service.count(list) >= 2);
		const seen = await reached(({ downloads }) => downloads.at !== undefined);
		const before = await reached(({ downloads }) => downloads.at !== seen.downloads.at);
		send(service, event('torrent_status_changed', { infohash: 'b', status: 'DLSTATUS_SEEDING' }));
		const changed = await reached(({ downloads }) => downloads.list[1]?.status === 'SEEDING');
		expect(changed.downloads.list.map(({ status }) => status)).toEqual(['DOWNLOADING', 'SEEDING']);
		// The list still has the old status, because it has not been read since.
		expect(changed.downloads.at).toBe(before.downloads.at);
	});

	test('in bursts cause one request', async () => {
		const service = await startService();
		const { reached } = openOn(service.url);
		await reached(({ downloads, connection }) => downloads.at !== undefined && connection.version !== '');
		await until(() => service.count(list) >= 2);
		const before = service.count(list);
		const burst = Array.from({ length: 200 }, (_, n) =>
			event('torrent_finished', { infohash: `${n}`, name: `n${n}` }),
		);
		send(service, burst.join(''));
		const { downloads } = await reached((state) => texts(state).length >= 200);
		await reached((state) => state.downloads.at !== downloads.at);
		expect(service.count(list) - before).toBeLessThanOrEqual(2);
		expect(service.maxConcurrent(list)).toBe(1);
	});

	test('unreadable events are reported, and the stream continues', async () => {
		const service = await startService();
		const { reached } = openOn(service.url);
		await reached(({ connection }) => connection.version !== '');
		send(service, `data: oops\n\n${event('new_one', {})}`);
		const state = await reached((one) => texts(one).includes('Event new_one'));
		expect(texts(state)).toContain('Malformed event: not JSON: oops');
		expect(state.journal.notice).toBeUndefined();
	});
});

describe('after the stream is lost', () => {
	test('a service is found dead at once, however slow its last response was', async () => {
		const service = await startService();
		const dead = (response: ServerResponse) => response.destroy();
		// The next request of the list follows after a pause of two seconds.
		service.answers[list] = (response) => {
			const answer = setTimeout(() => response.end('{"downloads":[]}'), 2_000);
			response.on('close', () => clearTimeout(answer));
		};
		const { reached } = openOn(service.url);
		await reached(({ connection, downloads }) => connection.streaming && downloads.at !== undefined);
		const answeredAt = Date.now();
		service.answers[list] = dead;
		service.answers['GET /state'] = dead;
		service.answers['GET /events'] = dead;
		for (const stream of service.streams) stream.destroy();
		await reached(({ connection }) => connection.failure !== undefined);
		expect(Date.now() - answeredAt).toBeLessThan(2_000);
	});

	test('all queries are read again: no event is missed or doubled', async () => {
		const service = await startService();
		service.answers[list] = respondJson(listOf('a', 'b'));
		const { reached, store } = openOn(service.url);
		await reached(({ downloads, connection }) => downloads.list.length === 2 && connection.streaming);
		await until(() => service.streams.size === 1);
		send(service, event('torrent_finished', { infohash: 'a', name: 'a' }));
		await reached((state) => texts(state).includes('Finished: a'));

		for (const stream of service.streams) stream.destroy();
		await reached(({ connection }) => !connection.streaming);
		// No event reports changes from now on.
		service.answers[list] = respondJson(listOf('a', 'b', 'c'));
		await reached(({ connection }) => connection.streaming);
		const requestsBefore = service.count(list);
		await until(() => service.count(list) > requestsBefore || store.get().downloads.list.length === 3);
		const state = await reached(({ downloads }) => downloads.list.length === 3);
		expect(state.downloads.list.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
		expect(texts(state).filter((text) => text === 'Finished: a')).toHaveLength(1);
		await until(() => service.streams.size === 1);
		expect(service.count('GET /events')).toBe(2);
	});

	test('features that the service lacked are requested again', async () => {
		const service = await startService();
		const { session, reached } = openOn(service.url);
		await reached(({ connection }) => connection.streaming);
		const ask = (): Promise<unknown> =>
			new Promise((resolve) =>
				session.write({
					send: async (client) => {
						await client.listAsks().catch((error: Error) => {
							resolve(error);
							throw error;
						});
						resolve('answered');
					},
					stale: [],
				}),
			);
		expect(await ask()).toBeInstanceOf(AbsentError);
		service.answers['GET /market/asks'] = respondJson({ asks: [] });
		expect(await ask()).toBeInstanceOf(AbsentError);
		expect(service.count('GET /market/asks')).toBe(1);
		await until(() => service.streams.size === 1);
		for (const stream of service.streams) stream.destroy();
		await reached(({ connection }) => !connection.streaming);
		await reached(({ connection }) => connection.streaming);
		expect(await ask()).toBe('answered');
		await reached(({ pendingWrites }) => pendingWrites === 0);
	});

	test('the list is polled even without a stream', async () => {
		const service = await startService();
		delete service.answers['GET /events'];
		service.answers[list] = respondJson(listOf('a'));
		const { reached } = openOn(service.url);
		await reached(({ downloads }) => downloads.list.length === 1);
		service.answers[list] = respondJson(listOf('a', 'b'));
		const state = await reached(({ downloads }) => downloads.list.length === 2);
		expect(state.connection.streaming).toBe(false);
		expect(service.count('GET /events')).toBe(1);
	});
});

test('announced extensions are known before the first response, and replaced by the state', async () => {
	const service = await startService();
	const announced = { dialect: 'interface', extensions: ['labels'] } as const;
	const { store, reached } = openOn(service.url, announced);
	const has = (extension: Extension) => offers(store.get().connection, { extension });
	expect([has('labels'), has('rename')]).toEqual([true, false]);
	service.answers['GET /state'] = respondJson({ state: 'STARTED', extensions: ['rename'] });
	await reached(({ connection }) => connection.core !== undefined);
	expect([has('labels'), has('rename')]).toEqual([false, true]);
});

test('a service that is found again brings the extensions of its new announcement', async () => {
	const service = await startService();
	// Only the announcement tells.
	service.answers['GET /state'] = () => {};
	const found = { url: service.url, source: 'a test', extensions: ['rename'] };
	const { store, reached } = openOn(`http://127.0.0.1:${await closedPort()}`, {
		dialect: 'interface',
		extensions: ['labels'],
		refind: async () => found,
	});
	await reached(({ connection }) => connection.url === service.url);
	const has = (extension: Extension) => offers(store.get().connection, { extension });
	expect([has('labels'), has('rename')]).toEqual([false, true]);
});

test('deviations are kept once per kind', async () => {
	const service = await startService();
	const { downloads } = listOf('a', 'b', 'c') as { downloads: object[] };
	service.answers[list] = respondJson({ downloads: downloads.map((one) => ({ ...one, speed_up: 'fast' })) });
	const { reached, session } = openOn(service.url);
	const { schemaMismatches } = await reached((state) => state.schemaMismatches.total > 0);
	expect(schemaMismatches.entries).toEqual([
		{
			endpoint: 'listDownloads',
			path: 'downloads[].speed_up',
			problem: 'must be a number, not "fast"',
			count: 3,
			at: expect.any(Number),
		},
	]);
	const { downloads: before } = await reached((state) => state.downloads.at !== undefined);
	session.refresh();
	const after = await reached((state) => state.downloads.at !== before.at);
	// The same bytes deviate no more than before.
	expect(after.schemaMismatches).toBe(schemaMismatches);
});

test('a session ends at once, with all of its connections', async () => {
	const service = await startService();
	const { session, reached } = openOn(service.url);
	await reached(({ connection }) => connection.streaming);
	await until(() => service.streams.size === 1);
	service.answers[list] = () => {};
	session.refresh();
	await session.close();
	await until(() => service.streams.size === 0);
});
