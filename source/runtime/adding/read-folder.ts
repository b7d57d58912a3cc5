import type { Dir, Dirent } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../../basics/error.ts';
import { inSlices } from '../../metainfo/slices.ts';
import { sortInSteps } from '../../metainfo/sorting.ts';
import { whyUnreadable } from '../../metainfo/why-unreadable.ts';
import type { Folder, FolderEntry } from '../../state/adding/local-files.ts';
import { DISK_TIMEOUT_MS, withDiskTimeout } from './timeout.ts';

/** Number of names read from the disk at once. */
const ENTRIES_PER_STEP = 512;
/** Maximum links resolved at once. A link to a dead disk blocks one of the few threads that read disks. */
const MAX_CONCURRENT_LINKS = 2;

interface ReadFolderOptions {
	readonly timeoutMs?: number;
	readonly signal?: AbortSignal;
}

/**
 * Reads the folders and .torrent files in a folder, and links to them. Keys are handled meanwhile. Fails if the disk
 * does not respond in time.
 */
export async function readFolder(path: string, reading: ReadFolderOptions = {}): Promise<Folder> {
	const wait: Wait = (operation, onLate) =>
		withDiskTimeout(operation, reading.signal, reading.timeoutMs ?? DISK_TIMEOUT_MS, onLate);
	const closing = (folder: Dir) => void folder.close().catch(() => {});
	let folder: Dir | undefined;
	try {
		folder = await wait(opendir(path, { bufferSize: ENTRIES_PER_STEP }), closing);
		const entries: FolderEntry[] = [];
		let links: Dirent[] = [];
		for (;;) {
			const entry = await wait(folder.read());
			if (!entry) break;
			if (entry.isDirectory()) entries.push(entryOf(entry.name, true));
			else if (entry.isFile()) {
				if (isTorrent(entry.name)) entries.push(entryOf(entry.name, false));
			} else if (entry.isSymbolicLink()) links.push(entry);
			if (links.length < MAX_CONCURRENT_LINKS) continue;
			entries.push(...(await followed(path, links, wait)));
			links = [];
		}
		entries.push(...(await followed(path, links, wait)));
		await inSlices(sortInSteps(entries, isBefore));
		return { status: 'read', entries };
	} catch (error) {
		return { status: 'failed', why: whyUnreadable(error), ...(isMissing(error) ? { absent: true } : {}) };
	} finally {
		if (folder) closing(folder);
	}
}

type Wait = <Answer>(operation: Promise<Answer>, onLate?: (answer: Answer) => void) => Promise<Answer>;

/** Returns the targets of links. Dangling links and those to an unresponsive disk are omitted. */
async function followed(path: string, links: readonly Dirent[], wait: Wait): Promise<FolderEntry[]> {
	const found = await Promise.all(
		links.map(async ({ name }) => {
			const target = await wait(stat(join(path, name))).catch(() => undefined);
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
