import { editAdding } from './adding/update.ts';
import { downloadKind } from './downloads.ts';
import { editFilesDialog } from './files/dialogs.ts';
import { filterJournal } from './journal-view.ts';
import { type LineEdit, lineText } from './line-edit.ts';
import { filterList, goToRow } from './list/list.ts';
import { replaceTop } from './replace-top.ts';
import { editSaveTorrent } from './save-torrent-dialog.ts';
import type { State } from './state.ts';

/** Edits the line of the dialog on top; one that has none stays as it is. What is typed takes effect at once. */
export function editTop(state: State, edit: (line: LineEdit) => LineEdit): State {
	const top = state.dialogs.at(-1);
	switch (top?.kind) {
		case 'hops':
		case 'limits':
			return replaceTop(state, { ...top, line: edit(top.line) });
		case 'add':
		case 'browse':
			return editAdding(state, top, edit);
		case 'files-filter':
		case 'files-pattern':
			return editFilesDialog(state, top, edit);
		case 'save-torrent':
			return editSaveTorrent(state, top, edit);
		case 'palette':
			return replaceTop(state, { ...top, line: edit(top.line), chosen: 0 });
		case 'events-filter': {
			const line = edit(top.line);
			const journal = filterJournal(state.journal, lineText(line));
			return replaceTop({ ...state, journal }, { ...top, line });
		}
		case 'save-filter':
			return replaceTop(state, { ...top, line: edit(top.line) });
		case 'filter':
			return typedFilter(state, edit(top.line));
		default:
			return state;
	}
}

/** Another filter was typed into the dialog on top: it holds at once. */
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

/** Goes to the other field of the dialog on top, where it has two. */
export function switchField(state: State): State {
	const top = state.dialogs.at(-1);
	if (top?.kind !== 'limits') return state;
	const field = top.field === 'down' ? 'up' : 'down';
	return replaceTop(state, { ...top, field, line: top.other, other: top.line });
}
