import type { State } from '../core/state.ts';
import { downloadKind } from '../downloads/downloads.ts';
import { filterList, goToRow } from '../list/list.ts';
import { type LineEdit, lineText } from './line-edit.ts';
import { replaceTop } from './open-dialogs.ts';

/** Applies the filter that is typed in the dialog on top. */
export function typedFilter(state: State, line: LineEdit): State {
	const top = state.dialogs.at(-1);
	if (top?.kind !== 'filter') return state;
	const { before, anchor: begun = before.cursor, placed = before.cursor } = top;
	const { cursor } = state.downloads;
	// On the way to `ratio>2` the list is filtered by the letter r: what that hides has the cursor again.
	const anchor = cursor === placed ? begun : cursor;
	const filtered = filterList(downloadKind, state.downloads, lineText(line), state.now);
	const downloads = anchor === undefined ? filtered : goToRow(downloadKind, filtered, anchor);
	return replaceTop({ ...state, downloads }, { ...top, line, chosen: 0, anchor, placed: downloads.cursor });
}

/** Gives up the filter that is being typed: list and cursor are as they were before. */
export function closeFilter(state: State): State {
	const top = state.dialogs.at(-1);
	if (top?.kind !== 'filter') return state;
	const { filter, cursor } = top.before;
	const filtered = filterList(downloadKind, state.downloads, filter, state.now);
	const downloads = cursor === undefined ? filtered : goToRow(downloadKind, filtered, cursor);
	return { ...state, downloads, dialogs: state.dialogs.slice(0, -1) };
}
