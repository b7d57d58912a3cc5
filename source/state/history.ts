import type { DownloadsSlice } from './downloads.ts';
import { append, type Direction, emptySeries, type Series } from './series.ts';
import {
	beginSecond,
	endSecond,
	historySeconds,
	noTracks,
	ownedBy,
	ratesUpTo,
	type Tracks,
	writeRate,
} from './tracks.ts';

export { historySeconds } from './tracks.ts';

/** How fast everything was during the last minutes, for graphs. */
export interface HistorySlice {
	/** Samples ever taken, one a second: two graphs of one second agree on where their columns begin. */
	readonly seconds: number;
	/** When the last one was taken, milliseconds since 1970; undefined before the first. */
	readonly at: number | undefined;
	/** Of all downloads together. */
	readonly totals: Series;
	/** Only those that move or moved within these minutes; read with `ratesOf`. */
	readonly tracks: Tracks;
}

export const initialHistory: HistorySlice = {
	seconds: 0,
	at: undefined,
	totals: emptySeries,
	tracks: noTracks(),
};

/**
 * How fast a download was in the last minutes, bytes per second, the newest last, NaN where nobody knows; undefined when
 * it did not move all the time.
 */
export function ratesOf(
	{ tracks, seconds }: HistorySlice,
	infohash: string,
	direction: Direction,
): readonly number[] | undefined {
	return ratesUpTo(tracks, infohash, direction, seconds);
}

/**
 * Takes a sample of everything, called about once a second. `isCurrent`: what flowed when a service last answered is
 * not what flows now. Seconds in which nobody called (the program was stopped) are unknown.
 */
export function takeSample(
	history: HistorySlice,
	{ list, totals, at }: DownloadsSlice,
	isCurrent: boolean,
	now: number,
): HistorySlice {
	if (at === undefined) return history;
	const passed = history.at === undefined ? 1 : Math.round((now - history.at) / 1000);
	if (passed === 0) return history;
	// A clock that was put forward is as if the program had been stopped; one that was put back makes no difference.
	const missed = Math.max(0, Math.min(passed - 1, historySeconds));
	const seconds = history.seconds + missed + 1;
	const tracks = history.seconds === 0 ? noTracks() : ownedBy(history.tracks, history.seconds);
	beginSecond(tracks, seconds, isCurrent);
	if (isCurrent) {
		for (const { infohash, speed_down: down, speed_up: up } of list) {
			if (down > 0 || up > 0) writeRate(tracks, infohash, down, up);
		}
	}
	endSecond(tracks);
	let sum = history.totals;
	for (let second = 0; second < missed; second++) sum = appendSum(sum, Number.NaN, Number.NaN);
	return {
		seconds,
		at: now,
		totals: isCurrent
			? appendSum(sum, totals.speedDown, totals.speedUp)
			: appendSum(sum, Number.NaN, Number.NaN),
		tracks,
	};
}

function appendSum(series: Series, down: number, up: number): Series {
	return append(series, down, up, historySeconds);
}
