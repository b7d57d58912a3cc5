import { formatOrDash } from '../../../../../columns/figures.ts';
import { bytes, rate } from '../../../../../format/bytes.ts';
import type { Download } from '../../../../../protocol/resources/download.ts';
import {
	type Direction,
	type HistorySlice,
	MAX_SAMPLES,
	ratesOf,
} from '../../../../../state/downloads/rate-history.ts';
import { composeLine, type Segment } from '../../../../components/compose-line.ts';
import { condense, drawGraph, scalePeak, scaleTop } from '../../../../components/graph.ts';
import { memoize } from '../../../../components/memoize.ts';
import { timeAxisText } from '../../../../components/time-axis.ts';
import type { Theme } from '../../../../theme/theme.ts';

/** Lines of the graphs beside those of the columns: a title for each, and the time axis. */
export const GRAPH_TEXT_LINES = 3;

interface GraphsGiven {
	readonly history: HistorySlice;
	readonly download: Download;
	readonly theme: Theme;
	readonly cells: number;
	/** Lines of both graphs together, at least 2. */
	readonly height: number;
}

/**
 * Returns the graphs of both rates in the last minutes: received data stands on the middle, sent data hangs from it.
 * Each title has the rate and the peak, with the sign of columns that are higher than the graph.
 */
export const rateGraphs = memoize(
	({ history, download, theme, cells, height }: GraphsGiven): readonly string[] => {
		const columnsOf = (direction: Direction) =>
			condense(ratesOf(history, download.infohash, direction) ?? [], history.seconds, cells, MAX_SAMPLES);
		const columns = { down: columnsOf('down'), up: columnsOf('up') };
		// A direction without data needs one line.
		const half = Math.ceil(height / 2);
		const upper =
			columns.up.peak === 0 && columns.down.peak > 0 ? height - 1 : columns.down.peak === 0 ? 1 : half;
		const graphOf = (direction: Direction, lines: number) => {
			const { values, peak, each } = columns[direction];
			const top = scaleTop(scalePeak(values));
			const hangs = direction === 'up';
			const isClipped = values.some((value) => value > top);
			return {
				lines: drawGraph(values, top, { cells, height: lines, hangs }).map((text) =>
					composeLine(theme, cells, [{ text, token: direction }]),
				),
				peak: `${isClipped ? `${hangs ? '↓' : '↑'} ` : ''}peak ${bytes(Math.round(peak))}`,
				seconds: values.length * each,
				used: Math.ceil(values.length / 2),
			};
		};
		const title = (text: string, direction: Direction, rate = 0, peak = '') => {
			const rated: Segment = { text, token: rate > 0 ? direction : 'faint' };
			return composeLine(theme, cells, [rated], [{ text: ` ${peak}`, token: 'faint' }]);
		};
		const [down, up] = [graphOf('down', upper), graphOf('up', height - upper)];
		const { speed_down, speed_up } = download;
		return [
			title(`▼ ${formatOrDash(speed_down, rate)}`, 'down', speed_down, down.peak),
			...down.lines,
			...up.lines,
			title(`▲ ${formatOrDash(speed_up, rate)}`, 'up', speed_up, up.peak),
			composeLine(theme, cells, [{ text: timeAxisText(down.seconds * 1_000, down.used), token: 'faint' }]),
		];
	},
);
