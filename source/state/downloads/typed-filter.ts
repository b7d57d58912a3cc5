import { type OpenDialogs, replaceTop } from '../dialogs/open-dialogs.ts';
import { filterList, goToRow } from '../list/list.ts';
import { type LineEdit, lineText } from '../surfaces/line-edit.ts';
import { type DownloadsSlice, downloadKind } from './downloads.ts';

interface FilterData extends OpenDialogs {
	readonly downloads: DownloadsSlice;
	/** Unix ms. Ages in a filter refer to it. */
	readonly now: number;
}

/** Applies the filter that is typed in the dialog on top. */
export function typedFilter<Data extends FilterData>(data: Data, line: LineEdit): Data {
	const top = data.dialogs.at(-1);
	if (top?.kind !== 'filter') return data;
	const { before, anchor: begun = before.cursor, placed = before.cursor } = top;
	const { cursor } = data.downloads;
	// While `ratio>2` is typed, its first letters filter by name. The cursor returns to a row that they exclude.
	const anchor = cursor === placed ? begun : cursor;
	const filtered = filterList(downloadKind, data.downloads, lineText(line), data.now);
	const downloads = anchor === undefined ? filtered : returned(filtered, anchor);
	return replaceTop({ ...data, downloads }, { ...top, line, chosen: 0, anchor, placed: downloads.cursor });
}

/** Returns the cursor to a row. An empty list keeps its key: the filter may be applied, then cleared. */
function returned(slice: DownloadsSlice, cursor: string): DownloadsSlice {
	if (slice.view.length > 0) return goToRow(downloadKind, slice, cursor);
	return slice.cursor === cursor ? slice : { ...slice, cursor };
}

/** Cancels the typed filter. Restores list and cursor. */
export function closeFilter<Data extends FilterData>(data: Data): Data {
	const top = data.dialogs.at(-1);
	if (top?.kind !== 'filter') return data;
	const { filter, cursor } = top.before;
	const filtered = filterList(downloadKind, data.downloads, filter, data.now);
	const downloads = cursor === undefined ? filtered : goToRow(downloadKind, filtered, cursor);
	return { ...data, downloads, dialogs: data.dialogs.slice(0, -1) };
}
