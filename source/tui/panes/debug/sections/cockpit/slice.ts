import type { UsageSample } from '../../../../../state/connection/own-samples.ts';
import { sectionData } from '../../../../../state/surfaces/sections.ts';
import type { Sample } from '../../history.ts';

/** The values of the graphs, by name. */
const usageNames = ['cpu', 'memory', 'frames', 'written'] as const;
export type UsageName = (typeof usageNames)[number];

/** The cost of the cockpit itself. */
export interface CockpitSlice {
	/** The last sample and its time, Unix ms; undefined before the first one. */
	readonly last: { readonly sample: UsageSample; readonly at: number } | undefined;
	/** Percent of a processor, bytes of memory, frames and bytes per second. */
	readonly series: Readonly<Record<UsageName, readonly Sample[]>>;
}

declare module '../../../../../state/surfaces/sections.ts' {
	interface SectionSlices {
		'debug-cockpit': CockpitSlice;
	}
}

export const cockpit = sectionData('debug-cockpit', {
	last: undefined,
	series: { cpu: [], memory: [], frames: [], written: [] },
});

/** Maximum number of samples, one for each second. */
const MAX_SAMPLES = 600;
/** Rates are not computed over a longer time: the section was not visible. */
const MAX_INTERVAL_MS = 5_000;

/** Returns the slice after a sample. */
export function takeUsage({ last, series }: CockpitSlice, sample: UsageSample, at: number): CockpitSlice {
	const seconds = last ? (at - last.at) / 1_000 : 0;
	const hasRates = last !== undefined && seconds > 0 && seconds * 1_000 <= MAX_INTERVAL_MS;
	const rate = (of: (sample: UsageSample) => number) =>
		last && hasRates ? Math.max(0, of(sample) - of(last.sample)) / seconds : undefined;
	const values: Readonly<Record<UsageName, number | undefined>> = {
		// 10 ms of a second are one percent.
		cpu: rate(({ cpuMs }) => cpuMs / 10),
		memory: sample.residentBytes,
		frames: rate(({ frames }) => frames),
		written: rate(({ writtenBytes }) => writtenBytes),
	};
	const extended = (name: UsageName) => {
		const value = values[name];
		return value === undefined ? series[name] : [...series[name], { at, value }].slice(-MAX_SAMPLES);
	};
	return {
		last: { sample, at },
		series: {
			cpu: extended('cpu'),
			memory: extended('memory'),
			frames: extended('frames'),
			written: extended('written'),
		},
	};
}
