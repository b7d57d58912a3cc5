import type { Folder, FolderEntry } from './local-files.ts';

/** Yields entries whose name has a prefix; hidden entries only if the prefix starts with a dot. */
export function* entriesFrom(folder: Folder | undefined, beginning: string): Generator<FolderEntry> {
	if (folder?.status !== 'read') return;
	for (const entry of folder.entries) {
		if (entry.name.startsWith(beginning) && (beginning !== '' || !entry.name.startsWith('.'))) yield entry;
	}
}
