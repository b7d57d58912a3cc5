import { describe, expect, it } from 'vitest';
import { type QueueEntry, type QueueLimits, schedule } from '../../../source/service/queue/schedule.ts';

const entry = (infohash: string, more: Partial<QueueEntry> = {}): QueueEntry => ({
	infohash,
	role: 'download',
	isRunning: false,
	isStalled: false,
	isForced: false,
	...more,
});

const limits = (activeDownloads: number, activeSeeds = 0): QueueLimits => ({ activeDownloads, activeSeeds });
const slots = (entries: readonly QueueEntry[], given: QueueLimits) => [...schedule(entries, given)];

describe('schedule', () => {
	it('gives slots to the first downloads of the queue', () => {
		const entries = ['a', 'b', 'c'].map((name) => entry(name));
		expect(slots(entries, limits(2))).toEqual(['a', 'b']);
		expect(slots(entries, limits(0))).toEqual(['a', 'b', 'c']);
	});

	it('counts seeds apart from downloads', () => {
		const entries = [entry('a', { role: 'seed' }), entry('b'), entry('c', { role: 'seed' }), entry('d')];
		expect(slots(entries, limits(1, 1))).toEqual(['a', 'b']);
		expect(slots(entries, limits(0, 1))).toEqual(['a', 'b', 'd']);
	});

	it('does not count a stalled download, which keeps its slot', () => {
		const entries = [entry('a', { isRunning: true, isStalled: true }), entry('b'), entry('c')];
		expect(slots(entries, limits(1))).toEqual(['a', 'b']);
	});

	it('takes the slot of the last download when a stalled one moves data again', () => {
		const entries = [entry('a', { isRunning: true }), entry('b', { isRunning: true })];
		expect(slots(entries, limits(1))).toEqual(['a']);
	});

	it('always gives a forced download a slot and counts it', () => {
		const entries = [entry('a'), entry('b'), entry('c', { isForced: true })];
		expect(new Set(slots(entries, limits(2)))).toEqual(new Set(['a', 'c']));
		expect(slots(entries, limits(1))).toEqual(['c']);
	});

	it('never gives more counted slots than allowed, and wastes none', () => {
		for (let seed = 1; seed <= 500; seed++) {
			const next = randomFrom(seed);
			const entries = randomEntries(next);
			const given = limits(next(4), next(4));
			const running = schedule(entries, given);
			for (const role of ['download', 'seed'] as const) {
				const limit = role === 'download' ? given.activeDownloads : given.activeSeeds;
				const own = entries.filter((each) => each.role === role);
				const counted = own.filter(
					({ infohash, isStalled, isRunning }) => running.has(infohash) && !(isStalled && isRunning),
				);
				const forced = own.filter(({ isForced, isStalled }) => isForced && !isStalled).length;
				const waiting = own.filter(({ infohash }) => !running.has(infohash)).length;
				if (limit === 0) expect(waiting).toBe(0);
				else expect(counted.length).toBeLessThanOrEqual(Math.max(limit, forced));
				if (waiting > 0) expect(counted.length).toBeGreaterThanOrEqual(limit);
			}
		}
	});

	it('gives the same slots again after they took effect', () => {
		for (let seed = 1; seed <= 500; seed++) {
			const next = randomFrom(seed);
			const entries = randomEntries(next);
			const given = limits(next(4), next(4));
			const first = schedule(entries, given);
			const after = entries.map((each) => {
				const isRunning = first.has(each.infohash);
				return { ...each, isRunning, isStalled: each.isStalled && isRunning };
			});
			expect([...schedule(after, given)].sort()).toEqual([...first].sort());
		}
	});

	it('gives every download a slot when those before it complete or stall', () => {
		for (let seed = 1; seed <= 50; seed++) {
			const next = randomFrom(seed);
			let entries: readonly QueueEntry[] = Array.from({ length: 20 }, (_, at) => entry(`${at}`));
			const given = limits(1 + next(3));
			const served = new Set<string>();
			for (let step = 0; step < 60; step++) {
				const running = schedule(entries, given);
				for (const infohash of running) served.add(infohash);
				entries = entries.map((each) => {
					const isRunning = running.has(each.infohash);
					const isStalled = isRunning && (each.isStalled || next(2) === 0);
					return { ...each, isRunning, isStalled, ...(isRunning && next(3) === 0 ? { role: 'seed' } : {}) };
				});
			}
			expect(served.size).toBe(20);
		}
	});
});

function randomEntries(next: (below: number) => number): QueueEntry[] {
	return Array.from({ length: next(12) }, (_, at) => {
		const isRunning = next(2) === 0;
		return entry(`${at}`, {
			role: next(2) === 0 ? 'seed' : 'download',
			isRunning,
			isStalled: isRunning && next(3) === 0,
			isForced: next(6) === 0,
		});
	});
}

/** Returns a generator of whole numbers (mulberry32). The same seed gives the same numbers. */
function randomFrom(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
	};
}
