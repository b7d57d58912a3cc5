import { randomInt } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { EnginePhase, EngineStatus } from '../../../source/service/engine/port.ts';
import { Queue } from '../../../source/service/queue/queue.ts';
import {
	inQueueOrder,
	movedTo,
	placesOf,
	type QueueTarget,
} from '../../../source/service/queue/queue-order.ts';
import type { QueueLimits } from '../../../source/service/queue/schedule.ts';
import type { DownloadRecord } from '../../../source/service/storage/record.ts';
import { blankRecord } from '../../programs/blank-record.ts';
import { idleStatus } from '../../programs/engine-status.ts';

let now: number;
let limits: QueueLimits;
let records: DownloadRecord[];
let live: Map<string, EngineStatus>;
let calls: string[];
let queue: Queue;

/** Reports traffic of a download as the engine does. */
function report(infohash: string, downloaded: number, phase: EnginePhase = 'downloading'): void {
	live.set(infohash, { ...idleStatus(infohash), phase, downloaded });
}

const waiting = () =>
	records
		.filter(({ queued }) => queued)
		.map(({ infohash }) => infohash)
		.join('');
const record = (infohash: string) => {
	const found = records.find((each) => each.infohash === infohash);
	if (!found) throw new Error(`No record has the infohash ${infohash}.`);
	return found;
};

beforeEach(() => {
	now = 0;
	limits = { activeDownloads: 1, activeSeeds: 0 };
	records = ['a', 'b', 'c'].map(blankRecord);
	live = new Map();
	calls = [];
	queue = new Queue({
		downloads: {
			get records() {
				return records;
			},
			get size() {
				return records.length;
			},
			live: (infohash) => live.get(infohash),
			setQueued: (each, queued) => {
				each.queued = queued;
			},
			saveQueuePositions: (positions) => {
				for (const [each, position] of positions) each.queuePosition = position;
			},
		},
		engine: {
			startDownload: async ({ infohash }) => {
				calls.push(`start ${infohash}`);
			},
			stopDownload: async ({ infohash }) => {
				calls.push(`stop ${infohash}`);
				live.delete(infohash);
			},
		},
		limits: () => limits,
		now: () => now,
	});
});

describe('queue', () => {
	test('saves few positions, and keeps every order of 300 downloads', () => {
		records = Array.from({ length: 300 }, (_, index) => blankRecord(`${index}`));
		for (const [index, each] of records.entries())
			if (index % 3 === 0) Object.assign(each, { totalPieces: 1, progress: 1 });
		const targets = ['queue_top', 'queue_up', 'queue_down', 'queue_bottom'] as const;
		let saved = 0;
		for (let step = 0; step < 2_000; step++) {
			const each = records[randomInt(records.length)];
			if (!each) continue;
			const target = randomInt(5) === 0 ? randomInt(300) : (targets[randomInt(4)] ?? 0);
			const expected = movedTo(inQueueOrder(records), each, target);
			const before = new Map(records.map((one) => [one, one.queuePosition]));
			queue.move(each, target);
			expect(inQueueOrder(records)).toEqual(expected);
			saved += records.filter((one) => one.queuePosition !== before.get(one)).length;
		}
		expect(saved).toBeLessThan(20_000);
	});

	test('runs the first downloads, and starts all without limits', () => {
		queue.decide();
		expect(waiting()).toBe('bc');
		limits = { activeDownloads: 0, activeSeeds: 0 };
		queue.decide();
		expect(waiting()).toBe('');
		expect(calls).toEqual(['stop b', 'stop c', 'start b', 'start c']);
	});

	test('starts another download after a minute without traffic, and stops it when the first one revives', () => {
		queue.decide();
		report('a', 5);
		queue.decide();
		now = 59_000;
		queue.decide();
		expect(waiting()).toBe('bc');
		now = 60_000;
		queue.decide();
		expect(waiting()).toBe('c');
		report('b', 1);
		report('a', 6);
		queue.decide();
		expect(waiting()).toBe('bc');
		calls.length = 0;
		for (now = 61_000; now < 119_000; now += 1_000) queue.decide();
		expect(calls).toEqual([]);
	});

	test('does not take a check for a stall', () => {
		report('a', 0, 'checking');
		for (now = 0; now < 200_000; now += 10_000) queue.decide();
		expect(waiting()).toBe('bc');
	});

	test('starts the next download when one is complete, stopped, or has an error', () => {
		queue.decide();
		report('a', 9, 'seeding');
		queue.decide();
		expect(waiting()).toBe('c');
		record('b').error = 'The disk is full.';
		queue.decide();
		expect(waiting()).toBe('');
	});

	test('keeps a forced download running', () => {
		queue.decide();
		record('c').forced = true;
		queue.decide();
		expect(waiting()).toBe('ab');
	});

	test.each<[QueueTarget, string]>([
		['queue_top', 'cab'],
		['queue_up', 'acb'],
		['queue_down', 'abc'],
		['queue_bottom', 'abc'],
		[0, 'cab'],
		[1, 'acb'],
		[99, 'abc'],
	])('moves the last download by %o', (target, order) => {
		queue.move(record('c'), target);
		const places = placesOf(records);
		const ordered = records.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
		expect(ordered.map(({ infohash }) => infohash).join('')).toBe(order);
		expect(waiting()).toBe([...order].slice(1).toSorted().join(''));
	});

	test('moves a download past complete ones, which have an order of their own', () => {
		record('b').progress = 1;
		queue.move(record('c'), 'queue_up');
		const places = placesOf(records);
		expect(records.map((each) => places.get(each))).toEqual([1, 0, 0]);
	});
});
