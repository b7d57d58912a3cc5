import type { FilesSlice } from '../files/files.ts';
import { isPaged, windowOf } from '../files/window.ts';

/** Interval of views, and of a list with this many files, ms. */
const VIEW_INTERVAL_MS = 2_000;
const listIntervalMs = (files: number) => Math.max(3_000, files / 3);

/** Maximum files of a list that is read again after every possible change. */
const SHORT_LIST_FILES = 5_000;

/** Whether reading all files again is cheap. */
export function isCheapToRead(slice: FilesSlice): boolean {
	return isPaged(slice) || (slice.all?.tree.nodes.size ?? 0) <= SHORT_LIST_FILES;
}

/** Returns the interval of requests for the files, while they show, ms. */
export function filesIntervalMs(slice: FilesSlice): number {
	const { api, all, isStale, isUnknown } = slice;
	if (isUnknown || api === undefined || !all || isStale || isPaged(slice)) return VIEW_INTERVAL_MS;
	return listIntervalMs(all.tree.nodes.size);
}

/** Returns the part of the files that is requested; undefined if the last answer is not stale. */
export function filesAspect(slice: FilesSlice): string | undefined {
	const { api, all, isStale, isUnknown, steps } = slice;
	if (isUnknown || api === undefined) return undefined;
	if (!all || isStale) return 'all';
	return isPaged(slice) ? `${windowOf(slice).from} ${steps}` : undefined;
}
