import { type DownloadsSlice, downloadKind } from '../downloads/downloads.ts';
import { filterList } from '../list/list.ts';

/** Milliseconds after which ages that a filter asks for are counted again. */
const every = 10_000;

/** Filters again when time has passed, where the filter asks how long something is ago. Milliseconds since 1970. */
export function filterAnew(slice: DownloadsSlice, before: number, now: number): DownloadsSlice {
	if (!slice.query.timed || Math.floor(before / every) === Math.floor(now / every)) return slice;
	return filterList(downloadKind, slice, slice.filter, now);
}
