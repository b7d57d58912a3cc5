import { lstat, realpath, rmdir, unlink } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Metainfo } from './metainfo.ts';

export interface DeletedData {
	/** How many files were deleted. */
	readonly files: number;
	/** What could not be deleted and why, one sentence each. */
	readonly problems: readonly string[];
}

/** Says why the file or folder at a real path must not be deleted; undefined when it may be. */
export type ReasonToKeep = (path: string, kind: 'file' | 'folder') => Promise<string | undefined>;

export interface DeletionOptions {
	/** Places of files that stay: their path below the destination, with '/'. */
	readonly keep?: ReadonlySet<string>;
	readonly reasonToKeep?: ReasonToKeep;
	/** Ends the deletion between two files. */
	readonly signal?: AbortSignal;
}

/**
 * Files that are deleted at the same time. Waiting for the disk is most of the work, and the thread that does it also
 * answers requests.
 */
const PARALLEL_DELETIONS = 32;

/**
 * Deletes a torrent's own files below `destination` and then those of the torrent's folders that are empty. Nothing
 * else is touched: a folder on the way that is a symbolic link leads elsewhere, so what lies behind it stays.
 * What is already gone counts as deleted before, not as a problem. A symbolic link in the place of a file is deleted
 * itself, never the file that it leads to. Rejects with the signal's reason when it is aborted.
 */
export async function deleteData(
	metainfo: Metainfo,
	destination: string,
	{ keep = new Set(), reasonToKeep = async () => undefined, signal }: DeletionOptions = {},
): Promise<DeletedData> {
	const root = await realpath(destination).catch((error: unknown) => {
		if (isGone(error)) return null;
		throw error;
	});
	if (root === null) return { files: 0, problems: [] };
	const folders = new Folders(root);
	let files = 0;
	const deleted = metainfo.files.filter((file) => !file.padding && !keep.has(file.diskPath.join('/')));
	const problems = await eachInParallel(deleted, signal, async ({ diskPath }) => {
		const path = join(root, ...diskPath);
		const state = await folders.enter(diskPath.slice(0, -1));
		if (state === 'link') {
			return `${path} was left alone: a folder on the way to it is a symbolic link, which removal does not follow`;
		}
		if (state !== 'folder') return undefined;
		const reason = await reasonToKeep(path, 'file');
		if (reason !== undefined) return `${path} was left alone: ${reason}`;
		try {
			await unlink(path);
			files++;
		} catch (error) {
			if (!isGone(error)) return `${path} could not be deleted: ${messageOf(error)}`;
		}
		return undefined;
	});
	for (const level of await folders.levelsDeepestFirst()) {
		const left = await eachInParallel(level, signal, async (folder) => {
			if ((await reasonToKeep(folder, 'folder')) !== undefined) return undefined;
			try {
				await rmdir(folder);
			} catch (error) {
				// A folder that holds something else is meant to stay.
				if (!isGone(error) && !hasCode(error, 'ENOTEMPTY', 'EEXIST'))
					return `${folder} could not be deleted: ${messageOf(error)}`;
			}
			return undefined;
		});
		problems.push(...left);
	}
	return { files, problems };
}

/** Runs `work` for each item, several at a time. Resolves with the problems it returned, in the order of the items. */
async function eachInParallel<Item>(
	items: readonly Item[],
	signal: AbortSignal | undefined,
	work: (item: Item) => Promise<string | undefined>,
): Promise<string[]> {
	const problems = new Map<number, string>();
	const rest = items.entries();
	const lane = async (): Promise<void> => {
		for (const [at, item] of rest) {
			signal?.throwIfAborted();
			const problem = await work(item);
			if (problem !== undefined) problems.set(at, problem);
		}
	};
	// All lanes end before an error is thrown: nothing is deleted after that.
	const results = await Promise.allSettled(Array.from({ length: PARALLEL_DELETIONS }, lane));
	for (const result of results) if (result.status === 'rejected') throw result.reason;
	return [...problems].sort(([a], [b]) => a - b).map(([, problem]) => problem);
}

type FolderState = 'folder' | 'link' | 'gone';

/** Remembers what each of a torrent's folders is, so that each is looked at once. */
class Folders {
	readonly #root: string;
	readonly #states = new Map<string, Promise<FolderState>>();

	constructor(root: string) {
		this.#root = root;
	}

	/** What the folder at these components below the root is; a link anywhere on the way makes it a link. */
	async enter(components: readonly string[]): Promise<FolderState> {
		let path = this.#root;
		for (const component of components) {
			path = join(path, component);
			const looking = this.#states.get(path) ?? lookAt(path);
			this.#states.set(path, looking);
			const state = await looking;
			if (state !== 'folder') return state;
		}
		return 'folder';
	}

	/** Folders of the same depth together: none of them is inside another. */
	async levelsDeepestFirst(): Promise<string[][]> {
		const levels = new Map<number, string[]>();
		for (const [path, looking] of this.#states) {
			if ((await looking) !== 'folder') continue;
			const depth = path.split(sep).length;
			const level = levels.get(depth);
			if (level) level.push(path);
			else levels.set(depth, [path]);
		}
		return [...levels].sort(([a], [b]) => b - a).map(([, paths]) => paths);
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
