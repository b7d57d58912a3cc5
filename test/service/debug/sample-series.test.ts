import { expect, test } from 'vitest';
import { defaultResolutions, SampleSeries } from '../../../source/service/debug/sample-series.ts';

const sample = (time: number, cpu: number, memory: number) => ({
	time,
	cpu: { service: cpu, engine: 0 },
	memory: { service: memory, engine: 1 },
});

test('SampleSeries merges older samples: the mean of the processor time, the peak of the memory', () => {
	const series = new SampleSeries([
		{ interval: 2, length: 6 },
		{ interval: 10, length: 2 },
	]);
	for (let at = 0; at < 10; at++) series.add(sample(at * 2, at, at === 3 ? 99 : at));
	// 0 to 8 s are merged.
	const recent = [5, 6, 7, 8, 9].map((at) => sample(at * 2, at, at));
	expect(series.list()).toEqual([sample(8, 2, 99), ...recent]);
	for (let at = 10; at < 100; at++) series.add(sample(at * 2, at, at));
	expect(series.list().length).toBeLessThanOrEqual(8);
});

test('SampleSeries keeps several hours in a bounded number of samples', () => {
	const series = new SampleSeries();
	const day = 24 * 3600;
	for (let time = 0; time < day; time += 2) series.add(sample(time, 1, time));
	const list = series.list();
	const most = defaultResolutions.reduce((sum, { length }) => sum + length, 0);
	expect(list.length).toBeLessThanOrEqual(most);
	expect(day - (list[0]?.time ?? 0)).toBeGreaterThan(10 * 3600);
	expect(list.map(({ time }) => time)).toEqual(list.map(({ time }) => time).sort((a, b) => a - b));
	// The last ten minutes have the full resolution.
	expect(list.filter(({ time }) => time >= day - 600)).toHaveLength(300);
});

test('SampleSeries keeps a gap in which nothing was sampled', () => {
	const series = new SampleSeries([
		{ interval: 2, length: 1 },
		{ interval: 10, length: 10 },
	]);
	for (const time of [0, 2, 100, 102, 104]) series.add(sample(time, 0, 0));
	expect(series.list().map(({ time }) => time)).toEqual([2, 102, 104]);
});
