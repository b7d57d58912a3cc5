import { bytes } from '../../../../../format/bytes.ts';
import {
	type Direction,
	type HistorySlice,
	MAX_SAMPLES,
	ratesOf,
} from '../../../../../state/downloads/rate-history.ts';
import { condense, drawGraph, scalePeak, scaleTop } from '../../../../components/graph.ts';

export interface RateGraph {
	/** Plain lines, from the top. */
	readonly lines: readonly string[];
	/** Value of a full column: '12.4 MiB/s'. */
	readonly peak: string;
}

/** Returns the rate of a download over the last minutes; undefined when it was idle. Sizes in cells. */
export function rateGraph(
	history: HistorySlice,
	infohash: string,
	direction: Direction,
	width: number,
	height: number,
): RateGraph | undefined {
	const rates = ratesOf(history, infohash, direction);
	if (!rates) return undefined;
	const { values, peak } = condense(rates, history.seconds, width, MAX_SAMPLES);
	const lines = drawGraph(values, scaleTop(scalePeak(values)), { cells: width, height });
	return { lines, peak: `${bytes(Math.round(peak))}/s` };
}
