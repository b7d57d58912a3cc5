import { join } from 'node:path';
import { emptyLine, insertText, type LineEdit } from '../surfaces/line-edit.ts';
import { type AddDialog, fieldText } from './adding.ts';
import type { AddingData } from './adding-data.ts';
import { destinationFolder, destinationOf, destinationStatusOf } from './destination.ts';
import { entriesFrom } from './entries.ts';
import type { FolderEntry } from './local-files.ts';
import { suggestionsOf } from './suggestions.ts';
import { type TypedPath, typedPath } from './typed-path.ts';

/** Completed text of the field; `reading` while its folder is being read; undefined if there is no completion. */
type Completion = { readonly text: string } | 'reading' | undefined;

export function completionOf(state: AddingData, dialog: AddDialog): Completion {
	if (dialog.field === 'destination') return completeDestination(state, dialog);
	return dialog.field === 'sources' ? completeSources(state, dialog) : undefined;
}

/** Returns the typed path of a source, as far as the local disk can complete it. */
export function pathToComplete(dialog: AddDialog): TypedPath | undefined {
	const text = fieldText(dialog, 'sources');
	if (dialog.field !== 'sources' || text === '' || /\.torrent$|^[a-z][a-z\d+.-]*:/i.test(text))
		return undefined;
	const isName = !/[\s/]/.test(text);
	return typedPath(text, dialog.cwd) ?? (isName ? { folder: dialog.cwd.folder, name: text } : undefined);
}

/** Returns at most `most` local names that continue the path of a source, folders with a slash. */
export function continuations(state: AddingData, dialog: AddDialog, most: number): readonly string[] {
	const path = pathToComplete(dialog);
	if (!path) return [];
	const names: string[] = [];
	for (const entry of entriesFrom(state.adding.folders.get(path.folder), path.name)) {
		if (names.length === most) break;
		names.push(entry.isFolder ? `${entry.name}/` : entry.name);
	}
	return names;
}

/** Whether the typed text is not a location yet and has several continuations. */
export function isIncomplete(state: AddingData, dialog: AddDialog): boolean {
	if (dialog.field === 'sources') return continuations(state, dialog, 1).length > 0;
	const standing = destinationStatusOf(state, dialog);
	const isPlace = standing === undefined || standing === 'used' || standing === 'there';
	return dialog.field === 'destination' && !isPlace && suggestionsOf(state, dialog).length > 0;
}

/** Whether Tab was pressed on this line and its completion is pending. */
export function isCompletionPending({ pendingCompletion, line }: AddDialog): boolean {
	return pendingCompletion !== undefined && pendingCompletion === line;
}

/** Returns a text as a line with the cursor at its end. */
export function lineOf(text: string): LineEdit {
	// Typing replaces control characters by spaces, but names of folders may contain them.
	if (!/[\u0000-\u001f\u007f-\u009f]/.test(text)) return insertText(emptyLine, text);
	return { characters: [...text], cursor: [...text].length };
}

function completeDestination(state: AddingData, dialog: AddDialog): Completion {
	const suggested = suggestionsOf(state, dialog)[dialog.suggestionIndex];
	if (suggested !== undefined) return { text: suggested };
	const typed = destinationOf(state, dialog);
	// An empty field means the default of the service.
	if (typed === '') return undefined;
	const path = destinationFolder(state, dialog);
	const folder = path === undefined ? undefined : state.adding.folders.get(path);
	if (path !== undefined && !folder) return 'reading';
	const paths = dialog.usedDestinations.filter((used) => used.startsWith(typed));
	const name = path === undefined || typed.endsWith('/') ? '' : typed.slice(join(path, '/').length);
	for (const entry of entriesFrom(folder, name)) {
		if (entry.isFolder && path !== undefined) paths.push(join(path, entry.name));
	}
	return longer(commonBeginning(paths), typed);
}

function completeSources(state: AddingData, dialog: AddDialog): Completion {
	const path = pathToComplete(dialog);
	if (!path) return undefined;
	const text = fieldText(dialog, 'sources');
	const { name } = path;
	if (name === '' && !text.endsWith('/')) return { text: `${text}/` };
	const folder = state.adding.folders.get(path.folder);
	if (!folder) return 'reading';
	const entries: FolderEntry[] = [...entriesFrom(folder, name)];
	const [only] = entries.length === 1 ? entries : [];
	const end = only?.isFolder ? '/' : '';
	const begun = text.slice(0, text.length - name.length);
	return longer(begun + commonBeginning(entries.map((entry) => entry.name)) + end, text);
}

function longer(completed: string, typed: string): Completion {
	return completed.length > typed.length ? { text: completed } : undefined;
}

function commonBeginning(texts: readonly string[]): string {
	let common = texts[0] ?? '';
	for (const text of texts) {
		let end = 0;
		while (end < common.length && common[end] === text[end]) end++;
		common = common.slice(0, end);
	}
	// Do not split a surrogate pair.
	return common.replace(/[\ud800-\udbff]$/, '');
}
