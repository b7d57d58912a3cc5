import type { Download } from '../protocol/resources/download.ts';
import { type DownloadsSlice, downloadKind } from './downloads.ts';
import { differenceOf } from './list/difference.ts';
import { append, type Direction, emptySeries, type Series } from './series.ts';
import {
	beginSecond,
	forgetRested,
	historySeconds,
	movedLately,
	noTracks,
	ownedBy,
	ratesUpTo,
	type Tracks,
	writeRate,
} from './tracks.ts';

export { historySeconds } from './tracks.ts';

/** Seconds after which what rested all the time is looked for. */
const sweepEvery = 60;

/** How fast everything was during the last minutes, for graphs. */
export interface HistorySlice {
	/** Samples ever taken, one a second: two graphs of one second agree on where their columns begin. */
	readonly seconds: number;
	/** When the last one was taken, milliseconds since 1970; undefined before the first. */
	readonly at: number | undefined;
	/** Of all downloads together. */
	readonly totals: Series;
	/** Those that move or moved within these minutes, and some that rest longer; read with `ratesOf` and `hasRates`. */
	readonly tracks: Tracks;
	/** The downloads as they were when the last sample was taken; none when nobody knew. */
	readonly sampled: readonly Download[];
}

export const initialHistory: HistorySlice = {
	seconds: 0,
	at: undefined,
	totals: emptySeries,
	tracks: noTracks(),
	sampled: [],
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

/** Has a download rates, as `ratesOf` gives them? */
export function hasRates({ tracks, seconds }: HistorySlice, infohash: string): boolean {
	return movedLately(tracks, infohash, seconds);
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
	const sampled = isCurrent ? list : [];
	beginSecond(tracks, seconds, isCurrent);
	writeChanges(tracks, history.sampled, sampled);
	if (seconds % sweepEvery === 0) forgetRested(tracks);
	let sum = history.totals;
	for (let second = 0; second < missed; second++) sum = appendSum(sum, Number.NaN, Number.NaN);
	return {
		seconds,
		at: now,
		totals: isCurrent
			? appendSum(sum, totals.speedDown, totals.speedUp)
			: appendSum(sum, Number.NaN, Number.NaN),
		tracks,
		sampled,
	};
}

/** Writes what those do now that changed: the others go on as they did. */
function writeChanges(tracks: Tracks, before: readonly Download[], after: readonly Download[]): void {
	const { gone, come, aligned } = differenceOf(downloadKind, before, after);
	if (!aligned) for (const { infohash } of gone) writeRate(tracks, infohash, 0, 0);
	// One that is listed twice may have gone once, or rest once.
	for (const { infohash, speed_down: down = Number.NaN, speed_up: up = Number.NaN } of aligned
		? come
		: after) {
		if (aligned || down > 0 || up > 0) writeRate(tracks, infohash, down, up);
	}
}

function appendSum(series: Series, down: number, up: number): Series {
	return append(series, down, up, historySeconds);
}
