import { type DownloadsSlice, downloadKind } from '../downloads/downloads.ts';
import { filterList } from '../list/list.ts';

/** Milliseconds after which ages that a filter asks for are counted again. */
const REFILTER_INTERVAL_MS = 10_000;

/** Filters again when time has passed, where the filter asks how long something is ago. Milliseconds since 1970. */
export function refilter(slice: DownloadsSlice, before: number, now: number): DownloadsSlice {
	if (
		!slice.query.timed ||
		Math.floor(before / REFILTER_INTERVAL_MS) === Math.floor(now / REFILTER_INTERVAL_MS)
	)
		return slice;
	return filterList(downloadKind, slice, slice.filter, now);
}
