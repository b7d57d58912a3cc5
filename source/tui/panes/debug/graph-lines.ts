import { bytes } from '../../../format/bytes.ts';
import { fit } from '../../../format/cells.ts';
import type { Segment } from '../../components/compose-line.ts';
import { drawGraph, type GraphSigns, graphResolution, scalePeak } from '../../components/graph.ts';
import { lengthText, timeAxisText } from '../../components/time-axis.ts';
import { columnsOf, type Sample, type Window } from './history.ts';

/** Values over time, as a graph shows them. */
export interface DrawnHistory {
	readonly samples: readonly Sample[];
	readonly format: (value: number) => string;
	/** Returns the value of a full column for this peak. */
	readonly top: (peak: number) => number;
}

/** Cells of the scale at the left of a graph. */
export const SCALE_CELLS = 9;
/** A graph of fewer lines shows nothing useful. */
export const MIN_GRAPH_LINES = 2;

export const percents = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} %`;

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

/** A graph with its scale, and the part of the time axis that has values. */
interface DrawnGraph {
	readonly lines: readonly (readonly Segment[])[];
	/** The time that it covers, ms, and its cells. */
	readonly length: number;
	readonly cells: number;
}

interface GraphPlace {
	readonly window: Window;
	/** Time of the first sample of all graphs that share a time axis, Unix ms. */
	readonly from: number;
	/** Cells without the scale. */
	readonly cells: number;
	readonly height: number;
	readonly signs: GraphSigns;
}

/** Draws a graph with its scale. */
export function graphLines(
	{ samples, format, top }: DrawnHistory,
	{ window, from, cells, height, signs }: GraphPlace,
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

/** Returns the time of the first sample of some histories, Unix ms. */
export function firstTime(histories: readonly (readonly Sample[])[]): number {
	return Math.min(...histories.map(([first]) => first?.at ?? Number.POSITIVE_INFINITY));
}

/** Returns the time axis below graphs, with the length of the window if they do not fill it. */
export function timeAxis(
	graphs: readonly Pick<DrawnGraph, 'length' | 'cells'>[],
	window: Window,
	columns: number,
): readonly Segment[] {
	const { length, cells } = graphs.reduce((most, graph) => (graph.length > most.length ? graph : most), {
		length: 0,
		cells: 0,
	});
	const axis = timeAxisText(length, cells);
	const rest = columns - SCALE_CELLS - axis.length;
	const whole = `of ${lengthText(window.length)}`;
	const isPart = length < window.length && whole.length + 1 <= rest;
	const text = `${' '.repeat(SCALE_CELLS)}${axis}${isPart ? whole.padStart(rest) : ''}`;
	return [{ text, token: 'faint' }];
}
