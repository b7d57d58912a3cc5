import { notSampled, type Sampled } from '../../../../../state/connection/sampled.ts';
import { sectionData } from '../../../../../state/surfaces/sections.ts';
import { mergeHistory, type Sample } from '../../history.ts';

/** A history of the service. */
export interface Series extends Sampled {
	readonly samples: readonly Sample[];
	/** The newest values of the processes, if the service reports them. */
	readonly processes: readonly (readonly [process: string, value: number])[];
}

/** CPU and memory of the service. */
export interface LoadSlice {
	readonly cpu: Series;
	readonly memory: Series;
	/** Index in `windows`. */
	readonly window: number;
	/** Whether graphs are drawn with blocks instead of dots. */
	readonly hasBlocks: boolean;
}

declare module '../../../../../state/surfaces/sections.ts' {
	interface SectionSlices {
		'debug-load': LoadSlice;
	}
}

const minutes = (count: number) => count * 60_000;

/** Lengths of the visible time, ms. */
export const windows: readonly number[] = [1, 2, 5, 10, 30, 60, 180, 360, 720, 1440].map(minutes);

export const noSeries: Series = { ...notSampled, samples: [], processes: [] };

export const load = sectionData('debug-load', {
	cpu: noSeries,
	memory: noSeries,
	window: windows.indexOf(minutes(10)),
	hasBlocks: false,
});

/** Returns a series after an answer. `at`: its arrival, Unix ms. */
export function takeSeries(
	series: Series,
	answer: readonly Sample[],
	processes: Series['processes'],
	at: number,
): Series {
	return { at, failure: undefined, samples: mergeHistory(series.samples, answer), processes };
}

/**
 * Returns the time by the clock of the service, Unix ms: that of its newest sample, and the time since the last answer.
 * The clocks of service and cockpit may differ.
 */
export function serviceTime({ samples, at }: Series, now: number): number {
	const newest = samples.at(-1)?.at ?? now;
	return at === undefined ? newest : newest + Math.max(0, now - at);
}
