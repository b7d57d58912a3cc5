import type { Dialog } from './dialogs.ts';
import { downloadKind } from './downloads.ts';
import { type LineEdit, lineText } from './line-edit.ts';
import { filterList, goToRow } from './list/list.ts';
import type { State } from './state.ts';

/** Edits the line of the dialog on top; one that has none stays as it is. What is typed takes effect at once. */
export function editTop(state: State, edit: (line: LineEdit) => LineEdit): State {
	const top = state.dialogs.at(-1);
	switch (top?.kind) {
		case 'add':
			return replaceTop(state, { ...top, line: edit(top.line) });
		case 'palette':
			return replaceTop(state, { ...top, line: edit(top.line), chosen: 0 });
		case 'filter': {
			const line = edit(top.line);
			const downloads = filterList(downloadKind, state.downloads, lineText(line));
			return replaceTop({ ...state, downloads }, { ...top, line });
		}
		default:
			return state;
	}
}

/** Gives up the filter that is being typed: list and cursor are as they were before. */
export function closeFilter(state: State): State {
	const top = state.dialogs.at(-1);
	if (top?.kind !== 'filter') return state;
	const { filter, cursor } = top.before;
	const filtered = filterList(downloadKind, state.downloads, filter);
	const downloads = cursor === undefined ? filtered : goToRow(downloadKind, filtered, cursor);
	return { ...state, downloads, dialogs: state.dialogs.slice(0, -1) };
}

export function replaceTop(state: State, dialog: Dialog): State {
	return { ...state, dialogs: [...state.dialogs.slice(0, -1), dialog] };
}
