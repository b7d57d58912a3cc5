import { type DownloadsSlice, downloadKind } from '../downloads/downloads.ts';
import { filterList, goToRow } from '../list/list.ts';
import { type LineEdit, lineText } from './line-edit.ts';
import { type OpenDialogs, replaceTop } from './open-dialogs.ts';

/** The dialog of the filter and the list that it filters. */
export interface FilterData extends OpenDialogs {
	readonly downloads: DownloadsSlice;
	/** Milliseconds since 1970: ages in a filter are counted from it. */
	readonly now: number;
}

/** Applies the filter that is typed in the dialog on top. */
export function typedFilter<Data extends FilterData>(data: Data, line: LineEdit): Data {
	const top = data.dialogs.at(-1);
	if (top?.kind !== 'filter') return data;
	const { before, anchor: begun = before.cursor, placed = before.cursor } = top;
	const { cursor } = data.downloads;
	// On the way to `ratio>2` the list is filtered by the letter r: what that hides has the cursor again.
	const anchor = cursor === placed ? begun : cursor;
	const filtered = filterList(downloadKind, data.downloads, lineText(line), data.now);
	const downloads = anchor === undefined ? filtered : goToRow(downloadKind, filtered, anchor);
	return replaceTop({ ...data, downloads }, { ...top, line, chosen: 0, anchor, placed: downloads.cursor });
}

/** Gives up the filter that is being typed: list and cursor are as they were before. */
export function closeFilter<Data extends FilterData>(data: Data): Data {
	const top = data.dialogs.at(-1);
	if (top?.kind !== 'filter') return data;
	const { filter, cursor } = top.before;
	const filtered = filterList(downloadKind, data.downloads, filter, data.now);
	const downloads = cursor === undefined ? filtered : goToRow(downloadKind, filtered, cursor);
	return { ...data, downloads, dialogs: data.dialogs.slice(0, -1) };
}
