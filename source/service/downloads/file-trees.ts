import { FileTree, type Folder, type TreeEntry } from '../../metainfo/file-tree.ts';
import { fileBytesComplete, selectionFlags } from '../../metainfo/layout.ts';
import type { Metainfo } from '../../metainfo/metainfo.ts';
import { inSlices } from '../../metainfo/slices.ts';
import { treeBeginning } from '../../protocol/repair/file-tree.ts';
import type { File } from '../../protocol/resources/file.ts';
import { clip, HttpError } from '../http/http-error.ts';
import type { DownloadRecord } from '../storage/record.ts';

/** Index of collapsed and expanded folders in a view. */
const COLLAPSED_INDEX = -1;
const EXPANDED_INDEX = -2;

/** Sums over all files below each folder, by folder number. Valid for one selection and one bitfield. */
interface FolderSums {
	readonly selected: readonly number[] | null;
	readonly bitfield: Uint8Array;
	/** 1 for each selected file, by index. */
	readonly flags: Uint8Array;
	readonly selectedFiles: Float64Array;
	readonly completeBytes: Float64Array;
}

/**
 * File trees as clients see them. Expanded folders are remembered while the download exists and the service runs. A
 * tree lives as long as its metainfo.
 * Tree paths start with the torrent's root, as in 8.1 (protocol/repair/file-tree.ts). Any other path is relative to
 * the root, as in file lists.
 */
export class FileTrees {
	readonly #trees = new WeakMap<Metainfo, FileTree>();
	readonly #sums = new WeakMap<Metainfo, FolderSums>();
	readonly #expanded = new WeakMap<DownloadRecord, Set<string>>();

	tree(metainfo: Metainfo): FileTree {
		let tree = this.#trees.get(metainfo);
		if (!tree) {
			tree = FileTree.of(metainfo);
			this.#trees.set(metainfo, tree);
		}
		return tree;
	}

	/** Builds the tree in slices, so that other requests do not wait. */
	async prepare(metainfo: Metainfo): Promise<void> {
		if (this.#trees.has(metainfo)) return;
		const tree = await inSlices(FileTree.buildInSteps(metainfo));
		if (!this.#trees.has(metainfo)) this.#trees.set(metainfo, tree);
	}

	/** Returns the entry at a path. Throws the 404 for an unknown path. */
	find(metainfo: Metainfo, path: string): TreeEntry {
		const tree = this.tree(metainfo);
		if (path === treeBeginning || path === '.') return tree.root;
		const root = rootOf(metainfo);
		const rooted = path.startsWith(root) ? tree.find(path.slice(root.length)) : undefined;
		const found = `${path}/` === root ? tree.root : (rooted ?? tree.find(path));
		if (found === undefined) {
			throw new HttpError(
				404,
				'PathNotFoundError',
				`There is no file or folder ${clip(path)} in this download. Use the paths that the file views return.`,
			);
		}
		return found;
	}

	/** Expands or collapses a folder and returns its path. Throws for an unknown folder. */
	setExpanded(record: DownloadRecord, metainfo: Metainfo, path: string, expand: boolean): string {
		const entry = this.find(metainfo, path);
		if (typeof entry === 'number') {
			throw new HttpError(
				400,
				'NotAFolderError',
				`${clip(path)} is a file: only folders expand and collapse.`,
			);
		}
		const open = this.#expanded.get(record) ?? new Set<string>();
		this.#expanded.set(record, open);
		if (expand) open.add(entry.path);
		else open.delete(entry.path);
		return treePath(metainfo, entry.path);
	}

	/** Returns up to `size` visible entries after a path. */
	view(record: DownloadRecord, metainfo: Metainfo, start: string, size: number): File[] {
		const open = this.#expanded.get(record);
		const isExpanded = ({ path }: Folder) => open?.has(path) ?? false;
		const page = this.tree(metainfo).view(this.find(metainfo, start), size, isExpanded);
		const sums = this.#sumsOf(record, metainfo);
		return page.map((entry) => {
			if (typeof entry === 'number') return fileEntry(record, metainfo, entry, sums);
			return {
				index: isExpanded(entry) ? EXPANDED_INDEX : COLLAPSED_INDEX,
				name: treePath(metainfo, entry.path),
				size: entry.size,
				included: (sums.selectedFiles[entry.id] ?? 0) > 0,
				progress: entry.size === 0 ? 1 : (sums.completeBytes[entry.id] ?? 0) / entry.size,
			};
		});
	}

	/** Returns the selection after selecting or deselecting the files at `path`. */
	selection(
		record: DownloadRecord,
		metainfo: Metainfo,
		path: string,
		want: boolean,
	): readonly number[] | null {
		const selection = selectionFlags(metainfo, record.selected);
		for (const index of this.tree(metainfo).filesOf(this.find(metainfo, path)))
			selection[index] = want ? 1 : 0;
		const selected: number[] = [];
		let all = true;
		for (let index = 0; index < selection.length; index++) {
			if (selection[index] === 1) selected.push(index);
			else all &&= metainfo.files[index]?.padding === true;
		}
		return all ? null : selected;
	}

	#sumsOf({ selected, bitfield }: DownloadRecord, metainfo: Metainfo): FolderSums {
		const known = this.#sums.get(metainfo);
		if (known?.selected === selected && known.bitfield === bitfield) return known;
		const flags = selectionFlags(metainfo, selected);
		const completeOf = (index: number): number => {
			const file = metainfo.files[index];
			return file ? fileBytesComplete(metainfo, file, bitfield) : 0;
		};
		const selectedFiles = this.#sum(metainfo, (index) => flags[index] ?? 0);
		const completeBytes = this.#sum(metainfo, completeOf);
		const sums = { selected, bitfield, flags, selectedFiles, completeBytes };
		this.#sums.set(metainfo, sums);
		return sums;
	}

	/** Returns the sum over all files below each folder. */
	#sum(metainfo: Metainfo, amountOf: (index: number) => number): Float64Array {
		const { folders } = this.tree(metainfo);
		const sums = new Float64Array(folders.length);
		// Parents precede their children. In reverse order, each folder is complete when it is added to its parent.
		for (let id = folders.length - 1; id >= 0; id--) {
			const folder = folders[id];
			if (!folder) continue;
			let sum = sums[id] ?? 0;
			for (const index of folder.files) sum += amountOf(index);
			sums[id] = sum;
			if (folder.parent) sums[folder.parent.id] = (sums[folder.parent.id] ?? 0) + sum;
		}
		return sums;
	}
}

function fileEntry(
	{ bitfield, priorities }: DownloadRecord,
	metainfo: Metainfo,
	index: number,
	{ flags }: FolderSums,
): File {
	const file = metainfo.files[index];
	const size = file?.length ?? 0;
	return {
		index,
		name: treePath(metainfo, file?.path ?? ''),
		size,
		included: flags[index] === 1,
		progress: file && size > 0 ? fileBytesComplete(metainfo, file, bitfield) / size : 1,
		priority: priorities.get(index) ?? 'normal',
	};
}

/** Returns the prefix of all tree paths. A torrent of a single file has no root. */
function rootOf(metainfo: Metainfo): string {
	return metainfo.isSingleFile ? '' : `${metainfo.name}/`;
}

function treePath(metainfo: Metainfo, path: string): string {
	return path === '' ? metainfo.name : rootOf(metainfo) + path;
}
