import { expect, test } from 'vitest';
import {
	columnsOf,
	isGapAfter,
	MAX_HISTORY,
	mergeHistory,
	type Sample,
	samplesOf,
	statisticsOf,
} from '../../../../source/tui/panes/debug/history.ts';
import { noSeries, serviceTime } from '../../../../source/tui/panes/debug/sections/load/slice.ts';

/** Returns samples at these seconds. */
const at = (...seconds: readonly number[]): readonly Sample[] =>
	seconds.map((second) => ({ at: second * 1_000, value: second }));

const every = (step: number, from: number, to: number) =>
	at(...Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step));

test('samplesOf sorts samples and drops invalid ones', () => {
	const rows = [
		{ time: 2.5, cpu: 1 },
		{ time: 1, cpu: 0 },
		{ cpu: 3 },
		{ time: 3 },
		{ time: 4, cpu: -1 },
		{ time: Number.NaN, cpu: 1 },
	];
	expect(samplesOf(rows, ({ cpu }) => cpu)).toEqual([
		{ at: 1_000, value: 0 },
		{ at: 2_500, value: 1 },
	]);
});

test('mergeHistory keeps samples that a restarted service has forgotten, within a limit', () => {
	expect(mergeHistory(at(1, 2, 3), at(3, 4))).toEqual(at(1, 2, 3, 4));
	expect(mergeHistory(at(1, 2), at(90))).toEqual(at(1, 2, 90));
	expect(mergeHistory(at(1, 2), [])).toEqual(at(1, 2));
	expect(mergeHistory(every(1, 0, MAX_HISTORY), at(MAX_HISTORY + 1))).toHaveLength(MAX_HISTORY);
});

test('isGapAfter finds an interval that is longer than usual', () => {
	const samples = [...every(5, 0, 50), ...every(5, 170, 200)];
	const gaps = samples.flatMap((_, index) => (isGapAfter(samples, index) ? [index] : []));
	expect(gaps).toEqual([10]);
});

test('isGapAfter takes a lower resolution of older samples for no gap', () => {
	const samples = [...every(60, 0, 600), ...every(10, 610, 700), ...every(2, 702, 740)];
	expect(samples.some((_, index) => isGapAfter(samples, index))).toBe(false);
});

test('columnsOf shows the greatest value of a column, interpolates, and leaves gaps open', () => {
	const samples = [...every(5, 0, 50), ...every(5, 170, 200)];
	const { values, length } = columnsOf(samples, { end: 200_000, length: 200_000 }, { count: 20 });
	expect(length).toBe(200_000);
	expect(values[1]).toBe(15);
	expect(values.slice(6, 16).every(Number.isNaN)).toBe(true);
	expect(values.slice(17, 20)).toEqual([175, 185, 195]);
	const sparse = columnsOf(at(0, 60), { end: 60_000, length: 60_000 }, { count: 6 });
	expect(sparse.values.slice(1)).toEqual([15, 25, 35, 45, 55]);
});

test('columnsOf has the same columns until the next cell is full', () => {
	const samples = every(1, 0, 400);
	const values = (end: number, across: number) =>
		columnsOf(samples, { end: end * 1_000, length: 100_000 }, { count: 10, across }).values;
	expect(values(309, 1)).toEqual(values(300, 1));
	expect(values(310, 1)).not.toEqual(values(300, 1));
	expect(values(319, 2)).toEqual(values(300, 2));
	expect(values(320, 2)).not.toEqual(values(300, 2));
});

test('columnsOf begins with the first sample, and fills at least half of its columns with a short history', () => {
	const window = { end: 600_000, length: 600_000 };
	for (let first = 580; first >= 0; first -= 20) {
		const { values, length } = columnsOf(every(1, first, 600), window, { count: 60 });
		expect(values.length).toBeGreaterThanOrEqual(Math.min(30, Math.floor((600 - first) / 1.25)));
		expect(values.some(Number.isNaN)).toBe(false);
		expect(Math.abs(length - (600 - first) * 1_000)).toBeLessThanOrEqual(10_000);
	}
});

test('statisticsOf reports current, mean and peak of a window, and no stale current value', () => {
	const samples = every(5, 0, 100);
	const window = { end: 100_000, length: 50_500 };
	expect(statisticsOf(samples, window, 100_000)).toEqual({
		current: 100,
		mean: 75,
		peak: { at: 100_000, value: 100 },
	});
	expect(statisticsOf(samples, window, 130_000)?.current).toBeUndefined();
	expect(statisticsOf(samples, { end: 900_000, length: 1_000 }, 900_000)).toBeUndefined();
});

test('serviceTime goes on while the service does not answer, whatever its clock', () => {
	const series = { ...noSeries, samples: at(3_600), at: 1_000 };
	expect(serviceTime(series, 1_000)).toBe(3_600_000);
	expect(serviceTime(series, 31_000)).toBe(3_630_000);
});
