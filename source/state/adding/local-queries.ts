import { join } from 'node:path';
import { openDialogOf } from '../dialogs/open-dialogs.ts';
import type { BrowseDialog } from './adding.ts';
import type { AddingData } from './adding-data.ts';
import { pathToComplete } from './completion.ts';
import { destinationFolder } from './destination.ts';
import { foldersOfPatterns, sourcesOf } from './sources-of.ts';

/** Data that open dialogs need from the local disk. The runtime reads each item once. */
export interface LocalQueries {
	/** Paths of folders. */
	readonly folders: readonly string[];
	/** Paths of .torrent files. */
	readonly torrents: readonly string[];
	/** Paths of .torrent files whose size is shown. */
	readonly sizes: readonly string[];
}

const nothing: LocalQueries = { folders: [], torrents: [], sizes: [] };

/** Entries before and after the cursor whose size is read. The browser shows at most 24. */
const SIZED_ENTRIES = 24;

/** Returns the paths of the .torrent files near the cursor. */
function pathsAroundCursor({ folder, view, chosen }: BrowseDialog): readonly string[] {
	return view
		.slice(Math.max(0, chosen - SIZED_ENTRIES), chosen + SIZED_ENTRIES)
		.flatMap(({ name, isFolder }) => (isFolder ? [] : [join(folder, name)]));
}

export function localQueriesOf(state: AddingData): LocalQueries {
	const dialog = openDialogOf(state, 'add');
	if (!dialog) return nothing;
	const browse = openDialogOf(state, 'browse');
	const folders = [
		browse?.folder,
		pathToComplete(dialog)?.folder,
		destinationFolder(state, dialog),
		...foldersOfPatterns(dialog),
	];
	return {
		folders: [...new Set(folders.filter((folder) => folder !== undefined))],
		torrents: sourcesOf(state, dialog).flatMap(({ kind, uri }) => (kind === 'path' ? [uri] : [])),
		sizes: browse ? pathsAroundCursor(browse) : [],
	};
}
