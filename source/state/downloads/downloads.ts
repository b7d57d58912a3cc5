import { type DownloadState, stateOf } from '../../columns/download-state.ts';
import { allDownloadColumns } from '../../columns/downloads.ts';
import { downloadFields } from '../../filter/download-fields.ts';
import type { EndpointAnswer } from '../../protocol/endpoints/table.ts';
import type { Checkpoints, Download } from '../../protocol/resources/download.ts';
import type { Connection } from '../connection/connection.ts';
import type { Difference } from '../list/difference.ts';
import { currentRow, goToRow, takeRows } from '../list/list.ts';
import { noRows, type RowKind, type Rows, sortKeysOf } from '../list/rows.ts';

/** Downloads as last listed, with their order, filter and cursor. */
export interface DownloadsSlice extends Rows<Download> {
	readonly checkpoints: Checkpoints | undefined;
	/** Time of the list, Unix ms; undefined before the first one, of which the first rows may be known. */
	readonly at: number | undefined;
	readonly totals: Totals;
	/** The download that the user added, until it is listed. */
	readonly awaited: AwaitedDownload | undefined;
}

interface AwaitedDownload {
	readonly infohash: string;
	/** The cursor when it was added. */
	readonly cursor: string | undefined;
	/** Unix ms. */
	readonly until: number;
}

/** Time in which an added download is expected in the list, ms. */
const AWAITED_MS = 30_000;

export interface Totals {
	/** Bytes per second. */
	readonly speedDown: number;
	readonly speedUp: number;
	/** Number of downloads by status. */
	readonly statuses: ReadonlyMap<string, number>;
	/** Number of downloads by state. */
	readonly states: ReadonlyMap<DownloadState, number>;
}

const noTotals: Totals = { speedDown: 0, speedUp: 0, statuses: new Map(), states: new Map() };

export const initialDownloads: DownloadsSlice = {
	...noRows,
	checkpoints: undefined,
	at: undefined,
	totals: noTotals,
	awaited: undefined,
};

/** Returns a copy like that of a state (`inOneLayout`). */
export function downloadsInOneLayout(slice: DownloadsSlice): DownloadsSlice {
	return {
		list: slice.list,
		ordered: slice.ordered,
		view: slice.view,
		sort: slice.sort,
		filter: slice.filter,
		query: slice.query,
		cursor: slice.cursor,
		cursorAt: slice.cursorAt,
		isMoved: slice.isMoved,
		isPartial: slice.isPartial,
		selection: slice.selection,
		range: slice.range,
		checkpoints: slice.checkpoints,
		at: slice.at,
		totals: slice.totals,
		awaited: slice.awaited,
	};
}

/** Nameless downloads are named by their infohash. */
export const downloadKind: RowKind<Download> = {
	keyOf: ({ infohash }) => infohash,
	nameOf: ({ name, infohash }) => (name === '' ? infohash : name),
	sortKeyOf: sortKeysOf(allDownloadColumns),
	fields: downloadFields,
};

/** Takes a new list. The cost depends on the number of changed downloads. */
export function takeDownloads(
	slice: DownloadsSlice,
	{ downloads, checkpoints }: EndpointAnswer<'listDownloads'>,
	at: number,
): DownloadsSlice {
	const taken = takeList(slice, downloads, checkpoints?.all_loaded === false);
	return goToAwaited({ ...taken, checkpoints, at }, at);
}

/**
 * Takes the first downloads of a list whose others still arrive, so that they are shown. In another order than that of
 * the service, and with a filter, they are not taken: others may come before them.
 */
export function takeFirstDownloads(slice: DownloadsSlice, downloads: readonly Download[]): DownloadsSlice {
	const isUsual = slice.at === undefined && slice.sort === undefined && slice.filter === '';
	return isUsual ? takeList(slice, downloads, true) : slice;
}

/** Moves the cursor to an added download as soon as the list shows it, unless the user moves it before. */
export function awaitDownload(slice: DownloadsSlice, infohash: string, at: number): DownloadsSlice {
	const awaited = { infohash, cursor: slice.cursor, until: at + AWAITED_MS };
	return goToAwaited({ ...slice, awaited }, at);
}

function goToAwaited(slice: DownloadsSlice, at: number): DownloadsSlice {
	const { awaited, list, isMoved, cursor } = slice;
	if (!awaited) return slice;
	const ended = { ...slice, awaited: undefined };
	if (at > awaited.until || (isMoved && cursor !== awaited.cursor)) return ended;
	return list.some(({ infohash }) => infohash === awaited.infohash)
		? goToRow(downloadKind, ended, awaited.infohash)
		: slice;
}

