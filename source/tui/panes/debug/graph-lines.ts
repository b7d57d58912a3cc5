import { bytes } from '../../../format/bytes.ts';
import { fit } from '../../../format/cells.ts';
import { duration } from '../../../format/duration.ts';
import type { Segment } from '../../components/compose-line.ts';
import { drawTimeGraph, type GraphSigns, graphResolution } from '../../components/time-graph.ts';
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

/** Returns a length of time in words: '10m 0s' is '10m'. */
export function lengthText(milliseconds: number): string {
	return duration(milliseconds / 1000).replace(/ 0[smh]$/, '');
}

/** Returns the lines of a graph with its scale. `cells`: width without the scale. */
export function graphLines(
	{ samples, format, top }: DrawnHistory,
	window: Window,
	cells: number,
	height: number,
	signs: GraphSigns,
): readonly (readonly Segment[])[] {
	const values = columnsOf(samples, window, cells * graphResolution[signs].across);
	const full = top(values.reduce((most, value) => (value > most ? value : most), 0));
	const lines = drawTimeGraph(values, full, height, signs);
	return lines.map((line, index): Segment[] => {
		const label = index === 0 ? format(full) : index === height - 1 ? format(0) : '';
		return [
			{ text: `${fit(label, SCALE_CELLS - 1, 'right')} `, token: 'faint' },
			{ text: line, token: 'graph' },
		];
	});
}

/** Returns the time axis of graphs. `length`: visible time, ms. */
export function timeAxis(length: number, columns: number): readonly Segment[] {
	const room = Math.max(0, columns - SCALE_CELLS);
	const [from, middle] = [length, length / 2].map(lengthText);
	const left = `${from} ago`;
	const half = `${middle} ago`;
	const inner = Math.max(0, Math.floor(room / 2) - left.length - Math.floor(half.length / 2));
	const text = `${left}${' '.repeat(inner)}${half}`;
	const rest = room - text.length - 'now'.length;
	return [
		{ text: ' '.repeat(SCALE_CELLS) },
		{ text: rest > 0 ? `${text}${' '.repeat(rest)}now` : `${left}`, token: 'faint' },
	];
}
