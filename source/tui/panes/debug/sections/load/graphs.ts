import type { Facts } from '../../../../../columns/facts.ts';
import { clock } from '../../../../../columns/moments.ts';
import { width } from '../../../../../format/cells.ts';
import { oneLine } from '../../../../../format/one-line.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import type { Segment } from '../../../../components/compose-line.ts';
import { memoize } from '../../../../components/memoize.ts';
import { lengthText } from '../../../../components/time-axis.ts';
import { staleLine } from '../../../../surfaces/waiting-text.ts';
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
import { type LoadSlice, type Series, serviceTime, windows } from './slice.ts';

/** A graph of the section. */
interface Graph extends Omit<DrawnHistory, 'samples'> {
	readonly name: string;
	readonly series: Series;
}

function graphsOf({ cpu, memory }: LoadSlice): readonly Graph[] {
	return [
		{ name: 'CPU', series: cpu, format: percents, top: (peak) => roundUp(Math.max(10, peak)) },
		{
			name: 'Memory',
			series: memory,
			format: roundedBytes,
			top: (peak) => roundBytesUp(Math.max(1024 * 1024, peak)),
		},
	];
}

const windowLength = ({ window }: LoadSlice) => windows[window] ?? 0;

/** Returns the visible time in words: '10m 0s' is '10m'. */
export function windowText(slice: LoadSlice): string {
	return lengthText(windowLength(slice));
}

function windowOf(slice: LoadSlice, series: Series, now: number): Window {
	return { end: serviceTime(series, now), length: windowLength(slice) };
}

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
	const processes = series.processes.map(([process, value]) => `${sanitize(process, 20)} ${format(value)}`);
	const newest = `now ${current === undefined ? 'unknown' : format(current)}`;
	const shares = processes.length === 0 ? [] : [`(${processes.join(', ')})`];
	const rest = [`mean ${format(mean)}`, `peak ${format(peak.value)} at ${clock(peak.at / 1_000)}`];
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
		const cells = columns - SCALE_CELLS;
		const from = firstTime(graphs.map(({ series }) => series.samples));
		const signs = slice.hasBlocks ? 'blocks' : 'dots';
		const shown = graphs.map((graph) => {
			const window = windowOf(slice, graph.series, now);
			const samples = graph.series.samples;
			return {
				...graph,
				drawn: graphLines({ ...graph, samples }, { window, from, cells, height: room, signs }),
			};
		});
		const lines = shown.flatMap((graph): (readonly Segment[])[] => [
			[
				{ text: `${graph.name}  `, token: 'heading' },
				{ text: wordsOf(slice, graph, now, columns - graph.name.length - 2) },
			],
			...(drawn ? graph.drawn.lines : []),
		]);
		const axis = timeAxis(
			shown.map((graph) => graph.drawn),
			{ end: now, length: windowLength(slice) },
			columns,
		);
		return [...stale, ...lines, ...(drawn ? [axis] : [[{ text: `last ${windowText(slice)}` }]])];
	},
);
