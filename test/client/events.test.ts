import type { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../source/client/client.ts';
import {
	type FollowOptions,
	followEvents,
	readEvents,
	type StreamReport,
} from '../../source/client/events.ts';
import { UnreachableError } from '../../source/client/http/errors.ts';
import { closedPort } from '../../source/demo/closed-port.ts';
import { answering, type Handler, serve } from './server.ts';

/** Follows the events of a server until the test ends. */
async function follow(handler: Handler, options: Partial<FollowOptions> = {}) {
	const server = await serve(handler);
	return { ...followUrl(server.url, options), server };
}

function followUrl(url: string, options: Partial<FollowOptions> = {}) {
	const client = createClient({ url, apiKey: 'k' });
	const controller = new AbortController();
	const reports: StreamReport[] = [];
	const waiting = new Set<() => void>();
	const done = followEvents(client, {
		signal: controller.signal,
		minDelay: 2,
		maxDelay: 20,
		report: (report) => {
			reports.push(report);
			for (const look of waiting) look();
		},
		...options,
	});
	onTestFinished(async () => {
		controller.abort();
		await done.catch(() => {});
		await client.close();
	});
	return {
		reports,
		done,
		stop: () => controller.abort(),
		/** Resolves when there are `count` reports of a kind. */
		until: (kind: StreamReport['kind'], count: number) =>
			new Promise<void>((resolve) => {
				const look = () => {
					if (reports.filter((report) => report.kind === kind).length >= count) {
						waiting.delete(look);
						resolve();
					}
				};
				waiting.add(look);
				look();
			}),
	};
}

const start = 'data: {"type":"events_start","event":{"version":"7.11.0"}}\n\n';

function open(response: ServerResponse): void {
	response.writeHead(200, { 'content-type': 'text/event-stream' });
}

test('followEvents reports events as sent, in order, from a connection that stays open', async () => {
	let connection: ServerResponse | undefined;
	const { reports, until, server } = await follow((_, response) => {
		open(response);
		connection = response;
		response.write(start);
	});
	await until('event', 1);
	connection?.write('event: torrent_finished\ndata: {"infohash":"ab","na');
	connection?.write('me":"n"}\n\n: nothing\n\noops\n{"type":"new_one","event":[1]}\n');
	await until('event', 3);
	expect(reports).toEqual([
		{ kind: 'open' },
		{ kind: 'event', event: { type: 'events_start', payload: { version: '7.11.0' } } },
		{ kind: 'event', event: { type: 'torrent_finished', payload: { infohash: 'ab', name: 'n' } } },
		{ kind: 'fault', fault: 'unknown line: oops' },
		{ kind: 'event', event: { type: 'unknown', name: 'new_one', payload: [1] } },
	]);
	expect(server.requests).toHaveLength(1);
	expect(server.requests[0]).toMatchObject({ method: 'GET', path: '/events' });
	expect(server.requests[0]?.headers['x-api-key']).toBe('k');
	expect(server.requests[0]?.headers.accept).toContain('text/event-stream');
});

test('followEvents reads an event with a number of 300,000 digits at once', async () => {
	const digits = `0.1${'0'.repeat(300_000)}1`;
	const { reports, until } = await follow((_, response) => {
		open(response);
		response.write(`data: {"type":"market_new","event":{"amount":${digits}}}\n\n${start}`);
	});
	await until('event', 2);
	expect(reports[1]).toMatchObject({ event: { payload: { amount: { text: digits } } } });
}, 10_000);

describe('followEvents after a loss', () => {
	test.each([
		['ends the stream', (response: ServerResponse) => void response.end()],
		[
			'drops the connection',
			(response: ServerResponse) => void response.write(start, () => response.destroy()),
		],
	])('reconnects when the service %s', async (_, lose) => {
		let connections = 0;
		const { reports, until, server } = await follow((_, response) => {
			open(response);
			connections += 1;
			if (connections < 4) lose(response);
			else response.write(start);
		});
		await until('open', 4);
		await until('lost', 3);
		const last = reports.map(({ kind }) => kind).filter((kind) => kind !== 'event');
		expect(last).toEqual(['open', 'lost', 'open', 'lost', 'open', 'lost', 'open']);
		for (const report of reports)
			if (report.kind === 'lost') expect(report.error).toBeInstanceOf(UnreachableError);
		expect(server.requests).toHaveLength(4);
	});

	test('waits longer each time, up to a limit, with jitter', async () => {
		const { reports, until } = await follow((_, response) => response.destroy(), {
			minDelay: 2,
			maxDelay: 16,
		});
		await until('lost', 7);
		const waits = reports.flatMap((report) => (report.kind === 'lost' ? [report.retryIn] : []));
		for (const [index, wait] of waits.entries()) {
			const ceiling = Math.min(16, 2 * 2 ** index);
			expect(wait).toBeGreaterThanOrEqual(ceiling / 2);
			expect(wait).toBeLessThanOrEqual(ceiling);
		}
		expect(new Set(waits).size).toBeGreaterThan(1);
	});

	test('shortens the delay after an event, but not after a mere connection', async () => {
		let connections = 0;
		const { reports, until } = await follow(
			(_, response) => {
				open(response);
				connections += 1;
				response.end(connections === 5 ? start : '');
			},
			{ minDelay: 2, maxDelay: 1000 },
		);
		await until('lost', 6);
		const waits = reports.flatMap((report) => (report.kind === 'lost' ? [report.retryIn] : []));
		expect(waits[3]).toBeGreaterThanOrEqual(8);
		expect(waits[4]).toBeLessThanOrEqual(2);
	});

	test.each([
		['refuses connections', undefined],
		['answers 500', answering(500, { error: 'boom' })],
		['redirects', ((_, response) => response.writeHead(302).end()) satisfies Handler],
	])('keeps trying while the service %s', async (_, handler) => {
		const following = handler ? await follow(handler) : followUrl(`http://127.0.0.1:${await closedPort()}`);
		await following.until('lost', 3);
		expect(following.reports.map(({ kind }) => kind).slice(0, 3)).toEqual(['lost', 'lost', 'lost']);
	});
});

test.each([
	[401, { error: 'Unauthorized access' }, 'unauthorized'],
	[404, {}, 'not-found'],
])('followEvents treats a %d as final', async (status, body, kind) => {
	const { reports, done, server } = await follow(answering(status, body));
	await done;
	expect(reports).toEqual([
		{ kind: 'lost', error: expect.objectContaining({ kind }), retryIn: Number.POSITIVE_INFINITY },
	]);
	expect(server.requests).toHaveLength(1);
});

describe('followEvents ends without a report when it is aborted', () => {
	test('while it listens', async () => {
		const { reports, until, stop, done } = await follow((_, response) => {
			open(response);
			response.write(start);
		});
		await until('event', 1);
		stop();
		await done;
		expect(reports.map(({ kind }) => kind)).toEqual(['open', 'event']);
	});

	test('while it waits to reconnect', async () => {
		const { reports, until, stop, done } = await follow((_, response) => response.destroy(), {
			minDelay: 1_000_000,
			maxDelay: 1_000_000,
		});
		await until('lost', 1);
		stop();
		await done;
		expect(reports).toHaveLength(1);
	});

	test('while it connects', async () => {
		let arrived = () => {};
		const arrival = new Promise<void>((resolve) => {
			arrived = resolve;
		});
		const { reports, stop, done } = await follow(() => arrived());
		await arrival;
		stop();
		await done;
		expect(reports).toEqual([]);
	});
});

test.each(['open', 'event', 'fault', 'lost'])(
	'an exception in the listener for %j is no loss of the connection',
	async (kind) => {
		const { done } = await follow(
			(_, response) => {
				open(response);
				response.end(`${start}oops\n`);
			},
			{
				report: (report) => {
					if (report.kind === kind) throw new Error('a mistake of ours');
				},
			},
		);
		await expect(done).rejects.toThrow('a mistake of ours');
	},
);

test('a directly read stream ends with its connection, and closes it when reading stops', async () => {
	let closed = () => {};
	const closing = new Promise<void>((resolve) => {
		closed = resolve;
	});
	let connections = 0;
	const server = await serve((_, response) => {
		open(response);
		connections += 1;
		if (connections === 1) response.end(start);
		else {
			response.on('close', () => closed());
			response.write(start);
		}
	});
	const client = createClient({ url: server.url });
	onTestFinished(() => client.close());
	const { signal } = new AbortController();
	const all = [];
	for await (const event of readEvents(client, signal)) all.push(event.type);
	expect(all).toEqual(['events_start']);
	for await (const event of readEvents(client, signal)) {
		expect(event.type).toBe('events_start');
		break;
	}
	await closing;
});

test('followEvents yields to other work during a flood of events', async () => {
	const many = 300;
	const flood = 'data: {"type":"torrent_finished","event":{"infohash":"a","name":"n"}}\n\n'.repeat(many);
	let events = 0;
	let eventsAtTurn = 0;
	const { done, stop } = await follow(
		(_, response) => {
			response.writeHead(200, { 'content-type': 'text/event-stream' });
			response.write(flood);
		},
		{
			report: ({ kind }) => {
				if (kind !== 'event') return;
				if (++events === 1) {
					setImmediate(() => {
						eventsAtTurn = events;
					});
				}
				// Blocks for about the time of a frame.
				for (const began = performance.now(); performance.now() - began < 1; );
				if (events === many) stop();
			},
		},
	);
	await done;
	expect(events).toBe(many);
	expect(eventsAtTurn).toBeGreaterThan(0);
	expect(eventsAtTurn).toBeLessThan(many);
});
