import { join } from 'node:path';
import type { AddDialog } from './adding.ts';
import type { AddingData } from './adding-data.ts';
import { destinationFolder, destinationOf } from './destination.ts';
import { entriesFrom } from './entries.ts';

/** Maximum visible suggestions. */
export const MAX_SUGGESTIONS = 6;

/**
 * Returns the destinations that continue the typed text: those in use, then folders if the service uses the local
 * disk.
 */
export function suggestionsOf(state: AddingData, dialog: AddDialog): readonly string[] {
	if (dialog.field !== 'destination') return [];
	const typed = destinationOf(state, dialog);
	const inUse = dialog.usedDestinations.filter((path) => path.startsWith(typed) && path !== typed);
	const found = new Set(inUse.slice(0, MAX_SUGGESTIONS));
	for (const path of foldersBelow(state, dialog, typed)) {
		if (found.size >= MAX_SUGGESTIONS) break;
		found.add(path);
	}
	return [...found];
}

function* foldersBelow(state: AddingData, dialog: AddDialog, typed: string): Generator<string> {
	const path = destinationFolder(state, dialog);
	if (path === undefined) return;
	const beginning = typed.endsWith('/') ? '' : typed.slice(join(path, '/').length);
	for (const { name, isFolder } of entriesFrom(state.adding.folders.get(path), beginning)) {
		// Folders come first.
		if (!isFolder) return;
		if (name !== beginning) yield join(path, name);
	}
}
