import { lstat, realpath, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metainfo } from './metainfo.ts';

export interface DeletedData {
	/** How many files were deleted. */
	readonly files: number;
	/** What could not be deleted and why, one sentence each. */
	readonly problems: readonly string[];
}

/** Says why the file or folder at a real path must not be deleted; undefined when it may be. */
export type ReasonToKeep = (path: string, kind: 'file' | 'folder') => Promise<string | undefined>;

/**
 * Deletes a torrent's own files below `destination` and then those of the torrent's folders that are empty. Nothing
 * else is touched: a folder on the way that is a symbolic link leads elsewhere, so what lies behind it stays.
 * What is already gone counts as deleted before, not as a problem. Files at the places of `keep` stay.
 * A symbolic link in the place of a file is deleted itself, never the file that it leads to.
 */
export async function deleteData(
	metainfo: Metainfo,
	destination: string,
	keep: ReadonlySet<string> = new Set(),
	reasonToKeep: ReasonToKeep = async () => undefined,
): Promise<DeletedData> {
	const problems: string[] = [];
	const root = await realpath(destination).catch((error: unknown) => {
		if (isGone(error)) return null;
		throw error;
	});
	if (root === null) return { files: 0, problems };
	const folders = new Folders(root);
	let files = 0;
	for (const file of metainfo.files) {
		if (file.padding || keep.has(placeOf(file.diskPath))) continue;
		const path = join(root, ...file.diskPath);
		const state = await folders.enter(file.diskPath.slice(0, -1));
		if (state === 'link')
			problems.push(`${path} was left alone: a folder on the way to it is a symbolic link`);
		if (state !== 'folder') continue;
		const reason = await reasonToKeep(path, 'file');
		if (reason !== undefined) {
			problems.push(`${path} was left alone: ${reason}`);
			continue;
		}
		try {
			await unlink(path);
			files++;
		} catch (error) {
			if (!isGone(error)) problems.push(`${path} could not be deleted: ${messageOf(error)}`);
		}
	}
	for (const folder of folders.deepestFirst()) {
		if ((await reasonToKeep(folder, 'folder')) !== undefined) continue;
		try {
			await rmdir(folder);
		} catch (error) {
			// A folder that holds something else is meant to stay.
			if (!isGone(error) && !hasCode(error, 'ENOTEMPTY', 'EEXIST')) {
				problems.push(`${folder} could not be deleted: ${messageOf(error)}`);
			}
		}
	}
	return { files, problems };
}

/** A file's place below the destination, as `keep` has it. */
export function placeOf(diskPath: readonly string[]): string {
	return diskPath.join('/');
}

type FolderState = 'folder' | 'link' | 'gone';

/** Remembers what each of a torrent's folders is, so that each is looked at once. */
class Folders {
	readonly #root: string;
	readonly #states = new Map<string, FolderState>();

	constructor(root: string) {
		this.#root = root;
	}

	/** What the folder at these components below the root is; a link anywhere on the way makes it a link. */
	async enter(components: readonly string[]): Promise<FolderState> {
		let path = this.#root;
		for (const component of components) {
			path = join(path, component);
			const state = this.#states.get(path) ?? (await lookAt(path));
			this.#states.set(path, state);
			if (state !== 'folder') return state;
		}
		return 'folder';
	}

	deepestFirst(): string[] {
		const folders = [...this.#states].filter(([, state]) => state === 'folder').map(([path]) => path);
		return folders.sort((a, b) => b.length - a.length);
	}
}

async function lookAt(path: string): Promise<FolderState> {
	try {
		const found = await lstat(path);
		if (found.isSymbolicLink()) return 'link';
		return found.isDirectory() ? 'folder' : 'gone';
	} catch (error) {
		if (isGone(error)) return 'gone';
		throw error;
	}
}

function isGone(error: unknown): boolean {
	return hasCode(error, 'ENOENT', 'ENOTDIR');
}

function hasCode(error: unknown, ...codes: string[]): boolean {
	return error instanceof Error && 'code' in error && codes.some((code) => error.code === code);
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
