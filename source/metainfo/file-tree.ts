import { lowerBound } from '../basics/sorted.ts';
import type { Metainfo } from './metainfo.ts';
import { sortInSteps } from './sorting.ts';

/** A folder of a torrent. Its lists are sorted by name. */
export interface Folder {
	/** Index of the folder. Larger than that of its parent. */
	readonly id: number;
	/** Path below the torrent's root. '' is the root itself. */
	readonly path: string;
	readonly parent: Folder | null;
	/** Index in the parent's list. */
	position: number;
	readonly folders: Folder[];
	/** Indices of files. */
	readonly files: number[];
	/** Number of bytes of all files below it. */
	size: number;
}

/** Number of files placed in a step. */
const FILES_PER_STEP = 2_048;

/** An entry of the tree: a folder, or the index of a file. */
export type TreeEntry = Folder | number;

/**
 * The files of a torrent as a tree, without padding. A folder lists its folders first, then its files, both sorted
 * by name. The cost of finding an entry or reading a page does not grow with the torrent.
 */
export class FileTree {
	readonly root: Folder = newFolder(0, '', null);
	/** All folders by index. */
	readonly folders: Folder[] = [this.root];
	readonly #byPath = new Map<string, Folder>([['', this.root]]);
	readonly #metainfo: Metainfo;

	private constructor(metainfo: Metainfo) {
		this.#metainfo = metainfo;
	}

	static of(metainfo: Metainfo): FileTree {
		const steps = FileTree.buildInSteps(metainfo);
		for (;;) {
			const { done, value } = steps.next();
			if (done) return value;
		}
	}

	/** Builds the tree in steps of a few milliseconds. 100,000 files take 0.1 s. */
	static *buildInSteps(metainfo: Metainfo): Generator<void, FileTree> {
		const tree = new FileTree(metainfo);
		for (const [index, { path, length, padding }] of metainfo.files.entries()) {
			if (index % FILES_PER_STEP === 0) yield;
			if (padding) continue;
			const folder = tree.#folderAt(parentOf(path));
			folder.files.push(index);
			folder.size += length;
		}
		for (let id = tree.folders.length - 1; id >= 0; id--) {
			yield;
			yield* tree.#finish(tree.folders[id] ?? tree.root);
		}
		return tree;
	}

	/** Returns the entry at a path below the torrent's root. */
	find(path: string): TreeEntry | undefined {
		const folder = this.#byPath.get(path);
		if (folder) return folder;
		const parent = this.#byPath.get(parentOf(path));
		const position = parent ? this.#positionOf(parent, path) : 0;
		const index = parent?.files[position];
		return index !== undefined && this.#pathOf(index) === path ? index : undefined;
	}

	/** Yields the index of the file, or of all files below the folder. */
	*filesOf(entry: TreeEntry): Generator<number> {
		if (typeof entry === 'number') {
			yield entry;
			return;
		}
		for (const folder of entry.folders) yield* this.filesOf(folder);
		yield* entry.files;
	}

	/**
	 * Returns at most `size` visible entries after `start`. An entry is visible if all its folders are expanded. An
	 * invisible start is replaced by the collapsed folder that contains it.
	 */
	view(start: TreeEntry, size: number, isExpanded: (folder: Folder) => boolean): TreeEntry[] {
		const page: TreeEntry[] = [];
		const list = (folder: Folder, fromFolder: number, fromFile: number): void => {
			for (let at = fromFolder; at < folder.folders.length && page.length < size; at++) {
				const child = folder.folders[at];
				if (!child) continue;
				page.push(child);
				if (isExpanded(child)) list(child, 0, 0);
			}
			for (let at = fromFile; at < folder.files.length && page.length < size; at++) {
				const index = folder.files[at];
				if (index !== undefined) page.push(index);
			}
		};
		const seen = this.#visibleEntry(start, isExpanded);
		if (typeof seen !== 'number' && (seen === this.root || isExpanded(seen))) list(seen, 0, 0);
		let last = seen;
		for (let parent = this.parentOf(last); parent; parent = parent.parent) {
			if (typeof last === 'number')
				list(parent, parent.folders.length, this.#positionOf(parent, this.#pathOf(last)) + 1);
			else list(parent, last.position + 1, 0);
			last = parent;
		}
		return page;
	}

	/** Returns the parent folder of an entry, null for the root. */
	parentOf(entry: TreeEntry): Folder | null {
		if (typeof entry !== 'number') return entry.parent;
		return this.#byPath.get(parentOf(this.#pathOf(entry))) ?? null;
	}

	/** Returns the entry, or the outermost collapsed folder that contains it. */
	#visibleEntry(entry: TreeEntry, isExpanded: (folder: Folder) => boolean): TreeEntry {
		let seen = entry;
		for (let folder = this.parentOf(entry); folder && folder !== this.root; folder = folder.parent)
			if (!isExpanded(folder)) seen = folder;
		return seen;
	}

	/** Returns a folder. Creates it and its parents if necessary. */
	#folderAt(path: string): Folder {
		const known = this.#byPath.get(path);
		if (known) return known;
		const parent = this.#folderAt(parentOf(path));
		const folder = newFolder(this.folders.length, path, parent);
		parent.folders.push(folder);
		this.folders.push(folder);
		this.#byPath.set(path, folder);
		return folder;
	}

	/** Sorts a folder after all folders below it are finished. */
	*#finish(folder: Folder): Generator<void, void> {
		yield* sortInSteps(folder.folders, (a, b) => a.path < b.path);
		for (const [position, child] of folder.folders.entries()) {
			child.position = position;
			folder.size += child.size;
		}
		yield* sortInSteps(folder.files, (a, b) => this.#pathOf(a) < this.#pathOf(b));
	}

	/** Returns the index of a path in a folder's list of files, or its insertion index. */
	#positionOf(folder: Folder, path: string): number {
		return lowerBound(folder.files, (index) => (this.#pathOf(index) < path ? -1 : 0));
	}

	#pathOf(index: number): string {
		return this.#metainfo.files[index]?.path ?? '';
	}
}

function newFolder(id: number, path: string, parent: Folder | null): Folder {
	return { id, path, parent, position: 0, folders: [], files: [], size: 0 };
}

function parentOf(path: string): string {
	return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
