import type { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createClient } from '../../source/client/client.ts';
import { RequestLog } from '../../source/client/http/request-log.ts';
import { Poller, type QueriesOf } from '../../source/runtime/poller.ts';
import { StreamLog } from '../../source/runtime/stream-log.ts';
import { filesQuery } from '../../source/state/core/details-queries.ts';
import { baseQueries } from '../../source/state/core/queries.ts';
import { serviceQuery } from '../../source/state/core/query-declaration.ts';
import { initialState, type State } from '../../source/state/core/state.ts';
import { createStore } from '../../source/state/core/store.ts';
import { isListLoading } from '../../source/state/downloads/downloads.ts';
import { panes } from '../../source/tui/shell/panes.ts';
import { countForms } from '../../source/tui/shell/state-counts.ts';
import { update } from '../../source/tui/shell/update.ts';
import { until } from '../programs/until.ts';
import { listOf, respondJson, type Service, startService } from './service.ts';

const list = 'GET /downloads';

/** Lets the test move the clock. */
function moveClock(): void {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
	onTestFinished(() => void vi.useRealTimers());
}

function poll(service: Service, queriesOf: QueriesOf = baseQueries) {
	const client = createClient({ url: service.url });
	const store = createStore(initialState(service.url, 'a test', Date.now()), update);
	const states: State[] = [];
	store.subscribe(() => states.push(store.get()));
	const own = { requestLog: new RequestLog(), streamLog: new StreamLog(), output: { frames: 0, bytes: 0 } };
	const poller = new Poller(client, store, queriesOf, own);
	onTestFinished(async () => {
		poller.stop();
		await client.close();
	});
	return { store, poller, states };
}

describe('poller sends one request per query at a time', () => {
	test('also if a query is refreshed often while the service is slow; then one more', async () => {
		const service = await startService();
		const waiting: ServerResponse[] = [];
		service.answers[list] = (response) => void waiting.push(response);
		const { poller, store } = poll(service);
		await until(() => waiting.length === 1);
		for (let time = 0; time < 100; time++) poller.refresh(['downloads', 'core']);
		service.answers[list] = respondJson(listOf('a'));
		waiting[0]?.end(JSON.stringify(listOf()));
		await until(() => store.get().downloads.list.length === 1);
		expect(service.count(list)).toBe(2);
		expect(service.maxConcurrent(list)).toBe(1);
	});

	test('and one for a burst of refreshes', async () => {
		const service = await startService();
		const { poller, store, states } = poll(service);
		await until(() => store.get().downloads.at !== undefined);
		service.answers[list] = respondJson(listOf('a'));
		for (let time = 0; time < 100; time++) poller.refresh(['downloads']);
		await until(() => store.get().downloads.list.length === 1);
		expect(service.count(list)).toBe(2);
		expect(new Set(states.map(({ downloads }) => downloads.at)).size).toBeLessThanOrEqual(3);
	});
});

test('poller queries a download again if the cursor left and returned at once, because its data was dropped', async () => {
	const service = await startService();
	service.answers[list] = respondJson(listOf('a', 'b'));
	const files = 'GET /downloads/a/files';
	service.answers[files] = respondJson({ infohash: 'a', files: [] });
	const { store } = poll(service, (state) => {
		const query = serviceQuery('tab-files:files', filesQuery, state);
		return [...baseQueries(state), ...(query ? [{ ...query, intervalMs: Infinity }] : [])];
	});
	await until(() => service.count(files) === 1);
	store.dispatch({ type: 'move', rows: 1 });
	store.dispatch({ type: 'move', rows: -1 });
	await until(() => service.count(files) === 2);
});

describe('poller shows the first rows of a long list', () => {
	/** A list that the service sends in two parts. */
	async function inParts() {
		const service = await startService();
		const whole = JSON.stringify(listOf(...Array.from({ length: 2_000 }, (_, index) => `download ${index}`)));
		const half = Math.floor(whole.length / 2);
		const open: ServerResponse[] = [];
		service.answers[list] = (response) => {
			response.write(whole.slice(0, half));
			open.push(response);
		};
		const polled = poll(service);
		return { ...polled, service, whole, rest: whole.slice(half), open };
	}
	const placeIn = (state: State) => panes.downloads.list.place(state);

	test('before the others arrive, without counts and rates', async () => {
		const { store, open, rest } = await inParts();
		await until(() => store.get().downloads.list.length > 1);
		const { downloads } = store.get();
		expect(downloads.list.length).toBeLessThan(2_000);
		expect(placeIn(store.get())).toBe(`1 of ${downloads.list.length}+`);
		expect(countForms(store.get())).toEqual([[]]);
		expect(panes.downloads.list.describe(store.get()).counts()).toBe('');
		open[0]?.end(rest);
		await until(() => store.get().downloads.list.length === 2_000);
		expect(placeIn(store.get())).toBe('1 of 2000');
		expect(panes.downloads.list.describe(store.get()).counts()).toMatch(/^2000 downloads/);
	});

	test('and keys for all rows wait for the others', async () => {
		const { store, open, rest } = await inParts();
		await until(() => store.get().downloads.list.length > 1);
		expect(isListLoading(store.get())).toBe(true);
		open[0]?.end(rest);
		await until(() => store.get().downloads.list.length === 2_000);
		expect(isListLoading(store.get())).toBe(false);
	});

	test('but not in an order of the user', async () => {
		const { store, open, rest, states } = await inParts();
		store.dispatch({ type: 'sort', sort: { column: 'name', descending: true } });
		await until(() => open.length === 1 && store.get().connection.answeredAt !== undefined);
		open[0]?.end(rest);
		await until(() => store.get().downloads.list.length > 0);
		expect(states.map(({ downloads }) => downloads.list.length).filter((length) => length > 0)[0]).toBe(
			2_000,
		);
	});

	test('and marks them as incomplete while the service fails', async () => {
		const { store, open, service, whole } = await inParts();
		await until(() => store.get().downloads.list.length > 1);
		open[0]?.destroy();
		await until(() => store.get().connection.failure !== undefined);
		expect(placeIn(store.get())).toMatch(/^1 of \d+\+$/);
		service.answers[list] = (response) => void response.end(whole);
		await until(() => store.get().downloads.list.length === 2_000);
		expect(placeIn(store.get())).toBe('1 of 2000');
	});
});

