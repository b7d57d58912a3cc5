import { isComplete } from '../../../columns/download-facts.ts';
import type { Download } from '../../../protocol/resources/download.ts';
import { type HistorySlice, lastBoundary, ratesBefore } from '../../../state/downloads/rate-history.ts';
import { drawGraph, graphResolution } from '../../components/graph.ts';

/** Cells of the graph, and columns of dots in them. */
const CELLS = 10;
/** Seconds of a column of dots. */
const SECONDS_PER_DOT = 3;
/** Seconds between two changes, in which the graph moves by two whole cells: each change redraws all graphs in view. */
const SECONDS_PER_MOVE = 12;
const DOTS = CELLS * graphResolution.dots.across;
const SECONDS = DOTS * SECONDS_PER_DOT;

interface Drawn {
	readonly end: number;
	readonly mark: object | undefined;
	/** By infohash. */
	readonly up: Map<string, string>;
	readonly down: Map<string, string>;
}

/** The graphs since the last boundary. They change only there. */
let drawn: Drawn | undefined;

/**
 * Returns the graph of a download's rate in the last minute; '' if it did not move. Received data until it is complete,
 * then sent data. It ends at fixed seconds, so it changes every few seconds only.
 */
export function minuteGraph(history: HistorySlice, download: Download): string {
	const { end, mark } = lastBoundary(history, SECONDS_PER_MOVE);
	if (!drawn || drawn.end !== end || drawn.mark !== mark)
		drawn = { end, mark, up: new Map(), down: new Map() };
	const direction = isComplete(download) ? 'up' : 'down';
	const lines = drawn[direction];
	const known = lines.get(download.infohash);
	if (known !== undefined) return known;
	const line = draw(ratesBefore(history, download.infohash, direction, end, SECONDS));
	lines.set(download.infohash, line);
	return line;
}

function draw(rates: readonly number[] | undefined): string {
	if (!rates) return '';
	const means: number[] = [];
	for (let last = rates.length; last > 0; last -= SECONDS_PER_DOT) {
		const known = rates
			.slice(Math.max(0, last - SECONDS_PER_DOT), last)
			.filter((rate) => !Number.isNaN(rate));
		means.unshift(known.reduce((sum, rate) => sum + rate, 0) / Math.max(1, known.length));
	}
	// A dot means data: a column without any is a gap.
	const values = means.map((mean) => (mean > 0 ? mean : Number.NaN));
	const missing = Array<number>(Math.max(0, DOTS - values.length)).fill(Number.NaN);
	const [line = ''] = drawGraph([...missing, ...values], Math.max(...means), { cells: CELLS, height: 1 });
	return line;
}
