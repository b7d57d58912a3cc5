import { expect, test } from 'vitest';
import { figures } from './figures.ts';
import type { SeriesResult } from './measure/press.ts';
import { combineRounds } from './measure/rounds.ts';
import type { Measured } from './measure/subject.ts';
import { ratioTo } from './report/tables.ts';
import { median } from './statistics.ts';

function keys(times: readonly number[]): SeriesResult {
	return {
		presses: times.length,
		silent: 0,
		unchanged: 0,
		times,
		p50: median(times),
		p99: Math.max(...times),
		bytes: 400,
		cpuGross: times.length,
		interval: 50,
		fullClears: 1,
		blankFrames: 0,
	};
}

function round(times: readonly number[], cpu = 1): Measured {
	return {
		subject: 'cockpit',
		downloads: 10_000,
		columns: 200,
		rows: 50,
		start: { painted: 90, listed: times[0] ?? Number.NaN, whole: Number.NaN, afterAnswer: Number.NaN },
		series: { key: keys(times) },
		idle: {
			bytesPerSecond: 300,
			bytesPerCell: 8,
			cellsPerSecond: 40,
			cpu,
			fullClears: 0,
			blankFrames: 1,
			memory: 100,
		},
		peakMemory: 140_000_000,
		lag: 2,
		lagOnSlowLink: 100,
		failures: ['it ended by itself'],
	};
}

const keyP50 = figures.find(({ id }) => id === 'key-p50');
if (!keyP50) throw new Error('there is no figure key-p50');

test('combineRounds pools the presses of all rounds and takes medians of the rest', () => {
	const combined = combineRounds([round([1, 2, 3], 1), round([10], 5), round([4, 4], 2)]);
	expect(combined.series.key).toMatchObject({ presses: 6, p50: 3.5, fullClears: 3, interval: 50 });
	// Each round counts by its presses: 3 of 3 ms, 1 of 1 ms, 2 of 2 ms.
	expect(combined.series.key?.cpuGross).toBeCloseTo(14 / 6);
	expect(combined.idle).toMatchObject({ cpu: 2, blankFrames: 3 });
	expect(combined.start.listed).toBe(4);
	expect(combined.failures).toEqual(['it ended by itself']);
	expect(combined.series.page).toBeUndefined();
});

test('ratioTo compares each round with the same round of the floor', () => {
	const cockpit = combineRounds([round([2]), round([30]), round([4])]);
	const floor = combineRounds([round([1]), round([10]), round([4])]);
	expect(ratioTo(keyP50, cockpit, floor)).toBe('2.00 (1.00 to 3.00)');
});

test('ratioTo shows one ratio for one round, and a dash without any', () => {
	expect(ratioTo(keyP50, round([3]), round([2]))).toBe('1.50');
	expect(ratioTo(keyP50, round([]), round([2]))).toBe('–');
});
