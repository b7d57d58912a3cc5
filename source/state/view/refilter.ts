import { type DownloadsSlice, downloadKind } from '../downloads/downloads.ts';
import { filterList } from '../list/list.ts';

/** Interval after which a filter by age is applied again. */
const REFILTER_INTERVAL_MS = 10_000;

/** Applies the filter again after some time, if it contains ages. Times are Unix ms. */
export function refilter(slice: DownloadsSlice, before: number, now: number): DownloadsSlice {
	if (
		!slice.query.timed ||
		Math.floor(before / REFILTER_INTERVAL_MS) === Math.floor(now / REFILTER_INTERVAL_MS)
	)
		return slice;
	return filterList(downloadKind, slice, slice.filter, now);
}
