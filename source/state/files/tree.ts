/**
 * Files of a download as a tree. Folders and files are nodes, numbered in the order of a fully expanded tree. Nodes
 * below a folder follow it up to its end. Properties of nodes are arrays of numbers, so that a pass over 100,000 files
 * takes a millisecond.
 *
 * Folders precede files, both sorted by name. Views of our own service have the same order, so visible lines are a page
 * of it.
 */
export interface FileTree {
	/** Last parts of the paths, by node; may be untrusted. */
	readonly names: readonly string[];
	/** All names folded for filters (`foldName`), each followed by a line break. */
	readonly text: string;
	/** Start of each node's name in the text; the last value is the end of the text. */
	readonly starts: Int32Array;
	/** Parent folder by node; -1 for none. */
	readonly parents: Int32Array;
	/** The node after the last one below a folder; for a file, the next node. */
	readonly ends: Int32Array;
	readonly depths: Uint32Array;
	/** Index of a file in the service; -1 for a folder. */
	readonly indices: Float64Array;
	/** Bytes; for a folder those of all files below it. */
	readonly sizes: Float64Array;
	/** Files below a folder; 1 for a file. */
	readonly files: Int32Array;
	/** Node by index of the file. */
	readonly nodes: ReadonlyMap<number, number>;
	/** Bytes of all files. */
	readonly size: number;
}

export function isFolder(tree: FileTree, node: number): boolean {
	return (tree.indices[node] ?? 0) < 0;
}

/** Returns the path of a node below the root of the torrent. */
export function pathOf(tree: FileTree, node: number): string {
	const parts: string[] = [];
	for (let at = node; at >= 0; at = tree.parents[at] ?? -1) parts.push(tree.names[at] ?? '');
	return parts.reverse().join('/');
}

/** Returns the node at a path; undefined if there is none. A folder precedes a file of the same name. */
export function findNode(tree: FileTree, path: string): number | undefined {
	let found: number | undefined;
	let from = 0;
	let end = tree.names.length;
	for (const part of path.split('/')) {
		found = undefined;
		for (let node = from; node < end; node = tree.ends[node] ?? end) {
			if (tree.names[node] !== part) continue;
			found = node;
			break;
		}
		if (found === undefined) return undefined;
		from = found + 1;
		end = tree.ends[found] ?? from;
	}
	return found;
}

/** Returns the folders around a node, the outermost first. */
export function foldersAbove(tree: FileTree, node: number): number[] {
	const folders: number[] = [];
	for (let at = tree.parents[node] ?? -1; at >= 0; at = tree.parents[at] ?? -1) folders.push(at);
	return folders.reverse();
}

/** Returns the file itself, or all files below a folder. */
export function filesBelow(tree: FileTree, node: number): Int32Array {
	const files = new Int32Array(tree.files[node] ?? 0);
	let count = 0;
	for (let at = node; at < (tree.ends[node] ?? 0); at++) if (!isFolder(tree, at)) files[count++] = at;
	return files;
}

/** Returns a name folded for filters: lower case, accents separate from their letters. */
export function foldName(name: string): string {
	return name.normalize('NFD').toLowerCase().replaceAll('ς', 'σ');
}
