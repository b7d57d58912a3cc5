import { basename, dirname } from 'node:path';
import { lineText } from '../line-edit.ts';
import type { State } from '../state.ts';
import { type BrowseDialog, parentEntry } from './adding.ts';
import type { FolderEntry } from './local-files.ts';

/** The dialog in another folder; one that was read before shows at once, and is read anew. */
export function enterFolder(state: State, dialog: BrowseDialog, folder: string): BrowseDialog {
	const isUp = dirname(dialog.folder) === folder && dialog.folder !== folder;
	const cameFrom = isUp ? basename(dialog.folder) : undefined;
	const line = { characters: [], cursor: 0 };
	return showFolder(state, { ...dialog, folder, line, view: [], chosen: 0, cameFrom });
}

/** Shows what the state knows of the folder; the cursor stays on the name it was on, where that is still there. */
export function showFolder({ adding }: State, dialog: BrowseDialog): BrowseDialog {
	const folder = adding.folders.get(dialog.folder);
	const entries = folder?.status === 'read' ? folder.entries : [];
	const view = matching(dialog, entries);
	const on = dialog.cameFrom ?? dialog.view[dialog.chosen]?.name;
	const found = view.findIndex(({ name }) => name === on);
	const chosen = found >= 0 ? found : Math.max(0, Math.min(dialog.chosen, view.length - 1));
	return { ...dialog, view, chosen, cameFrom: found >= 0 ? undefined : dialog.cameFrom };
}

/** Shows what has the words that are typed; the cursor goes on the first of them. */
export function filterFolder({ adding }: State, before: BrowseDialog, dialog: BrowseDialog): BrowseDialog {
	const folder = adding.folders.get(dialog.folder);
	const entries = folder?.status === 'read' ? folder.entries : [];
	const [was, is] = [lineText(before.line), lineText(dialog.line)];
	// What was left out stays out when the filter only grew.
	const among = was !== '' && is.startsWith(was) ? before.view : entries;
	const view = matching(dialog, among);
	// The way up is not what somebody who types looks for.
	const chosen = is !== '' && view.length > 1 && view[0] === parentEntry ? 1 : 0;
	return { ...dialog, view, chosen, cameFrom: undefined };
}

export function moveInFolder(dialog: BrowseDialog, rows: number): BrowseDialog {
	const chosen = Math.max(0, Math.min(dialog.view.length - 1, dialog.chosen + rows));
	return { ...dialog, chosen, cameFrom: undefined };
}

function matching(
	{ folder, line, hidden }: BrowseDialog,
	among: readonly FolderEntry[],
): readonly FolderEntry[] {
	const words = lineText(line).toLowerCase().split(/\s+/).filter(Boolean);
	const shown: FolderEntry[] = folder === '/' ? [] : [parentEntry];
	// There can be tens of thousands, and each key looks at all: nothing is made for one that does not show.
	for (const entry of among) {
		if (entry === parentEntry || (!hidden && entry.lower.startsWith('.'))) continue;
		let has = true;
		for (let at = 0; has && at < words.length; at++) has = entry.lower.includes(words[at] ?? '');
		if (has) shown.push(entry);
	}
	return shown;
}