test('poller pauses for as long as a slow service needed', async () => {
	const service = await startService();
	// The test moves the clock, so the load of the machine does not matter.
	moveClock();
	const took = 800;
	const began: number[] = [];
	service.answers[list] = (response) => {
		began.push(performance.now());
		setTimeout(() => response.end('{"downloads":[]}'), took);
	};
	poll(service);
	await until(() => vi.advanceTimersByTime(500) && began.length === 3);
	for (let time = 1; time < began.length; time++) {
		expect((began[time] ?? 0) - (began[time - 1] ?? 0)).toBeGreaterThanOrEqual(2 * took);
	}
	expect(service.maxConcurrent(list)).toBe(1);
});

test('poller requests again soon after an interruption of a quick service', async () => {
	const service = await startService();
	moveClock();
	const interruption = 15_000;
	const began: number[] = [];
	let ended = Number.POSITIVE_INFINITY;
	service.answers[list] = (response) => {
		began.push(performance.now());
		const end = () => {
			if (began.length === 2) ended = performance.now();
			response.end('{"downloads":[]}');
		};
		if (began.length === 2) setTimeout(end, interruption);
		else end();
	};
	poll(service);
	await until(() => vi.advanceTimersByTime(500) && began.length === 3);
	expect((began[2] ?? 0) - ended).toBeLessThan(2_000);
});

describe('poller stops requesting', () => {
	test('the state, once the core has started', async () => {
		const service = await startService();
		moveClock();
		poll(service);
		await until(() => vi.advanceTimersByTime(500) && service.count(list) >= 3);
		expect(service.count('GET /state')).toBe(1);
	});

	test('the state, if a service has none', async () => {
		const service = await startService();
		delete service.answers['GET /state'];
		moveClock();
		const { store, poller } = poll(service);
		await until(() => vi.advanceTimersByTime(500) && store.get().connection.core?.state === 'STARTED');
		poller.refresh(['core']);
		await until(() => vi.advanceTimersByTime(500) && service.count(list) >= 3);
		expect(service.count('GET /state')).toBe(1);
		expect(store.get().connection.failure).toBeUndefined();
	});

	test('a query that is no longer needed', async () => {
		const service = await startService();
		const waiting: ServerResponse[] = [];
		service.answers[list] = (response) => void waiting.push(response);
		const { poller, states } = poll(service);
		await until(() => waiting.length === 1 && service.count('GET /state') === 1);
		const closed = new Promise((resolve) => waiting[0]?.on('close', resolve));
		poller.stop();
		poller.refresh(['downloads']);
		await closed;
		expect(service.count(list)).toBe(1);
		expect(states.every(({ downloads }) => downloads.at === undefined)).toBe(true);
	});
});

test('poller reports a failure, keeps the data, and requests again', async () => {
	const service = await startService();
	service.answers[list] = respondJson(listOf('a'));
	const { store, poller } = poll(service);
	await until(() => store.get().downloads.list.length === 1);
	service.answers[list] = (response) => void response.writeHead(500).end('{"error":"boom"}');
	poller.refresh(['downloads']);
	const failed = await until(() => store.get().connection.failure);
	expect(failed).toMatchObject({ kind: 'refused', message: 'boom' });
	expect(store.get().downloads.list).toHaveLength(1);
	service.answers[list] = respondJson(listOf('a', 'b'));
	await until(() => store.get().downloads.list.length === 2);
	expect(store.get().connection.failure).toBeUndefined();
});

test('poller keeps unchanged objects identical', async () => {
	const service = await startService();
	service.answers[list] = respondJson(listOf('a', 'b'));
	const { store, poller } = poll(service);
	await until(() => store.get().downloads.list.length === 2);
	const first = store.get().downloads;
	poller.refresh(['downloads']);
	await until(() => store.get().downloads.at !== first.at);
	const second = store.get().downloads;
	expect(second).toEqual({ ...first, at: second.at });
	expect(second.list).toBe(first.list);
	expect(second.totals).toBe(first.totals);
	service.answers[list] = respondJson(listOf('a', 'b', 'c'));
	await until(() => store.get().downloads.list.length === 3);
	expect(store.get().downloads.list[1]).toBe(first.list[1]);
});
