import type { Facts } from '../../../../../columns/facts.ts';
import { bytes } from '../../../../../format/bytes.ts';
import { fit, width } from '../../../../../format/cells.ts';
import { duration } from '../../../../../format/duration.ts';
import { oneLine } from '../../../../../format/one-line.ts';
import { sanitise } from '../../../../../format/sanitise.ts';
import type { Segment } from '../../../../components/compose-line.ts';
import { memoize } from '../../../../components/memoize.ts';
import { drawTimeGraph, graphResolution } from '../../../../components/time-graph.ts';
import { staleLine } from '../../../../surfaces/waiting-text.ts';
import { columnsOf, statisticsOf, type Window } from './history.ts';
import { type LoadSlice, type Series, serviceTime, windows } from './slice.ts';

/** A graph of the section. */
interface Graph {
	readonly name: string;
	readonly series: Series;
	readonly format: (value: number) => string;
	/** Returns the value of a full column for this peak. */
	readonly top: (peak: number) => number;
}

const percents = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} %`;

/** Returns the next number of 1, 2 and 5 times a power of ten. */
function roundUp(value: number): number {
	const power = 10 ** Math.floor(Math.log10(value));
	return [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= value) ?? value;
}

/** Returns the next power of two, or one and a half times one. */
function roundBytesUp(value: number): number {
	const power = 2 ** Math.floor(Math.log2(value));
	return [1, 1.5, 2].map((factor) => factor * power).find((each) => each >= value) ?? value;
}

function graphsOf({ cpu, memory }: LoadSlice): readonly Graph[] {
	return [
		{ name: 'CPU', series: cpu, format: percents, top: (peak) => roundUp(Math.max(10, peak)) },
		{
			name: 'Memory',
			series: memory,
			format: (value) => bytes(Math.round(value)),
			top: (peak) => roundBytesUp(Math.max(1024 * 1024, peak)),
		},
	];
}

const windowLength = ({ window }: LoadSlice) => windows[window] ?? 0;

/** Returns the visible time in words: '10m 0s' is '10m'. */
export function windowText(slice: LoadSlice): string {
	return duration(windowLength(slice) / 1000).replace(/ 0[smh]$/, '');
}

function windowOf(slice: LoadSlice, series: Series, now: number): Window {
	return { end: serviceTime(series, now), length: windowLength(slice) };
}

/** Returns the time of a moment: '12:00:03'. */
const clock = (at: number) => new Date(at).toTimeString().slice(0, 8);

/** Returns the values of a graph in words. In fewer than all cells, the least important are left out. */
function wordsOf(
	slice: LoadSlice,
	{ series, format }: Graph,
	now: number,
	cells = Number.POSITIVE_INFINITY,
): string {
	const { failure, at } = series;
	if (at === undefined) {
		if (failure?.kind === 'absent') return 'not offered by this service';
		return failure ? oneLine(failure.message, 300) : 'asking…';
	}
	const window = windowOf(slice, series, now);
	const found = statisticsOf(series.samples, window, window.end);
	if (!found) return `no samples in the last ${windowText(slice)}`;
	const { current, mean, peak } = found;
	const processes = series.processes.map(([process, value]) => `${sanitise(process, 20)} ${format(value)}`);
	const newest = `now ${current === undefined ? 'unknown' : format(current)}`;
	const shares = processes.length === 0 ? [] : [`(${processes.join(', ')})`];
	const rest = [`mean ${format(mean)}`, `peak ${format(peak.value)} at ${clock(peak.at)}`];
	const full = [newest, ...shares, ...rest].join('  ');
	return width(full) <= cells ? full : [newest, ...rest].join('  ');
}

/** Returns the values as facts. */
export function loadFacts(slice: LoadSlice, now: number): Facts {
	return [
		...graphsOf(slice).map((graph) => [graph.name, wordsOf(slice, graph, now)] as const),
		['Window', windowText(slice)],
	];
}

/** Returns why data is stale, by graph. */
export function staleLines({ cpu, memory }: LoadSlice, now: number): readonly string[] {
	return [...new Set([cpu, memory].flatMap(({ failure, at }) => staleLine(failure, at, now) ?? []))];
}

/** Cells of the scale at the left of a graph. */
const SCALE_CELLS = 9;
/** A graph of fewer lines shows nothing useful. */
const MIN_GRAPH_LINES = 2;

interface LoadPlace {
	readonly slice: LoadSlice;
	/** Unix ms. */
	readonly now: number;
	/** Cells. */
	readonly columns: number;
	readonly height: number;
}

/** Returns the lines of the section: a title and a graph for each history, then the time axis. */
export const loadLines = memoize(
	({ slice, now, columns, height }: LoadPlace): readonly (readonly Segment[])[] => {
		const stale = staleLines(slice, now).map((text): Segment[] => [{ text, token: 'bad' }]);
		const graphs = graphsOf(slice);
		const room = Math.floor((height - stale.length - graphs.length - 1) / graphs.length);
		const drawn = room >= MIN_GRAPH_LINES;
		const lines = graphs.flatMap((graph): (readonly Segment[])[] => [
			[
				{ text: `${graph.name}  `, token: 'heading' },
				{ text: wordsOf(slice, graph, now, columns - graph.name.length - 2) },
			],
			...(drawn ? graphLines(slice, graph, now, columns - SCALE_CELLS, room) : []),
		]);
		return [
			...stale,
			...lines,
			...(drawn ? [axis(slice, columns)] : [[{ text: `last ${windowText(slice)}` }]]),
		];
	},
);

function graphLines(
	slice: LoadSlice,
	{ series, format, top }: Graph,
	now: number,
	cells: number,
	height: number,
): readonly (readonly Segment[])[] {
	const signs = slice.hasDots ? 'dots' : 'blocks';
	const window = windowOf(slice, series, now);
	const values = columnsOf(series.samples, window, cells * graphResolution[signs].across);
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

/** Returns the time axis. */
function axis(slice: LoadSlice, columns: number): readonly Segment[] {
	const room = Math.max(0, columns - SCALE_CELLS);
	const length = windowLength(slice);
	const [from, middle] = [length, length / 2].map((ms) => duration(ms / 1000).replace(/ 0[smh]$/, ''));
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
