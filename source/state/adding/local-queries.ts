import { openDialogOf } from '../dialogs/open-dialogs.ts';
import { allSources } from './adding.ts';
import type { AddingData } from './adding-data.ts';
import { pathToComplete } from './completion.ts';
import { destinationFolder } from './destination.ts';

/** Data that open dialogs need from the local disk. The runtime reads each item once. */
export interface LocalQueries {
	/** Paths of folders. */
	readonly folders: readonly string[];
	/** Paths of .torrent files. */
	readonly torrents: readonly string[];
}

const nothing: LocalQueries = { folders: [], torrents: [] };

export function localQueriesOf(state: AddingData): LocalQueries {
	const dialog = openDialogOf(state, 'add');
	if (!dialog) return nothing;
	const browsed = openDialogOf(state, 'browse')?.folder;
	const folders = [browsed, pathToComplete(dialog)?.folder, destinationFolder(state, dialog)];
	return {
		folders: [...new Set(folders.filter((folder) => folder !== undefined))],
		torrents: allSources(dialog).flatMap(({ kind, uri }) => (kind === 'path' ? [uri] : [])),
	};
}
