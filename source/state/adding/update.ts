import type { State } from '../core/state.ts';
import type { LineEdit } from '../dialogs/line-edit.ts';
import { openDialogOf, replaceTop } from '../dialogs/open-dialogs.ts';
import { updateActiveFiles } from '../files/active-files.ts';
import type { FilesSlice } from '../files/files.ts';
import { moveInFiles } from '../files/update.ts';
import {
	beginAdding,
	completeField,
	completeLate,
	dropChosen,
	editField,
	goToField,
	paste,
	take,
	withoutTyped,
} from './add-dialog.ts';
import { type AddDialog, type AddingSlice, type BrowseDialog, initialAdding } from './adding.ts';
import { beginBrowsing, enterFolder, filterFolder, showFolder, takeFolder } from './browse-dialog.ts';
import { beginChoosing } from './choice.ts';
import { lineOf } from './completion.ts';
import type { AddingMessage } from './message.ts';
import { suggestionsOf } from './suggestions.ts';

/** Folders that are kept: those looked at last. */
const MAX_FOLDERS = 8;

/** Returns the state after a message about adding. */
export function updateAdding(state: State, message: AddingMessage): State {
	const top = state.dialogs.at(-1);
	switch (message.type) {
		case 'begin':
			return { ...state, dialogs: [...state.dialogs, beginAdding(state, message.text, message.place)] };
		case 'folder':
			return withFolder(state, message);
		case 'torrent': {
			const torrents = new Map(state.adding.torrents).set(message.path, message.torrent);
			return { ...state, adding: { ...state.adding, torrents } };
		}
	}
	if (top?.kind === 'add') return updateAdd(state, top, message);
	if (top?.kind === 'browse') return updateBrowse(state, top, message);
	if (message.type === 'tree') return updateActiveFiles(state, message.what);
	return state;
}

/** Types into the dialog on top. */
export function editAdding(
	state: State,
	top: AddDialog | BrowseDialog,
	edit: (line: LineEdit) => LineEdit,
): State {
	if (top.kind === 'add') return replaceTop(state, editField(top, edit));
	const line = edit(top.line);
	return replaceTop(state, filterFolder(state, top, { ...top, line }));
}

/** Forgets what was read for adding, once no dialog needs it. */
export function forgetAdding(state: State): State {
	const { adding } = state;
	const isNothing = adding.folders.size + adding.torrents.size + adding.choices.size === 0;
	if (isNothing || openDialogOf(state, 'add')) return state;
	return { ...state, adding: { ...initialAdding, browsed: adding.browsed } };
}

/** Messages that act on the dialog on top. */
type TopMessage = Exclude<AddingMessage, { readonly type: 'begin' | 'folder' | 'torrent' }>;

function updateAdd(state: State, top: AddDialog, message: TopMessage): State {
	switch (message.type) {
		case 'paste':
			return replaceTop(state, paste(top, message.text));
		case 'field':
			return replaceTop(state, goToField(top, message.field));
		case 'drop':
			return replaceTop(state, dropChosen(top));
		case 'complete':
			return replaceTop(state, completeField(state, top));
		case 'accept': {
			const destination = suggestionsOf(state, top)[top.suggested];
			if (destination === undefined) return state;
			return replaceTop(state, { ...top, line: lineOf(destination), suggested: -1 });
		}
		case 'browse':
			return { ...state, dialogs: [...state.dialogs, beginBrowsing(state, top)] };
		case 'files':
			return chooseFiles(state, message.path);
		case 'enter-folder':
		case 'hidden':
		case 'take':
		case 'tree':
			return state;
	}
}

function updateBrowse(state: State, top: BrowseDialog, message: TopMessage): State {
	switch (message.type) {
		case 'enter-folder':
			return replaceTop(state, enterFolder(state, top, message.folder));
		case 'hidden':
			return replaceTop(state, showFolder(state, { ...top, hidden: !top.hidden }));
		case 'take': {
			const dialogs = state.dialogs.map((dialog) =>
				dialog.kind === 'add'
					? take(top.typed ? withoutTyped(dialog) : dialog, [{ kind: 'path', uri: message.path }])
					: dialog,
			);
			const adding: AddingSlice = { ...state.adding, browsed: top.folder };
			return { ...state, adding, dialogs: message.stay ? dialogs : dialogs.slice(0, -1) };
		}
		case 'paste':
		case 'field':
		case 'drop':
		case 'complete':
		case 'accept':
		case 'browse':
		case 'files':
		case 'tree':
			return state;
	}
}

function withFolder(state: State, { path, folder }: Extract<AddingMessage, { type: 'folder' }>): State {
	const folders = new Map(state.adding.folders);
	// Taken out first, so that it is the last.
	folders.delete(path);
	folders.set(path, folder);
	for (const oldest of [...folders.keys()].slice(0, -MAX_FOLDERS)) folders.delete(oldest);
	const after = { ...state, adding: { ...state.adding, folders } };
	const top = after.dialogs.at(-1);
	if (top?.kind === 'add') {
		const completed = completeLate(after, top);
		return completed === top ? after : replaceTop(after, completed);
	}
	return top?.kind === 'browse' && top.folder === path ? replaceTop(after, takeFolder(after, top)) : after;
}

/** Opens the tree of a .torrent: as it was left, or with all files wanted. */
function chooseFiles(state: State, path: string): State {
	const local = state.adding.torrents.get(path);
	if (local?.status !== 'read') return state;
	const files = state.adding.choices.get(path) ?? beginChoosing(local.torrent);
	return {
		...withTree(state, path, files),
		dialogs: [...state.dialogs, { kind: 'add-files', path }],
	};
}

/** Moves the cursor in the file tree of a .torrent that is to be added. */
export function moveInTorrent(state: State, path: string, rows: number): State {
	const files = state.adding.choices.get(path);
	return files ? withTree(state, path, moveInFiles(files, rows)) : state;
}

function withTree(state: State, path: string, files: FilesSlice): State {
	const { adding } = state;
	if (adding.choices.get(path) === files) return state;
	return { ...state, adding: { ...adding, choices: new Map(adding.choices).set(path, files) } };
}
