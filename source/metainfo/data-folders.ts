import { lstat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { isMissing } from '../basics/error.ts';

type FolderState = 'folder' | 'link' | 'file' | 'missing';

/** Caches the state of each of a torrent's folders. */
export class DataFolders {
	readonly #root: string;
	readonly #states = new Map<string, Promise<FolderState>>();

	constructor(root: string) {
		this.#root = root;
	}

	/**
	 * Returns the state of the folder of a file below the root: that of the first component that is no folder.
	 * `diskPath` is the file's path with '/'.
	 */
	async enterFolderOf(diskPath: string): Promise<FolderState> {
		let path = this.#root;
		for (const component of diskPath.split('/').slice(0, -1)) {
			path = join(path, component);
			const reading = this.#states.get(path) ?? readFolderState(path);
			this.#states.set(path, reading);
			const state = await reading;
			if (state !== 'folder') return state;
		}
		return 'folder';
	}

	/** Returns the existing folders grouped by depth. Folders of one group are not nested. */
	async levelsDeepestFirst(): Promise<string[][]> {
		const levels = new Map<number, string[]>();
		for (const [path, state] of this.#states) {
			if ((await state) !== 'folder') continue;
			const depth = path.split(sep).length;
			const level = levels.get(depth);
			if (level) level.push(path);
			else levels.set(depth, [path]);
		}
		return [...levels].sort(([a], [b]) => b - a).map(([, paths]) => paths);
	}
}

async function readFolderState(path: string): Promise<FolderState> {
	try {
		const found = await lstat(path);
		if (found.isSymbolicLink()) return 'link';
		return found.isDirectory() ? 'folder' : 'file';
	} catch (error) {
		if (isMissing(error)) return 'missing';
		throw error;
	}
}
