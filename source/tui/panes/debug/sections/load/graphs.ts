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
	cpuScale,
	type GraphScale,
	graphSection,
	memoryScale,
	type SectionGraph,
} from '../../graph-lines.ts';
import { statisticsOf, type Window } from '../../history.ts';
import { type LoadSlice, type Series, serviceTime, windows } from './slice.ts';

function graphsOf(slice: LoadSlice, now: number): readonly SectionGraph[] {
	const graph = (scale: GraphScale, series: Series): SectionGraph => {
		const window = { end: serviceTime(series, now), length: windowLength(slice) };
		const words = (cells: number) => wordsOf(series, scale.format, window, cells);
		return { ...scale, samples: series.samples, window, words };
	};
	return [graph(cpuScale, slice.cpu), graph(memoryScale, slice.memory)];
}

const windowLength = ({ window }: LoadSlice) => windows[window] ?? 0;

/** Returns the visible time in words: '10m 0s' is '10m'. */
export function windowText(slice: LoadSlice): string {
	return lengthText(windowLength(slice));
}

/** Returns the values of a graph in words. In fewer than all cells, the least important are left out. */
function wordsOf(series: Series, format: GraphScale['format'], window: Window, cells: number): string {
	const { failure, at } = series;
	if (at === undefined) {
		if (failure?.kind === 'absent') return 'not offered by this service';
		return failure ? oneLine(failure.message, 300) : 'asking…';
	}
	const found = statisticsOf(series.samples, window, window.end);
	if (!found) return `no samples in the last ${lengthText(window.length)}`;
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
		...graphsOf(slice, now).map(({ name, words }) => [name, words(Number.POSITIVE_INFINITY)] as const),
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
		const lines = graphSection({
			graphs: graphsOf(slice, now),
			columns,
			height: height - stale.length,
			signs: slice.hasBlocks ? 'blocks' : 'dots',
			withoutAxis: `last ${windowText(slice)}`,
		});
		return [...stale, ...lines];
	},
);
