import { dirname, join } from 'node:path';
import type { State } from '../state.ts';
import { type AddDialog, fieldText } from './adding.ts';
import { completedFolder } from './local-needs.ts';

/** Suggestions that show at once. */
export const mostSuggestions = 6;

/** Destinations that go on from what is typed: those in use, then folders where the service's disk is this machine's. */
export function suggestionsOf(state: State, dialog: AddDialog): readonly string[] {
	if (dialog.field !== 'destination') return [];
	const typed = fieldText(dialog, 'destination');
	const inUse = dialog.inUse.filter((path) => path.startsWith(typed) && path !== typed);
	const found = new Set(inUse.slice(0, mostSuggestions));
	for (const path of foldersBelow(state, dialog, typed)) {
		if (found.size >= mostSuggestions) break;
		found.add(path);
	}
	return [...found];
}

function* foldersBelow(state: State, dialog: AddDialog, typed: string): Generator<string> {
	const path = completedFolder(state, dialog);
	const folder = path === undefined ? undefined : state.adding.folders.get(path);
	if (path === undefined || folder?.status !== 'read') return;
	const beginning = typed.endsWith('/') ? '' : typed.slice(dirname(typed).replace(/\/$/, '').length + 1);
	for (const { name, isFolder } of folder.entries) {
		// Folders come first.
		if (!isFolder) return;
		if (name.startsWith(beginning) && name !== beginning && (beginning !== '' || !name.startsWith('.'))) {
			yield join(path, name);
		}
	}
}

/** The destinations of downloads, the one used most first. */
export function destinationsInUse(downloads: readonly { readonly destination: string }[]): readonly string[] {
	const counts = new Map<string, number>();
	for (const { destination } of downloads) {
		if (destination !== '') counts.set(destination, (counts.get(destination) ?? 0) + 1);
	}
	return [...counts].toSorted(([, one], [, other]) => other - one).map(([destination]) => destination);
}
