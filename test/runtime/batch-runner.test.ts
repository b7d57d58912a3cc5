import { expect, test } from 'vitest';
import type { Client } from '../../source/client/client.ts';
import { batchText } from '../../source/runtime/batch-runner.ts';
import type { RequestBatch } from '../../source/state/batch/request.ts';
import type { State } from '../../source/state/core/state.ts';
import { couldNotFind } from '../contract/foreign/fault.ts';
import { until } from '../programs/until.ts';
import { openOn, respondJson, startService } from './service.ts';

function stopAll(infohashes: readonly string[]): RequestBatch<Client> {
	return {
		requests: infohashes.map((infohash) => ({
			send: (client) => client.changeDownload({ params: { infohash }, body: { state: 'stop' } }),
			doing: `Stopping ${infohash}`,
			infohash,
		})),
		doing: `Stopping ${infohashes.length} downloads`,
		did: 'Stopped',
		done: { level: 'info', text: `Stopped: ${infohashes.length} downloads` },
		stale: [],
	};
}

const names = (prefix: string, count: number) =>
	Array.from({ length: count }, (_, index) => `${prefix}${index}`);
const idle = ({ batches, pendingWrites }: State) => batches.running.length === 0 && pendingWrites === 0;

/** Starts a service that holds every PATCH until it is released. */
async function startHolding() {
	const service = await startService();
	const held: (() => void)[] = [];
	const counted = { open: 0, most: 0, all: 0 };
	for (const name of [...names('a', 30), ...names('b', 30)]) {
		service.answers[`PATCH /downloads/${name}`] = (response) => {
			counted.open++;
			counted.all++;
			counted.most = Math.max(counted.most, counted.open);
			held.push(() => {
				counted.open--;
				respondJson({ modified: true })(response);
			});
		};
	}
	return { service, held, counted };
}

test('two batches together have at most four requests in flight, and run concurrently', async () => {
	const { service, held, counted } = await startHolding();
	const { session, store, reached } = openOn(service.url);
	session.writeAll(stopAll(names('a', 30)));
	session.writeAll(stopAll(names('b', 30)));
	await until(() => counted.open === 4);
	while (counted.all < 24) {
		const before = counted.all;
		held.shift()?.();
		await until(() => counted.all > before);
	}
	await until(() => store.get().batches.running.every(({ ended }) => ended > 0));
	const releasing = setInterval(() => held.shift()?.(), 1);
	await reached(idle);
	clearInterval(releasing);
	expect(counted.most).toBe(4);
	expect(counted.all).toBe(60);
});

test('a single request does not wait for many slow ones', async () => {
	const { service, held, counted } = await startHolding();
	const { session, reached } = openOn(service.url);
	session.writeAll(stopAll(names('a', 30)));
	await until(() => counted.open === 4);
	service.answers['PATCH /downloads/single'] = respondJson({ modified: true });
	session.writeAll({ ...stopAll(['single']), done: { level: 'info', text: 'Stopped single' } });
	await reached(({ journal }) => journal.entries.some(({ text }) => text === 'Stopped single'));
	const releasing = setInterval(() => held.shift()?.(), 1);
	await reached(idle);
	clearInterval(releasing);
});

test('a cancelled batch sends no more requests, waits for the sent ones, and reports its progress', async () => {
	const { service, held, counted } = await startHolding();
	const { session, store, reached } = openOn(service.url);
	session.writeAll(stopAll(names('a', 30)));
	await until(() => counted.open === 4);
	store.dispatch({ type: 'batch', what: { type: 'cancel' } });
	for (const release of held.splice(0)) release();
	const { journal } = await reached(idle);
	expect(counted.all).toBe(4);
	expect(journal.notice).toMatchObject({
		level: 'warning',
		text: `${batchText.some('Stopped', 4, 30)}, ${batchText.cancelled}`,
	});
	expect(journal.notice?.doing).toBeUndefined();
});

test('a finished batch reports the numbers of successes and failures', async () => {
	const service = await startService();
	const { session, reached } = openOn(service.url);
	for (const name of names('a', 5))
		service.answers[`PATCH /downloads/${name}`] = respondJson({ modified: true });
	session.writeAll(stopAll(names('a', 5)));
	const all = await reached(idle);
	expect(all.journal.notice?.text).toBe('Stopped: 5 downloads');
	session.writeAll(stopAll([...names('a', 5), 'gone']));
	const { journal } = await reached((state) => idle(state) && state.journal.notice?.level === 'error');
	expect(journal.notice?.text).toBe(
		`${batchText.some('Stopped', 5, 6)}, ${batchText.failed(1, couldNotFind('/downloads/gone'))}`,
	);
});

test('thousands of failures are one notice, and each is listed with its download and reason', async () => {
	const service = await startService();
	const { session, states, reached } = openOn(service.url);
	session.writeAll(stopAll(names('gone', 1_200)));
	const state = await reached(idle);
	expect(state.batches.failures).toHaveLength(1_200);
	expect(new Set(state.batches.failures.map(({ infohash }) => infohash)).size).toBe(1_200);
	const reasons = state.batches.failures.map(({ infohash }) => couldNotFind(`/downloads/${infohash}`));
	expect(state.batches.failures.map(({ text }) => text)).toEqual(reasons);
	expect(state.journal.notice?.text).toBe(batchText.allFailed(1_200, reasons.at(-1) ?? ''));
	expect(state.journal.entries.length).toBeLessThan(200);
	// They are reported together, not one by one.
	expect(states.length).toBeLessThan(600);
});

test('a response that denies the change is a failure; removing a missing download is none', async () => {
	const service = await startService();
	service.answers['PATCH /downloads/a'] = respondJson({ modified: false, infohash: 'a' });
	service.answers['PATCH /downloads/b'] = respondJson({ infohash: 'b' });
	service.answers['DELETE /downloads/c'] = (response) => {
		response.writeHead(404, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ error: { handled: true, code: 'NotFound', message: 'it is gone' } }));
	};
	service.answers['DELETE /downloads/d'] = respondJson({ removed: false, infohash: 'd' });
	const { session, reached } = openOn(service.url);
	const removals = ['c', 'd'].map((infohash) => ({
		send: (client: Client) => client.removeDownload({ params: { infohash }, body: { remove_data: false } }),
		doing: `Removing ${infohash}`,
		infohash,
		isDoneIfMissing: true,
	}));
	const { requests, ...rest } = stopAll(['a', 'b']);
	session.writeAll({ ...rest, requests: [...requests, ...removals] });
	const ended = await reached((state) => idle(state) && state.batches.failures.length > 0);
	expect(ended.batches.failures.map(({ doing, text }) => `${doing}: ${text}`).toSorted()).toEqual([
		'Removing d: The service reports that it did not apply the request.',
		'Stopping a: The service reports that it did not apply the request.',
	]);
});
