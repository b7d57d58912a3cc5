/** A value at a time. */
export interface Sample {
	/** Unix ms, by the clock of the service. */
	readonly at: number;
	readonly value: number;
}

/** Maximum number of samples. seedtop has 1,400 for 13 hours. */
export const MAX_HISTORY = 20_000;

/** Returns the valid samples of an answer, in their order in time. `time`: Unix seconds. */
export function samplesOf<Row extends { readonly time?: number | undefined }>(
	rows: readonly Row[],
	read: (row: Row) => number | undefined,
): readonly Sample[] {
	return rows
		.flatMap((row): Sample[] => {
			const [at, value] = [(row.time ?? Number.NaN) * 1_000, read(row) ?? Number.NaN];
			return Number.isFinite(at) && Number.isFinite(value) && value >= 0 ? [{ at, value }] : [];
		})
		.sort((one, other) => one.at - other.at);
}

/**
 * Returns the history after an answer. Samples before its first one are kept: a service that restarts forgets them.
 * A service with a limited history drops its oldest ones.
 */
export function mergeHistory(before: readonly Sample[], answer: readonly Sample[]): readonly Sample[] {
	const [first] = answer;
	if (!first) return before;
	return [...before.filter(({ at }) => at < first.at), ...answer].slice(-MAX_HISTORY);
}

/** Shorter intervals are never gaps, ms. */
const MIN_GAP_MS = 15_000;
/** An interval is a gap if it is this many times longer than usual. */
const GAP_FACTOR = 2.5;
/** Number of intervals on each side that define the usual one. */
const NEIGHBORS = 5;

/** Whether samples are missing between the sample of this index and the next one: the service did not run. */
export function isGapAfter(samples: readonly Sample[], index: number): boolean {
	const interval = intervalAfter(samples, index);
	if (!(interval > MIN_GAP_MS)) return false;
	const before = medianInterval(samples, index - NEIGHBORS, index);
	const after = medianInterval(samples, index + 1, index + 1 + NEIGHBORS);
	// Older samples may have a lower resolution than newer ones.
	const usual = Math.max(before ?? 0, after ?? 0);
	return usual > 0 && interval > GAP_FACTOR * usual;
}

function intervalAfter(samples: readonly Sample[], index: number): number {
	return (samples[index + 1]?.at ?? Number.NaN) - (samples[index]?.at ?? Number.NaN);
}

/** Returns the median interval after the samples from `from` to `to`; undefined if there is none. */
function medianInterval(samples: readonly Sample[], from: number, to: number): number | undefined {
	const intervals: number[] = [];
	for (let index = Math.max(0, from); index < Math.min(to, samples.length - 1); index++)
		intervals.push(intervalAfter(samples, index));
	return intervals.sort((one, other) => one - other)[intervals.length >> 1];
}

/** The part of a history that a graph shows, ms. */
export interface Window {
	readonly end: number;
	readonly length: number;
}

/** Returns the samples in a window. */
function samplesIn(samples: readonly Sample[], { end, length }: Window): readonly Sample[] {
	return samples.filter(({ at }) => at > end - length && at <= end);
}

/** Columns of a graph. */
interface TimeColumns {
	/** The greatest sample in each column, the newest last; NaN if it is unknown. */
	readonly values: readonly number[];
	/** The time that they cover, ms. */
	readonly length: number;
}

interface ColumnsOfGraph {
	/** Maximum number of columns, and columns of a cell. */
	readonly count: number;
	readonly across?: number;
	/** Time of the first sample of the graph, Unix ms. Default: that of these samples. */
	readonly from?: number;
}

/** Minimum time of a column, ms. */
const MIN_COLUMN_MS = 1_000;

/**
 * Returns the columns of a graph. A column between two samples is interpolated; NaN in a gap, and long after the last
 * sample. The graph begins with the first sample: a short history has columns of less time. Cells start at multiples of
 * their length and only full ones are returned, so the graph changes only when a cell is full.
 */
export function columnsOf(
	samples: readonly Sample[],
	window: Window,
	{ count, across = 1, from = samples[0]?.at ?? window.end }: ColumnsOfGraph,
): TimeColumns {
	if (count < 1 || samples.length === 0) return { values: [], length: 0 };
	const step = columnTime(window, Math.max(0, window.end - from), count);
	const cell = step * across;
	const end = Math.floor(window.end / cell) * cell;
	const start = Math.max(Math.floor(from / cell) * cell, end - count * step);
	const columns = Math.max(0, Math.round((end - start) / step));
	const greatest = new Float64Array(columns).fill(Number.NaN);
	for (const { at, value } of samples) {
		const column = Math.floor((at - start) / step);
		if (column < 0 || column >= columns) continue;
		if (!((greatest[column] ?? 0) >= value)) greatest[column] = value;
	}
	let next = 0;
	const values = Array.from(greatest, (value, column) => {
		if (!Number.isNaN(value)) return value;
		const middle = start + (column + 0.5) * step;
		while (next < samples.length && (samples[next]?.at ?? 0) < middle) next++;
		return valueBetween(samples, next - 1, middle);
	});
	return { values, length: columns * step };
}

/** Returns the time of a column for a history of this length, ms. It is halved while the history fits. */
function columnTime({ length }: Window, history: number, count: number): number {
	let step = length / count;
	while (step / 2 >= MIN_COLUMN_MS && (step / 2) * count >= history) step /= 2;
	return step;
}

/** Returns the value at a time after the sample of this index, and before the next one. */
function valueBetween(samples: readonly Sample[], index: number, at: number): number {
	const [before, after] = [samples[index], samples[index + 1]];
	if (!before) return Number.NaN;
	if (!after) {
		const usual = medianInterval(samples, index - NEIGHBORS, index) ?? 0;
		return at - before.at <= Math.max(MIN_GAP_MS, GAP_FACTOR * usual) ? before.value : Number.NaN;
	}
	if (isGapAfter(samples, index)) return Number.NaN;
	return before.value + ((after.value - before.value) * (at - before.at)) / (after.at - before.at);
}

/** The values of a window. */
interface Statistics {
	/** The newest value; undefined if it is too old. */
	readonly current: number | undefined;
	readonly mean: number;
	readonly peak: Sample;
}

/** Returns the statistics of a window; undefined without samples. `now`: time of the service, Unix ms. */
export function statisticsOf(
	samples: readonly Sample[],
	window: Window,
	now: number,
): Statistics | undefined {
	const inside = samplesIn(samples, window);
	const [first] = inside;
	if (!first) return undefined;
	const peak = inside.reduce((most, sample) => (sample.value > most.value ? sample : most), first);
	const newest = valueBetween(samples, samples.length - 1, now);
	return {
		current: Number.isNaN(newest) ? undefined : newest,
		mean: meanOf(inside),
		peak,
	};
}

/** Returns the mean over time, because older samples may have a lower resolution. */
function meanOf(samples: readonly Sample[]): number {
	let [area, time] = [0, 0];
	for (const [index, { at, value }] of samples.entries()) {
		const after = samples[index + 1];
		if (!after || isGapAfter(samples, index)) continue;
		area += ((value + after.value) / 2) * (after.at - at);
		time += after.at - at;
	}
	if (time > 0) return area / time;
	return samples.reduce((sum, { value }) => sum + value, 0) / samples.length;
}
