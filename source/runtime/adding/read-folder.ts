import type { Dirent } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inSlices } from '../../metainfo/slices.ts';
import { sorting } from '../../metainfo/sorting.ts';
import type { Folder, FolderEntry } from '../../state/adding/local-files.ts';
import { whyUnreadable } from './why-unreadable.ts';

/** Names that are read from the disk at a time. */
const portion = 512;
/** Links that are followed at once. */
const linksAtOnce = 16;

/**
 * Reads what can be browsed in a folder: folders and .torrent files, and links to them. Keys are answered meanwhile,
 * however much lies in it.
 */
export async function readFolder(path: string): Promise<Folder> {
	try {
		const entries: FolderEntry[] = [];
		let links: Dirent[] = [];
		for await (const entry of await opendir(path, { bufferSize: portion })) {
			if (entry.isDirectory()) entries.push(entryOf(entry.name, true));
			else if (entry.isFile()) {
				if (isTorrent(entry.name)) entries.push(entryOf(entry.name, false));
			} else if (entry.isSymbolicLink()) links.push(entry);
			if (links.length < linksAtOnce) continue;
			entries.push(...(await followed(path, links)));
			links = [];
		}
		entries.push(...(await followed(path, links)));
		await inSlices(sorting(entries, isBefore));
		return { status: 'read', entries };
	} catch (error) {
		return { status: 'failed', why: whyUnreadable(error) };
	}
}

/** What links lead to; those that lead nowhere are left out. */
async function followed(path: string, links: readonly Dirent[]): Promise<FolderEntry[]> {
	const found = await Promise.all(
		links.map(async ({ name }) => {
			const target = await stat(join(path, name)).catch(() => undefined);
			if (target?.isDirectory()) return entryOf(name, true);
			return target?.isFile() && isTorrent(name) ? entryOf(name, false) : undefined;
		}),
	);
	return found.filter((entry) => entry !== undefined);
}

function entryOf(name: string, isFolder: boolean): FolderEntry {
	return { name, isFolder, lower: name.toLowerCase() };
}

function isTorrent(name: string): boolean {
	return /\.torrent$/i.test(name);
}

function isBefore(one: FolderEntry, other: FolderEntry): boolean {
	if (one.isFolder !== other.isFolder) return one.isFolder;
	return one.lower === other.lower ? one.name < other.name : one.lower < other.lower;
}
