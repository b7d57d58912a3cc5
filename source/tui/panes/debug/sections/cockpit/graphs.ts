import type { Facts } from '../../../../../columns/facts.ts';
import { decimal } from '../../../../../columns/figures.ts';
import type { Segment } from '../../../../components/compose-line.ts';
import { memoize } from '../../../../components/memoize.ts';
import {
	cpuScale,
	type GraphScale,
	graphSection,
	memoryScale,
	roundBytesUp,
	roundedBytes,
	roundUp,
	type SectionGraph,
} from '../../graph-lines.ts';
import { statisticsOf, type Window } from '../../history.ts';
import type { CockpitSlice, UsageName } from './slice.ts';

/** Lengths of the visible time, ms. */
const windows: readonly number[] = [60_000, 120_000, 300_000, 600_000];

/** Returns the visible time: the shortest that has all samples. */
function windowOf({ last, series }: CockpitSlice): Window {
	const end = last?.at ?? 0;
	const lasted = end - (series.memory[0]?.at ?? end);
	return { end, length: windows.find((length) => length > lasted) ?? windows.at(-1) ?? 0 };
}

interface Graph extends GraphScale {
	readonly usage: UsageName;
	/** Whether the value is a rate per second. */
	readonly isRate?: true;
	/** Returns more about the last sample. */
	readonly more?: (last: NonNullable<CockpitSlice['last']>['sample']) => string;
}

const graphs: readonly Graph[] = [
	{ ...cpuScale, usage: 'cpu' },
	{
		...memoryScale,
		usage: 'memory',
		more: ({ heapBytes }) => `(heap ${roundedBytes(heapBytes)})`,
	},
	{
		name: 'Frames',
		usage: 'frames',
		format: (value) => decimal(Math.round(value * 10) / 10),
		isRate: true,
		top: (peak) => roundUp(Math.max(2, peak)),
		more: ({ frames }) => `(${frames} in total)`,
	},
	{
		name: 'Written',
		usage: 'written',
		format: roundedBytes,
		isRate: true,
		top: (peak) => roundBytesUp(Math.max(64, peak)),
		more: ({ writtenBytes }) => `(${roundedBytes(writtenBytes)} in total)`,
	},
];

/** Returns the values of a graph in words. */
function wordsOf(slice: CockpitSlice, { usage, format, isRate, more }: Graph): string {
	const { last, series } = slice;
	const show = (value: number) => `${format(value)}${isRate ? '/s' : ''}`;
	if (!last) return 'sampling…';
	const found = statisticsOf(series[usage], windowOf(slice), last.at);
	if (!found) return 'sampling…';
	const { current, mean, peak } = found;
	return [
		`now ${current === undefined ? 'unknown' : show(current)}`,
		...(more ? [more(last.sample)] : []),
		`mean ${show(mean)}`,
		`peak ${show(peak.value)}`,
	].join('  ');
}

/** Returns the values as facts. */
export function usageFacts(slice: CockpitSlice): Facts {
	return graphs.map((graph) => [graph.name, wordsOf(slice, graph)]);
}

interface CockpitPlace {
	readonly slice: CockpitSlice;
	/** Cells. */
	readonly columns: number;
	readonly height: number;
}

/** Returns the lines of the section: a title and a graph for each value, then the time axis. */
export const cockpitLines = memoize(
	({ slice, columns, height }: CockpitPlace): readonly (readonly Segment[])[] => {
		const window = windowOf(slice);
		const shown = graphs.map((graph): SectionGraph => {
			const samples = slice.series[graph.usage];
			return { ...graph, samples, window, words: () => wordsOf(slice, graph) };
		});
		return graphSection({ graphs: shown, columns, height, signs: 'dots' });
	},
);
