import { median, quantile, sum } from '../statistics.ts';
import { type Setting, type Subject, seriesNames } from '../subject.ts';
import type { IdleResult } from './idle.ts';
import type { SeriesResult } from './press.ts';
import { type Measured, measureSubject } from './subject.ts';

/**
 * Measures programs in alternating rounds, so that changes of the machine's speed concern all of them. The order of the
 * programs changes with each round.
 */
export async function measureInRounds(
	subjects: readonly Subject[],
	setting: Setting,
	rounds: number,
): Promise<Measured[]> {
	const measured = new Map<Subject, Measured[]>(subjects.map((subject) => [subject, []]));
	for (let round = 0; round < rounds; round++) {
		for (const subject of round % 2 === 0 ? subjects : subjects.toReversed())
			measured.get(subject)?.push(await measureSubject(subject, setting));
	}
	return [...measured.values()].map(combineRounds);
}

/** Returns one result for several rounds: times of all presses together, and medians of the rounds. Throws without a round. */
export function combineRounds(rounds: readonly Measured[]): Measured {
	const [first] = rounds;
	if (!first) throw new Error('no round was measured');
	const middle = (read: (one: Measured) => number) => median(rounds.map(read).filter(Number.isFinite));
	const series: { -readonly [Name in keyof Measured['series']]: Measured['series'][Name] } = {};
	for (const name of seriesNames) {
		const results = rounds.flatMap((one) => one.series[name] ?? []);
		if (results.length > 0) series[name] = combineSeries(results);
	}
	return {
		...first,
		start: {
			painted: middle(({ start }) => start.painted),
			listed: middle(({ start }) => start.listed),
			whole: middle(({ start }) => start.whole),
			afterAnswer: middle(({ start }) => start.afterAnswer),
		},
		series,
		idle: combineIdle(rounds.map(({ idle }) => idle)),
		peakMemory: middle(({ peakMemory }) => peakMemory),
		lag: middle(({ lag }) => lag),
		lagOnSlowLink: middle(({ lagOnSlowLink }) => lagOnSlowLink),
		failures: [...new Set(rounds.flatMap(({ failures }) => failures))],
		rounds,
	};
}

function combineSeries(results: readonly SeriesResult[]): SeriesResult {
	const total = (read: (one: SeriesResult) => number) => sum(results.map(read));
	const times = results.flatMap((one) => one.times);
	const presses = total((one) => one.presses);
	const perPress = (read: (one: SeriesResult) => number) =>
		total((one) => read(one) * one.presses) / Math.max(1, presses);
	return {
		presses,
		silent: total((one) => one.silent),
		unchanged: total((one) => one.unchanged),
		times,
		p50: median(times),
		p99: quantile(times, 0.99),
		bytes: median(results.map(({ bytes }) => bytes).filter(Number.isFinite)),
		cpuGross: perPress(({ cpuGross }) => cpuGross),
		interval: perPress(({ interval }) => interval),
		fullClears: total(({ fullClears }) => fullClears),
		blankFrames: total(({ blankFrames }) => blankFrames),
	};
}

function combineIdle(results: readonly IdleResult[]): IdleResult {
	const middle = (read: (one: IdleResult) => number) => median(results.map(read).filter(Number.isFinite));
	return {
		bytesPerSecond: middle(({ bytesPerSecond }) => bytesPerSecond),
		bytesPerCell: middle(({ bytesPerCell }) => bytesPerCell),
		cellsPerSecond: middle(({ cellsPerSecond }) => cellsPerSecond),
		cpu: middle(({ cpu }) => cpu),
		fullClears: sum(results.map(({ fullClears }) => fullClears)),
		blankFrames: sum(results.map(({ blankFrames }) => blankFrames)),
		memory: middle(({ memory }) => memory),
	};
}
