import { bytes } from '../../../format/bytes.ts';
import { fit } from '../../../format/cells.ts';
import type { Segment } from '../../components/compose-line.ts';
import { drawGraph, type GraphSigns, graphResolution, scalePeak } from '../../components/graph.ts';
import { lengthText, timeAxisText } from '../../components/time-axis.ts';
import { columnsOf, type Sample, type Window } from './history.ts';

/** How a graph shows its values. */
export interface GraphScale {
	/** Its title. */
	readonly name: string;
	readonly format: (value: number) => string;
	/** Returns the value of a full column for this peak. */
	readonly top: (peak: number) => number;
}

/** A graph of a section. */
export interface SectionGraph extends GraphScale {
	readonly samples: readonly Sample[];
	readonly window: Window;
	/** Returns its values in words. In fewer than all cells, the least important may be left out. */
	readonly words: (cells: number) => string;
}

/** Cells of the scale at the left of a graph. */
const SCALE_CELLS = 9;
/** A graph of fewer lines shows nothing useful. */
const MIN_GRAPH_LINES = 2;

const percents = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} %`;

export const roundedBytes = (value: number): string => bytes(Math.round(value));

/** Returns the next number of 1, 2 and 5 times a power of ten. */
export function roundUp(value: number): number {
	const power = 10 ** Math.floor(Math.log10(value));
	return [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= value) ?? value;
}

/** Returns the next power of two, or one and a half times one. */
export function roundBytesUp(value: number): number {
	const power = 2 ** Math.floor(Math.log2(value));
	return [1, 1.5, 2].map((factor) => factor * power).find((each) => each >= value) ?? value;
}

export const cpuScale: GraphScale = {
	name: 'CPU',
	format: percents,
	top: (peak) => roundUp(Math.max(10, peak)),
};

export const memoryScale: GraphScale = {
	name: 'Memory',
	format: roundedBytes,
	top: (peak) => roundBytesUp(Math.max(1024 * 1024, peak)),
};

/** A graph with its scale, and the part of the time axis that has values. */
interface DrawnGraph {
	readonly lines: readonly (readonly Segment[])[];
	/** The time that it covers, ms, and its cells. */
	readonly length: number;
	readonly cells: number;
}

interface GraphPlace {
	/** Time of the first sample of all graphs that share a time axis, Unix ms. */
	readonly from: number;
	/** Cells without the scale. */
	readonly cells: number;
	readonly height: number;
	readonly signs: GraphSigns;
}

/** Draws a graph with its scale. */
function graphLines(
	{ samples, window, format, top }: SectionGraph,
	{ from, cells, height, signs }: GraphPlace,
): DrawnGraph {
	const { across } = graphResolution[signs];
	const { values, length } = columnsOf(samples, window, { count: cells * across, across, from });
	const full = top(scalePeak(values));
	const lines = drawGraph(values, full, { cells, height, signs }).map((line, index): Segment[] => {
		const label = index === 0 ? format(full) : index === height - 1 ? format(0) : '';
		return [
			{ text: `${fit(label, SCALE_CELLS - 1, 'right')} `, token: 'faint' },
			{ text: line, token: 'graph' },
		];
	});
	return { lines, length, cells: Math.ceil(values.length / across) };
}

interface GraphsPlace {
	/** Their windows have the same length. */
	readonly graphs: readonly SectionGraph[];
	/** Cells. */
	readonly columns: number;
	readonly height: number;
	readonly signs: GraphSigns;
	/** The last line if there is no room for graphs and their time axis. */
	readonly withoutAxis?: string;
}

/** Returns the lines of a section: a title and a graph for each history, then the time axis. */
export function graphSection({
	graphs,
	columns,
	height,
	signs,
	withoutAxis,
}: GraphsPlace): readonly (readonly Segment[])[] {
	const room = Math.floor((height - graphs.length - 1) / graphs.length);
	const hasRoom = room >= MIN_GRAPH_LINES;
	const from = Math.min(...graphs.map(({ samples: [first] }) => first?.at ?? Number.POSITIVE_INFINITY));
	const place = { from, cells: columns - SCALE_CELLS, height: room, signs };
	const drawn = hasRoom ? graphs.map((graph) => graphLines(graph, place)) : [];
	const lines = graphs.flatMap(({ name, words }, index): (readonly Segment[])[] => [
		[{ text: `${name}  `, token: 'heading' }, { text: words(columns - name.length - 2) }],
		...(drawn[index]?.lines ?? []),
	]);
	if (hasRoom) return [...lines, timeAxis(drawn, graphs[0]?.window.length ?? 0, columns)];
	return withoutAxis === undefined ? lines : [...lines, [{ text: withoutAxis }]];
}

/** Returns the time axis below graphs, with the length of the window, ms, if they do not fill it. */
function timeAxis(
	graphs: readonly Pick<DrawnGraph, 'length' | 'cells'>[],
	window: number,
	columns: number,
): readonly Segment[] {
	const { length, cells } = graphs.reduce((most, graph) => (graph.length > most.length ? graph : most), {
		length: 0,
		cells: 0,
	});
	const axis = timeAxisText(length, cells);
	const rest = columns - SCALE_CELLS - axis.length;
	const whole = `of ${lengthText(window)}`;
	const isPart = length < window && whole.length + 1 <= rest;
	const text = `${' '.repeat(SCALE_CELLS)}${axis}${isPart ? whole.padStart(rest) : ''}`;
	return [{ text, token: 'faint' }];
}
