import type { ServiceQuery } from '../core/query.ts';
import type { FilesSlice } from './files.ts';
import { isPaged, windowOf } from './window.ts';

/** Interval of views, and of a list with this many files, ms. */
const VIEW_INTERVAL_MS = 2_000;
const listIntervalMs = (files: number) => Math.max(3_000, files / 3);

/** Maximum files of a list that is read again after every possible change. */
const SHORT_LIST_FILES = 5_000;

/** Whether reading all files again is cheap. */
export function isCheapToRead(slice: FilesSlice): boolean {
	return isPaged(slice) || (slice.all?.tree.nodes.size ?? 0) <= SHORT_LIST_FILES;
}

/** Returns the query for the files of a download, while they show. */
export function filesServiceQuery(slice: FilesSlice, of: string): ServiceQuery {
	const { api, all, isStale, steps } = slice;
	const need = { name: 'files', endpoint: 'listFiles', infohash: of, files: slice } as const;
	if (slice.isUnknown || api === undefined) return { ...need, intervalMs: VIEW_INTERVAL_MS };
	if (!all || isStale) return { ...need, intervalMs: VIEW_INTERVAL_MS, aspect: 'all' };
	if (!isPaged(slice)) {
		return { ...need, intervalMs: listIntervalMs(all.tree.nodes.size) };
	}
	return { ...need, intervalMs: VIEW_INTERVAL_MS, aspect: `${windowOf(slice).from} ${steps}` };
}
