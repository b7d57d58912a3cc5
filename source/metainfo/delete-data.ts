import { unlink } from 'node:fs';
import { realpath, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf, isMissing } from '../basics/error.ts';
import { DataFolders } from './data-folders.ts';
import type { Metainfo } from './metainfo.ts';

/** Problems of a deletion. */
export const deletionText = {
	kept: (path: string, reason: string) => `${path} was not deleted: ${reason}`,
	belowLink: 'a folder in its path is a symbolic link, which removal does not follow',
	failed: (path: string, reason: string) => `${path} could not be deleted: ${reason}`,
};

interface DeletedData {
	/** Number of deleted files. */
	readonly files: number;
	/** Files and folders that could not be deleted with the reasons, one sentence each. */
	readonly problems: readonly string[];
}

/** Decides which files and folders must be kept. Paths are real paths. */
interface DeletionGuard {
	/** Resolves with the reason to keep a folder, or undefined if it may be deleted. */
	readonly reasonToKeepFolder: (folder: string) => Promise<string | undefined>;
	/**
	 * Resolves with a function that returns the reason to keep a file in `folder`. It is called immediately, for few
	 * files.
	 */
	readonly reasonsToKeepFiles: (folder: string) => Promise<(path: string) => string | undefined>;
}

interface DeletionOptions {
	/** Files to keep: their paths below the destination, with '/'. */
	readonly keep?: ReadonlySet<string>;
	readonly guard?: DeletionGuard;
	/** Ends the deletion between two groups of files. */
	readonly signal?: AbortSignal;
}

/** Number of files of one folder that are deleted together. A promise for each costs more than its deletion. */
const FILES_PER_GROUP = 32;
/**
 * Number of concurrent groups. Enough to keep the threads for the disk busy, and few enough for other disk
 * requests.
 */
const PARALLEL_GROUPS = 4;

const keepsNothing: DeletionGuard = {
	reasonToKeepFolder: async () => undefined,
	reasonsToKeepFiles: async () => () => undefined,
};

/**
 * Deletes a torrent's own files below `destination`, then its empty folders. Nothing else is touched. A parent
 * folder that is a symbolic link leads elsewhere, so its content is kept. A missing file counts as already deleted,
 * not as a problem. A symbolic link in place of a file is deleted itself, never its target. Rejects with the
 * signal's reason if it aborts.
 */
export async function deleteData(
	metainfo: Metainfo,
	destination: string,
	{ keep = new Set(), guard = keepsNothing, signal }: DeletionOptions = {},
): Promise<DeletedData> {
	const root = await realpath(destination).catch((error: unknown) => {
		if (isMissing(error)) return null;
		throw error;
	});
	if (root === null) return { files: 0, problems: [] };
	const folders = new DataFolders(root);
	let files = 0;
	const deleted = metainfo.files.filter((file) => !file.padding && !keep.has(file.diskPath));
	const found = new Map<number, string>();
	await eachInParallel(groupsOf(deleted), signal, async (group) => {
		const first = deleted[group[0] ?? 0]?.diskPath ?? '';
		const folder = join(root, dirname(first));
		const state = await folders.enterFolderOf(first);
		if (state === 'missing' || state === 'file') return;
		const reasonToKeep = await guard.reasonsToKeepFiles(folder);
		const allowed: [at: number, path: string][] = [];
		for (const at of group) {
			const path = join(root, deleted[at]?.diskPath ?? '');
			if (state === 'link') {
				found.set(at, deletionText.kept(path, deletionText.belowLink));
				continue;
			}
			const reason = reasonToKeep(path);
			if (reason !== undefined) {
				found.set(at, deletionText.kept(path, reason));
				continue;
			}
			allowed.push([at, path]);
		}
		await deleteFiles(allowed, (at, path, error) => {
			if (!error) files++;
			else if (!isMissing(error))
				found.set(at, deletionText.failed(path, error instanceof Error ? error.message : String(error)));
		});
	});
	const problems = inOrder(found);
	for (const level of await folders.levelsDeepestFirst()) {
		const left = new Map<number, string>();
		await eachInParallel(level, signal, async (folder, at) => {
			if ((await guard.reasonToKeepFolder(folder)) !== undefined) return;
			try {
				await rmdir(folder);
			} catch (error) {
				// A folder with other content is kept.
				if (!isMissing(error) && !/^(?:ENOTEMPTY|EEXIST)$/.test(codeOf(error) ?? ''))
					left.set(at, deletionText.failed(folder, error instanceof Error ? error.message : String(error)));
			}
		});
		problems.push(...inOrder(left));
	}
	return { files, problems };
}

/** Groups the indices of files by folder, with a limited number in each group. */
function groupsOf(files: Metainfo['files']): number[][] {
	const groups: number[][] = [];
	const open = new Map<string, number[]>();
	for (const [at, { diskPath }] of files.entries()) {
		const folder = dirname(diskPath);
		let group = open.get(folder);
		if (!group || group.length === FILES_PER_GROUP) {
			group = [];
			groups.push(group);
			open.set(folder, group);
		}
		group.push(at);
	}
	return groups;
}

/** Resolves after all files were tried. `onDeleted` is called for each, with its error if there is one. */
function deleteFiles(
	files: readonly (readonly [at: number, path: string])[],
	onDeleted: (at: number, path: string, error: Error | null) => void,
): Promise<void> {
	return new Promise((resolve) => {
		let left = files.length;
		if (left === 0) resolve();
		for (const [at, path] of files) {
			unlink(path, (error) => {
				onDeleted(at, path, error);
				if (--left === 0) resolve();
			});
		}
	});
}

/** Runs `work` for each item, several at a time. Rejects after all of them have ended. */
async function eachInParallel<Item>(
	items: readonly Item[],
	signal: AbortSignal | undefined,
	work: (item: Item, at: number) => Promise<void>,
): Promise<void> {
	const rest = items.entries();
	const worker = async (): Promise<void> => {
		for (const [at, item] of rest) {
			signal?.throwIfAborted();
			await work(item, at);
		}
	};
	// All workers end before an error is thrown, so nothing is deleted afterwards.
	const results = await Promise.allSettled(Array.from({ length: PARALLEL_GROUPS }, worker));
	for (const result of results) if (result.status === 'rejected') throw result.reason;
}

function inOrder(problems: ReadonlyMap<number, string>): string[] {
	return [...problems].sort(([a], [b]) => a - b).map(([, problem]) => problem);
}
