import { sortInSteps } from '../../metainfo/sorting.ts';
import type { File } from '../../protocol/resources/file.ts';
import { type FileTree, foldName } from '../../state/files/tree.ts';

/** Number of files between two yields. */
const FILES_PER_STEP = 512;

/** Input of a tree: path, index and size of files. */
type Listed = Pick<File, 'name' | 'index' | 'size'>;

/** A folder while the tree is built. */
interface Draft {
	readonly name: string;
	readonly folders: Map<string, Draft>;
	readonly files: Leaf[];
}

interface Leaf {
	readonly name: string;
	readonly file: Listed;
}

/** Padding files (BEP 47), which services omit from trees. */
const padding = /^\.pad\/\d+$/;

/** Whether an entry is padding or a folder of a view. */
export function isPadding({ name, index }: Listed): boolean {
	return index < 0 || padding.test(name);
}

/**
 * Builds a tree of a list of files in steps of about a millisecond; 100,000 files take a few hundred. Paths are
 * untrusted: deep ones, duplicates, and files as folders occur.
 */
export function* makingTree(files: readonly Listed[]): Generator<void, FileTree> {
	const root: Draft = { name: '', folders: new Map(), files: [] };
	let count = 0;
	for (const [at, file] of files.entries()) {
		if (at % FILES_PER_STEP === 0) yield;
		if (isPadding(file)) continue;
		const parts = file.name.split('/');
		const name = parts.pop() ?? '';
		let folder = root;
		for (const part of parts) {
			let inner = folder.folders.get(part);
			if (!inner) {
				inner = { name: part, folders: new Map(), files: [] };
				folder.folders.set(part, inner);
				count++;
			}
			folder = inner;
		}
		folder.files.push({ name, file });
		count++;
	}
	return yield* flattening(root, count);
}

/** Numbers the nodes of a folder. Not recursive, because the depth is untrusted. */
function* flattening(root: Draft, count: number): Generator<void, FileTree> {
	const names: string[] = [];
	const folded: string[] = [];
	const starts = new Int32Array(count + 1);
	const parents = new Int32Array(count);
	const ends = new Int32Array(count);
	const depths = new Uint32Array(count);
	const indices = new Float64Array(count);
	const sizes = new Float64Array(count);
	const files = new Int32Array(count);
	const nodes = new Map<number, number>();

	const open: {
		readonly node: number;
		readonly folders: Iterator<Draft>;
		readonly files: readonly Leaf[];
	}[] = [];
	const add = (name: string, index: number, size: number): number => {
		const node = names.length;
		names.push(name);
		const fold = foldName(name);
		folded.push(fold);
		starts[node + 1] = (starts[node] ?? 0) + fold.length + 1;
		parents[node] = open.at(-1)?.node ?? -1;
		depths[node] = open.length - 1;
		indices[node] = index;
		sizes[node] = size;
		files[node] = index < 0 ? 0 : 1;
		ends[node] = node + 1;
		return node;
	};
	const enter = function* (draft: Draft, node: number): Generator<void, void> {
		const folders = [...draft.folders.values()];
		yield* sortInSteps(folders, (one, other) => one.name < other.name);
		yield* sortInSteps(draft.files, (one, other) => one.name < other.name);
		open.push({ node, folders: folders.values(), files: draft.files });
	};

	yield* enter(root, -1);
	for (let folder = open.at(-1); folder; folder = open.at(-1)) {
		const next = folder.folders.next();
		if (!next.done) {
			yield* enter(next.value, add(next.value.name, -1, 0));
			if (names.length % FILES_PER_STEP === 0) yield;
			continue;
		}
		for (const { name, file } of folder.files) {
			nodes.set(file.index, add(name, file.index, file.size ?? Number.NaN));
			if (names.length % FILES_PER_STEP === 0) yield;
		}
		if (folder.node >= 0) ends[folder.node] = names.length;
		open.pop();
	}
	yield;
	let size = 0;
	for (let node = count - 1; node >= 0; node--) {
		const parent = parents[node] ?? -1;
		if (parent < 0) {
			size += sizes[node] ?? 0;
			continue;
		}
		sizes[parent] = (sizes[parent] ?? 0) + (sizes[node] ?? 0);
		files[parent] = (files[parent] ?? 0) + (files[node] ?? 0);
	}
	const text = folded.join('\n');
	return { names, text, starts, parents, ends, depths, indices, sizes, files, nodes, size };
}
