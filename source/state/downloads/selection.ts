import type { Download } from '../../protocol/resources/download.ts';
import { filteredOutAmong, selectedRows } from '../list/marks.ts';
import { current, type DownloadsSlice, downloadKind } from './downloads.ts';

interface Found {
	readonly ordered: readonly Download[];
	readonly view: readonly Download[];
	readonly rows: readonly Download[];
}

/** A pure memo by set of marks: the footer reads the marked downloads on every frame. */
const found = new WeakMap<ReadonlySet<string>, Found>();

/** The marked downloads in the order of the screen; those that the filter hides come last. */
export function selectedDownloads(slice: DownloadsSlice): readonly Download[] {
	const { selection, ordered, view } = slice;
	const known = found.get(selection);
	if (known?.ordered === ordered && known.view === view) return known.rows;
	const rows = selectedRows(downloadKind, slice);
	found.set(selection, { ordered, view, rows });
	return rows;
}

/** What an order is about: the marked downloads, and without marks the one under the cursor. */
export function subjectsOf(slice: DownloadsSlice): readonly Download[] {
	// What is marked may be still to come: then it is nothing, and never something else.
	if (slice.selection.size > 0) return selectedDownloads(slice);
	const download = current(slice);
	return download ? [download] : [];
}

/** Why there is nothing that an order could be about; undefined where there is something. */
export function noSubject(slice: DownloadsSlice): string | undefined {
	if (slice.selection.size > 0) {
		return selectedDownloads(slice).length > 0
			? undefined
			: 'The service is still loading what is marked: wait, or take the marks off with esc.';
	}
	return current(slice) ? undefined : 'No download is selected.';
}

/** How many of these downloads the filter hides. */
export function filteredOutDownloads(slice: DownloadsSlice, downloads: readonly Download[]): number {
	return filteredOutAmong(slice, downloads);
}
