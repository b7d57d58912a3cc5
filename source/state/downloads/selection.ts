import type { Download } from '../../protocol/resources/download.ts';
import { filteredOutAmong, selectedRows } from '../list/selection.ts';
import { current, type DownloadsSlice, downloadKind } from './downloads.ts';

interface Found {
	readonly ordered: readonly Download[];
	readonly view: readonly Download[];
	readonly rows: readonly Download[];
}

/** Memoized by selection: the footer reads the selected downloads on every frame. */
const found = new WeakMap<ReadonlySet<string>, Found>();

/** Returns the selected downloads in screen order; filtered-out ones come last. */
export function selectedDownloads(slice: DownloadsSlice): readonly Download[] {
	const { selection, ordered, view } = slice;
	const known = found.get(selection);
	if (known?.ordered === ordered && known.view === view) return known.rows;
	const rows = selectedRows(downloadKind, slice);
	found.set(selection, { ordered, view, rows });
	return rows;
}

/** Returns the subjects of a request: the selection, or without one the download under the cursor. */
export function subjectsOf(slice: DownloadsSlice): readonly Download[] {
	// Selected downloads may not be loaded yet; then there is no subject.
	if (slice.selection.size > 0) return selectedDownloads(slice);
	const download = current(slice);
	return download ? [download] : [];
}

/** Reasons why a request has no subject. */
export const noSubjectText = {
	loading: 'The service is still loading the selected downloads. Wait, or clear the selection with esc.',
	none: 'No download is selected.',
} as const;

/** Returns why a request has no subject; undefined if it has one. */
export function noSubject(slice: DownloadsSlice): string | undefined {
	if (slice.selection.size > 0) {
		return selectedDownloads(slice).length > 0 ? undefined : noSubjectText.loading;
	}
	return current(slice) ? undefined : noSubjectText.none;
}

/** Returns how many of these downloads are filtered out. */
export function filteredOutDownloads(slice: DownloadsSlice, downloads: readonly Download[]): number {
	return filteredOutAmong(slice, downloads);
}
