import { isComplete } from '../../../columns/download-facts.ts';
import type { Download } from '../../../protocol/resources/download.ts';
import { type HistorySlice, lastBoundary, ratesBefore } from '../../../state/downloads/rate-history.ts';

/** Cells of the graph. A cell has two columns of dots. */
const CELLS = 10;
/** Seconds of a column of dots. The graph moves by whole cells, which are short to send. */
const SECONDS_PER_DOT = 3;
const SECONDS_PER_CELL = 2 * SECONDS_PER_DOT;
const DOTS = CELLS * 2;
const SECONDS = DOTS * SECONDS_PER_DOT;

/** Dots of the left and the right column of a braille cell, from the bottom, for heights of 0 to 4. */
const left = [0, 0x40, 0x44, 0x46, 0x47] as const;
const right = [0, 0x80, 0xa0, 0xb0, 0xb8] as const;
const BLANK = 0x2800;
const MAX_HEIGHT = 4;

interface Drawn {
	readonly end: number;
	readonly mark: object | undefined;
	readonly lines: Map<string, string>;
}

/** The graphs since the last boundary. They change only there. */
let drawn: Drawn | undefined;

/**
 * Returns the graph of a download's rate in the last minute; '' if it did not move. Received data until it is complete,
 * then sent data. Cells end at fixed seconds, so a graph changes every few seconds only.
 */
export function minuteGraph(history: HistorySlice, download: Download): string {
	const { end, mark } = lastBoundary(history, SECONDS_PER_CELL);
	if (!drawn || drawn.end !== end || drawn.mark !== mark) drawn = { end, mark, lines: new Map() };
	const direction = isComplete(download) ? 'up' : 'down';
	const key = `${direction} ${download.infohash}`;
	const known = drawn.lines.get(key);
	if (known !== undefined) return known;
	const line = draw(ratesBefore(history, download.infohash, direction, end, SECONDS));
	drawn.lines.set(key, line);
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
	const peak = Math.max(...means);
	const heights = [
		...Array<number>(Math.max(0, DOTS - means.length)).fill(0),
		...means.map((mean) => (mean > 0 ? Math.max(1, Math.round((mean / peak) * MAX_HEIGHT)) : 0)),
	].slice(-DOTS);
	let line = '';
	for (let at = 0; at < DOTS; at += 2) {
		const dots = (left[heights[at] ?? 0] ?? 0) | (right[heights[at + 1] ?? 0] ?? 0);
		line += dots === 0 ? ' ' : String.fromCodePoint(BLANK + dots);
	}
	return line;
}