/**
 * Returns whether the first list is still expected, although its first rows may be known: keys for all rows must not act
 * on those. After a failure it is not expected.
 */
export function isListLoading({ downloads, connection }: ListAndConnection): boolean {
	const { list, at, checkpoints } = downloads;
	if (connection.failure !== undefined) return false;
	return at === undefined || (list.length === 0 && checkpoints?.all_loaded === false);
}

export const missingListText = {
	loading: 'The list is still loading.',
	failed: 'The list could not be loaded. Press ctrl-r to try again.',
} as const;

/** Returns why there is no list yet; undefined once it has arrived, even if it is empty. */
export function missingList(state: ListAndConnection): string | undefined {
	if (isListLoading(state)) return missingListText.loading;
	const isMissing = state.downloads.at === undefined && state.connection.failure !== undefined;
	return isMissing ? missingListText.failed : undefined;
}

interface ListAndConnection {
	readonly downloads: DownloadsSlice;
	readonly connection: Pick<Connection, 'failure'>;
}

/** Returns the most common destination of the first downloads. */
export function usualDestination({ list }: DownloadsSlice): string | undefined {
	return destinationsInUse(list.slice(0, 1000))[0];
}

/** Returns the destinations of downloads, the most used first. */
export function destinationsInUse(downloads: readonly { readonly destination: string }[]): readonly string[] {
	const counts = new Map<string, number>();
	for (const { destination } of downloads) {
		if (destination !== '') counts.set(destination, (counts.get(destination) ?? 0) + 1);
	}
	return [...counts].toSorted(([, one], [, other]) => other - one).map(([destination]) => destination);
}

/** Returns the download under the cursor. */
export function current(slice: DownloadsSlice): Download | undefined {
	return currentRow(slice);
}

/** Takes a status from an event, before the next poll. */
export function takeStatus(slice: DownloadsSlice, infohash: string, status: string): DownloadsSlice {
	const index = slice.list.findIndex((download) => download.infohash === infohash);
	const download = slice.list[index];
	if (!download || download.status === status) return slice;
	const { progress, ...rest } = download;
	// During a check, the progress is that of the check. The next list has that of the data.
	const changed = isChecking(download.status) ? { ...rest, status } : { ...download, status };
	return takeList(slice, slice.list.with(index, changed), slice.isPartial);
}

/** Returns whether a status is a running or queued hash check. */
export function isChecking(status: string): boolean {
	return status === 'HASHCHECKING' || status === 'WAITING4HASHCHECK';
}

function takeList(before: DownloadsSlice, list: readonly Download[], isPartial = false): DownloadsSlice {
	const { slice, difference } = takeRows(downloadKind, before, list, isPartial);
	if (!difference) return slice;
	return { ...slice, totals: totalsAfter(before.totals, list, difference) };
}

function totalsAfter(
	totals: Totals,
	list: readonly Download[],
	{ removed, added }: Difference<Download>,
): Totals {
	return {
		...sumRates(list),
		statuses: countsAfter(totals.statuses, removed, added, ({ status }) => status),
		states: countsAfter(totals.states, removed, added, stateOf),
	};
}

/** Returns the sums of all rates. They are summed again each time: subtracted fractions would accumulate errors. */
function sumRates(list: readonly Download[]): Pick<Totals, 'speedDown' | 'speedUp'> {
	let [speedDown, speedUp] = [0, 0];
	for (let index = 0; index < list.length; index++) {
		const { speed_down: down = 0, speed_up: up = 0 } = list[index] as Download;
		// Negative, NaN and unknown rates are omitted.
		if (down > 0) speedDown += down;
		if (up > 0) speedUp += up;
	}
	return { speedDown, speedUp };
}

/** Returns numbers of downloads by a value. The same map if none changed. */
function countsAfter<Value>(
	counts: ReadonlyMap<Value, number>,
	removed: readonly Download[],
	added: readonly Download[],
	read: (download: Download) => Value,
): ReadonlyMap<Value, number> {
	const changes = new Map<Value, number>();
	const change = (download: Download, by: 1 | -1) => {
		const value = read(download);
		changes.set(value, (changes.get(value) ?? 0) + by);
	};
	for (const download of removed) change(download, -1);
	for (const download of added) change(download, 1);
	if ([...changes.values()].every((by) => by === 0)) return counts;
	const after = new Map(counts);
	for (const [value, by] of changes) {
		const left = (after.get(value) ?? 0) + by;
		if (left === 0) after.delete(value);
		else after.set(value, left);
	}
	return after;
}
