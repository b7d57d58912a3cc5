import type { DetailsSlice } from '../details/details.ts';
import { openDialogOf, replaceTop } from '../dialogs/open-dialogs.ts';
import type { LineEdit } from '../surfaces/line-edit.ts';
import { updateActiveFiles, withTree } from './active-files.ts';
import {
	addSources,
	beginAdding,
	completeField,
	completeLate,
	editField,
	goToField,
	paste,
	removeChosen,
	withoutTyped,
} from './add-dialog.ts';
import { type AddDialog, type AddingSlice, type BrowseDialog, initialAdding } from './adding.ts';
import type { AddingData } from './adding-data.ts';
import { beginBrowsing, enterFolder, filterFolder, showFolder, takeFolder } from './browse-dialog.ts';
import { initialFileSelection } from './choice.ts';
import { lineOf } from './completion.ts';
import type { AddingMessage } from './message.ts';
import { suggestionsOf } from './suggestions.ts';

/** Maximum folders in the state. The least recently read one is dropped. */
const MAX_FOLDERS = 8;
/** Maximum sizes of browsed .torrent files in the state. */
const MAX_SIZES = 1_000;

/** Data that changes while downloads are added. `details`: its files, when no tree of a .torrent is open. */
interface AddingUpdateData extends AddingData {
	readonly details: DetailsSlice;
}

/** Returns the data after a message about adding. */
export function updateAdding<Data extends AddingUpdateData>(data: Data, message: AddingMessage): Data {
	const top = data.dialogs.at(-1);
	switch (message.type) {
		case 'begin':
			return { ...data, dialogs: [...data.dialogs, beginAdding(data, message.text, message.place)] };
		case 'folder':
			return withFolder(data, message);
		case 'size': {
			const sizes = new Map(data.adding.sizes).set(message.path, message.size);
			for (const oldest of [...sizes.keys()].slice(0, -MAX_SIZES)) sizes.delete(oldest);
			return { ...data, adding: { ...data.adding, sizes } };
		}
		case 'torrent': {
			const torrents = new Map(data.adding.torrents).set(message.path, message.torrent);
			return { ...data, adding: { ...data.adding, torrents } };
		}
	}
	if (top?.kind === 'add') return updateAdd(data, top, message);
	if (top?.kind === 'browse') return updateBrowse(data, top, message);
	if (message.type === 'tree') return updateActiveFiles(data, message.what);
	return data;
}

/** Edits the line of the top dialog. */
export function editAdding<Data extends AddingData>(
	data: Data,
	top: AddDialog | BrowseDialog,
	edit: (line: LineEdit) => LineEdit,
): Data {
	if (top.kind === 'add') return replaceTop(data, editField(top, edit));
	const line = edit(top.line);
	return replaceTop(data, filterFolder(data, top, { ...top, line }));
}

/** Data that was read from the local disk, and the dialogs that need it. */
type ReadData = Pick<AddingData, 'adding' | 'dialogs'>;

/** Drops the data read for adding when no dialog needs it. */
export function dropUnusedData<Data extends ReadData>(data: Data): Data {
	const { adding } = data;
	const isNothing =
		adding.folders.size + adding.torrents.size + adding.sizes.size + adding.choices.size === 0;
	if (isNothing || openDialogOf(data, 'add')) return data;
	return { ...data, adding: { ...initialAdding, browsed: adding.browsed } };
}

/** Messages that act on the dialog on top. */
type TopMessage = Exclude<AddingMessage, { readonly type: 'begin' | 'folder' | 'torrent' | 'size' }>;

function updateAdd<Data extends AddingData>(data: Data, top: AddDialog, message: TopMessage): Data {
	switch (message.type) {
		case 'paste':
			return replaceTop(data, paste(top, message.text));
		case 'field':
			return replaceTop(data, goToField(top, message.field));
		case 'drop':
			return replaceTop(data, removeChosen(top));
		case 'complete':
			return replaceTop(data, completeField(data, top));
		case 'accept': {
			const destination = suggestionsOf(data, top)[top.suggestionIndex];
			if (destination === undefined) return data;
			return replaceTop(data, { ...top, line: lineOf(destination), suggestionIndex: -1 });
		}
		case 'browse':
			return { ...data, dialogs: [...data.dialogs, beginBrowsing(data, top)] };
		case 'files':
			return chooseFiles(data, message.path);
		case 'enter-folder':
		case 'hidden':
		case 'take':
		case 'tree':
			return data;
	}
}

function updateBrowse<Data extends AddingData>(data: Data, top: BrowseDialog, message: TopMessage): Data {
	switch (message.type) {
		case 'enter-folder':
			return replaceTop(data, enterFolder(data, top, message.folder));
		case 'hidden':
			return replaceTop(data, showFolder(data, { ...top, hidden: !top.hidden }));
		case 'take': {
			const dialogs = data.dialogs.map((dialog) =>
				dialog.kind === 'add' ? takeBrowsed(dialog, top, message.path, message.stay) : dialog,
			);
			const adding: AddingSlice = { ...data.adding, browsed: top.folder };
			return { ...data, adding, dialogs: message.stay ? dialogs : dialogs.slice(0, -1) };
		}
		case 'paste':
		case 'field':
		case 'drop':
		case 'complete':
		case 'accept':
		case 'browse':
		case 'files':
		case 'tree':
			return data;
	}
}

/** Adds a browsed file. It replaces an incomplete path at which the browser started, and no complete source. */
function takeBrowsed(dialog: AddDialog, { typed }: BrowseDialog, path: string, isToggle: boolean): AddDialog {
	const at = dialog.addedSources.findIndex(({ uri }) => uri === path);
	if (isToggle && at >= 0) return removeChosen({ ...dialog, chosen: at });
	const isIncomplete = dialog.typed.every(({ kind }) => kind === 'wrong');
	return addSources(typed && isIncomplete ? withoutTyped(dialog) : dialog, [{ kind: 'path', uri: path }]);
}

function withFolder<Data extends AddingData>(
	data: Data,
	{ path, folder }: Extract<AddingMessage, { type: 'folder' }>,
): Data {
	const folders = new Map(data.adding.folders);
	// Deleted first, so that it becomes the newest.
	folders.delete(path);
	folders.set(path, folder);
	for (const oldest of [...folders.keys()].slice(0, -MAX_FOLDERS)) folders.delete(oldest);
	const after = { ...data, adding: { ...data.adding, folders } };
	const top = after.dialogs.at(-1);
	if (top?.kind === 'add') {
		const completed = completeLate(after, top);
		return completed === top ? after : replaceTop(after, completed);
	}
	return top?.kind === 'browse' && top.folder === path ? replaceTop(after, takeFolder(after, top)) : after;
}

/** Opens the file tree of a .torrent with its stored selection, or with all files selected. */
function chooseFiles<Data extends ReadData>(data: Data, path: string): Data {
	const local = data.adding.torrents.get(path);
	if (local?.status !== 'read') return data;
	const files = data.adding.choices.get(path) ?? initialFileSelection(local.torrent);
	return {
		...withTree(data, path, files),
		dialogs: [...data.dialogs, { kind: 'add-files', path }],
	};
}
