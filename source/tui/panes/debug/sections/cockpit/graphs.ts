import type { Facts } from '../../../../../columns/facts.ts';
import { decimal } from '../../../../../columns/figures.ts';
import type { Segment } from '../../../../components/compose-line.ts';
import { memoize } from '../../../../components/memoize.ts';
import {
	type DrawnHistory,
	firstTime,
	graphLines,
	MIN_GRAPH_LINES,
	percents,
	roundBytesUp,
	roundedBytes,
	roundUp,
	SCALE_CELLS,
	timeAxis,
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

interface Graph extends Omit<DrawnHistory, 'samples'> {
	readonly title: string;
	readonly name: UsageName;
	/** Whether the value is a rate per second. */
	readonly isRate?: true;
	/** Returns more about the last sample. */
	readonly more?: (last: NonNullable<CockpitSlice['last']>['sample']) => string;
}

const graphs: readonly Graph[] = [
	{ title: 'CPU', name: 'cpu', format: percents, top: (peak) => roundUp(Math.max(10, peak)) },
	{
		title: 'Memory',
		name: 'memory',
		format: roundedBytes,
		top: (peak) => roundBytesUp(Math.max(1024 * 1024, peak)),
		more: ({ heapBytes }) => `(heap ${roundedBytes(heapBytes)})`,
	},
	{
		title: 'Frames',
		name: 'frames',
		format: (value) => decimal(Math.round(value * 10) / 10),
		isRate: true,
		top: (peak) => roundUp(Math.max(2, peak)),
		more: ({ frames }) => `(${frames} in total)`,
	},
	{
		title: 'Written',
		name: 'written',
		format: roundedBytes,
		isRate: true,
		top: (peak) => roundBytesUp(Math.max(64, peak)),
		more: ({ writtenBytes }) => `(${roundedBytes(writtenBytes)} in total)`,
	},
];

/** Returns the values of a graph in words. */
function wordsOf(slice: CockpitSlice, { name, format, isRate, more }: Graph): string {
	const { last, series } = slice;
	const show = (value: number) => `${format(value)}${isRate ? '/s' : ''}`;
	if (!last) return 'sampling…';
	const found = statisticsOf(series[name], windowOf(slice), last.at);
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
	return graphs.map((graph) => [graph.title, wordsOf(slice, graph)]);
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
		const room = Math.floor((height - graphs.length - 1) / graphs.length);
		const drawn = room >= MIN_GRAPH_LINES;
		const window = windowOf(slice);
		const from = firstTime(graphs.map(({ name }) => slice.series[name]));
		const cells = columns - SCALE_CELLS;
		const shown = graphs.map((graph) => {
			const samples = slice.series[graph.name];
			return {
				...graph,
				drawn: graphLines({ ...graph, samples }, { window, from, cells, height: room, signs: 'dots' }),
			};
		});
		const lines = shown.flatMap((graph): (readonly Segment[])[] => [
			[{ text: `${graph.title}  `, token: 'heading' }, { text: wordsOf(slice, graph) }],
			...(drawn ? graph.drawn.lines : []),
		]);
		const axis = timeAxis(
			shown.map((graph) => graph.drawn),
			window,
			columns,
		);
		return [...lines, ...(drawn ? [axis] : [])];
	},
);
