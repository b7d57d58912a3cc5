import type { Folder, FolderEntry } from './local-files.ts';

/** What in a folder has a name that begins so; hidden ones only where the dot is typed. */
export function* entriesFrom(folder: Folder | undefined, beginning: string): Generator<FolderEntry> {
	if (folder?.status !== 'read') return;
	for (const entry of folder.entries) {
		if (entry.name.startsWith(beginning) && (beginning !== '' || !entry.name.startsWith('.'))) yield entry;
	}
}
