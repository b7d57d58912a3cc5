import type { EndpointAnswer } from '../protocol/endpoints/table.ts';
import type { Checkpoints, Download } from '../protocol/resources/download.ts';

/** The downloads as the service last listed them, and which of them the cursor is on. */
export interface DownloadsSlice {
	readonly list: readonly Download[];
	readonly checkpoints: Checkpoints | undefined;
	/** When the list came, milliseconds since 1970; undefined before the first one. */
	readonly at: number | undefined;
	/** The infohash under the cursor: polling moves rows, never the cursor off its download. */
	readonly cursor: string | undefined;
	readonly totals: Totals;
}

export interface Totals {
	/** Bytes per second. */
	readonly speedDown: number;
	readonly speedUp: number;
	/** How many downloads have each status. */
	readonly statuses: ReadonlyMap<string, number>;
}

export const initialDownloads: DownloadsSlice = {
	list: [],
	checkpoints: undefined,
	at: undefined,
	cursor: undefined,
	totals: { speedDown: 0, speedUp: 0, statuses: new Map() },
};

/**
 * Takes a new list in. A cursor whose download is gone goes to the one that took its place. A list that is the same
 * object as the last one is not looked at: nothing in it changed.
 */
export function takeDownloads(
	slice: DownloadsSlice,
	answer: EndpointAnswer<'listDownloads'>,
	at: number,
): DownloadsSlice {
	const list = answer.downloads;
	const { checkpoints } = answer;
	if (list === slice.list) return { ...slice, checkpoints, at };
	let { cursor } = slice;
	if (cursor === undefined || !list.some(({ infohash }) => infohash === cursor)) {
		const index = Math.min(Math.max(0, cursorIndex(slice)), list.length - 1);
		cursor = list[index]?.infohash;
	}
	return { list, checkpoints, at, cursor, totals: totalsOf(list) };
}

/** The place of the cursor in the list; -1 when it is nowhere. */
export function cursorIndex(slice: DownloadsSlice): number {
	return slice.list.findIndex(({ infohash }) => infohash === slice.cursor);
}

/** The download under the cursor. */
export function current(slice: DownloadsSlice): Download | undefined {
	return slice.list.find(({ infohash }) => infohash === slice.cursor);
}

/** Moves the cursor by rows, stopping at the ends; infinities lead to the first and the last. */
export function moveCursor(slice: DownloadsSlice, rows: number): DownloadsSlice {
	const index = Math.max(0, Math.min(slice.list.length - 1, Math.max(0, cursorIndex(slice)) + rows));
	const cursor = slice.list[index]?.infohash;
	return cursor === slice.cursor ? slice : { ...slice, cursor };
}

/** An event told a status before the next poll does. */
export function takeStatus(slice: DownloadsSlice, infohash: string, status: string): DownloadsSlice {
	const index = slice.list.findIndex((download) => download.infohash === infohash);
	const download = slice.list[index];
	if (!download || download.status === status) return slice;
	const list = slice.list.with(index, { ...download, status });
	return { ...slice, list, totals: totalsOf(list) };
}

function totalsOf(list: readonly Download[]): Totals {
	let speedDown = 0;
	let speedUp = 0;
	const statuses = new Map<string, number>();
	for (const download of list) {
		speedDown += download.speed_down;
		speedUp += download.speed_up;
		statuses.set(download.status, (statuses.get(download.status) ?? 0) + 1);
	}
	return { speedDown, speedUp, statuses };
}
