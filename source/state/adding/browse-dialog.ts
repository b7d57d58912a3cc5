import { basename, dirname, join, resolve } from 'node:path';
import { openDialogOf } from '../dialogs/open-dialogs.ts';
import { emptyLine, insertText, lineText } from '../surfaces/line-edit.ts';
import { type AddDialog, type BrowseDialog, fieldText, parentEntry } from './adding.ts';
import type { AddingData } from './adding-data.ts';
import type { FolderEntry } from './local-files.ts';
import { typedPath } from './typed-path.ts';

/** Starts at the typed path; else at the last folder, or in the working directory. */
export function beginBrowsing(state: AddingData, dialog: AddDialog): BrowseDialog {
	const typed = typedPath(fieldText(dialog, 'sources'), dialog.cwd);
	// If the folder is known, it completes the typed text.
	return takeFolder(state, {
		kind: 'browse',
		folder: typed?.folder ?? state.adding.browsed ?? dialog.cwd.folder,
		line: insertText(emptyLine, typed?.name ?? ''),
		hidden: typed?.name.startsWith('.') ?? false,
		found: [],
		view: [],
		chosen: 0,
		isMoved: false,
		childFolder: undefined,
		typed: typed && 'seeking',
		fromTilde: false,
	});
}

/**
 * Shows a folder that was read or failed. A dialog that started at a typed path moves to the nearest existing folder.
 */
export function takeFolder(state: AddingData, dialog: BrowseDialog): BrowseDialog {
	const folder = state.adding.folders.get(dialog.folder);
	if (dialog.typed !== 'seeking' || !folder) return showFolder(state, dialog);
	if (folder.status === 'failed') {
		return dialog.folder === '/'
			? showFolder(state, { ...dialog, typed: 'found' })
			: enterFolder(state, dialog, dirname(dialog.folder));
	}
	const name = lineText(dialog.line);
	const isFolder = folder.entries.some((entry) => entry.isFolder && entry.name === name);
	const found = { ...dialog, typed: 'found' } as const;
	return isFolder
		? enterFolder(state, found, join(dialog.folder, name))
		: filterFolder(state, { ...found, line: emptyLine }, found);
}

/** Returns the dialog in another folder. A known folder shows at once and is read again. */
export function enterFolder(state: AddingData, dialog: BrowseDialog, folder: string): BrowseDialog {
	const isUp = dirname(dialog.folder) === folder && dialog.folder !== folder;
	const childFolder = isUp ? basename(dialog.folder) : undefined;
	return showFolder(state, {
		...dialog,
		folder,
		line: emptyLine,
		found: [],
		view: [],
		chosen: 0,
		isMoved: false,
		childFolder,
	});
}

/** Shows the known entries of the folder. The cursor stays on its name if it still exists. */
export function showFolder({ adding }: AddingData, dialog: BrowseDialog): BrowseDialog {
	const folder = adding.folders.get(dialog.folder);
	const entries = folder?.status === 'read' ? folder.entries : [];
	const found = matching(dialog, entries);
	const view = inOrder(dialog, found);
	const was = dialog.view[dialog.chosen];
	const isTyped = dialog.line.characters.length > 0;
	const on = dialog.childFolder ?? (isTyped && was === parentEntry ? undefined : was?.name);
	const at = view.findIndex(({ name }) => name === on);
	const chosen = at >= 0 ? at : firstOf(dialog, view);
	return { ...dialog, found, view, chosen, childFolder: at >= 0 ? undefined : dialog.childFolder };
}

/**
 * Filters by words, or follows a typed path once its folder is complete. The cursor moves to the exact match, else to
 * the first prefix match.
 */
export function filterFolder(state: AddingData, before: BrowseDialog, dialog: BrowseDialog): BrowseDialog {
	const [was, is] = [lineText(before.line), lineText(dialog.line)];
	const home = openDialogOf(state, 'add')?.cwd.home ?? '/';
	if (is === '~') return { ...enterFolder(state, before, home), fromTilde: true };
	if (is === '/' && before.fromTilde) return { ...before, fromTilde: false };
	const slash = is.lastIndexOf('/');
	if (slash >= 0) {
		const folder = resolve(
			before.folder,
			is.slice(0, slash + 1).replace(/^~(?=\/)/, () => home),
		);
		const name = is.slice(slash + 1);
		const hidden = before.hidden || name.startsWith('.');
		const there = { ...enterFolder(state, before, folder), childFolder: undefined, fromTilde: false, hidden };
		return filterFolder(state, there, { ...there, line: insertText(emptyLine, name) });
	}
	const folder = state.adding.folders.get(dialog.folder);
	const entries = folder?.status === 'read' ? folder.entries : [];
	// A longer filter can only match entries that matched before.
	const among = was !== '' && is.startsWith(was) ? before.found : entries;
	const found = matching(dialog, among);
	const view = inOrder(dialog, found);
	return {
		...dialog,
		found,
		view,
		chosen: firstOf(dialog, view),
		isMoved: false,
		childFolder: undefined,
		fromTilde: false,
	};
}

/** Returns the initial cursor row. While the user types, the parent entry is skipped. */
function firstOf({ line, chosen }: BrowseDialog, view: readonly FolderEntry[]): number {
	if (line.characters.length === 0) return Math.max(0, Math.min(chosen, view.length - 1));
	return view.length > 1 && view[0] === parentEntry ? 1 : 0;
}

export function moveInFolder(dialog: BrowseDialog, rows: number): BrowseDialog {
	const chosen = Math.max(0, Math.min(dialog.view.length - 1, dialog.chosen + rows));
	return { ...dialog, chosen, isMoved: true, childFolder: undefined };
}

function matching({ line, hidden }: BrowseDialog, among: readonly FolderEntry[]): readonly FolderEntry[] {
	const words = lineText(line).toLowerCase().split(/\s+/).filter(Boolean);
	const shown: FolderEntry[] = [];
	// A plain loop, because each key filters tens of thousands of entries.
	for (const entry of among) {
		if (!hidden && entry.lower.startsWith('.')) continue;
		let has = true;
		for (let at = 0; has && at < words.length; at++) has = entry.lower.includes(words[at] ?? '');
		if (has) shown.push(entry);
	}
	return shown;
}

/** Returns exact matches first, then prefix matches, then the others. */
function inOrder({ folder, line }: BrowseDialog, found: readonly FolderEntry[]): readonly FolderEntry[] {
	const typed = lineText(line).trim().toLowerCase();
	const up = folder === '/' ? [] : [parentEntry];
	if (typed === '') return [...up, ...found];
	const [same, begins, others]: [FolderEntry[], FolderEntry[], FolderEntry[]] = [[], [], []];
	for (const entry of found) {
		if (!entry.lower.startsWith(typed)) others.push(entry);
		else if (entry.lower.length === typed.length) same.push(entry);
		else begins.push(entry);
	}
	return [...up, ...same, ...begins, ...others];
}
