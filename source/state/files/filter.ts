import { type FileTree, foldName } from './tree.ts';

/** Returns the folded words of a filter of files. A slash separates words, each within one name of the path. */
export function filesFilterWords(filter: string): readonly string[] {
	return foldName(filter)
		.split(/[\s/]+/)
		.filter((word) => word !== '');
}

/** Maximum words. Each is a bit of a number. */
const MAX_WORDS = 30;

/** Result of a filter, by node. */
export interface Filtered {
	/** 1 if its name or those of its parents contain every word. */
	readonly matches: Uint8Array;
	/** 1 for a folder that does not pass itself but contains a match. */
	readonly containsMatch: Uint8Array;
	/** Files that pass. */
	readonly files: number;
}

/** Returns the result of a filter; undefined if it matches everything. */
export function filterTree(tree: FileTree, filter: string): Filtered | undefined {
	const words = filesFilterWords(filter).slice(0, MAX_WORDS);
	if (words.length === 0) return undefined;
	const { parents, indices } = tree;
	const count = parents.length;
	const all = 2 ** words.length - 1;
	const found = new Int32Array(count);
	for (const [place, word] of words.entries()) findWord(tree, word, 1 << place, found);
	const matches = new Uint8Array(count);
	const containsMatch = new Uint8Array(count);
	let files = 0;
	for (let node = 0; node < count; node++) {
		const bits = (found[node] ?? 0) | (found[parents[node] ?? -1] ?? 0);
		found[node] = bits;
		if (bits !== all) continue;
		matches[node] = 1;
		if ((indices[node] ?? -1) >= 0) files++;
	}
	for (let node = count - 1; node >= 0; node--) {
		const parent = parents[node] ?? -1;
		if (parent >= 0 && matches[parent] === 0 && (matches[node] === 1 || containsMatch[node] === 1))
			containsMatch[parent] = 1;
	}
	return { matches, containsMatch, files };
}

/** Sets a bit of every node whose name contains a word. Searching one text of all names takes a millisecond. */
function findWord({ text, starts }: FileTree, word: string, bit: number, found: Int32Array): void {
	let node = 0;
	for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, starts[node])) {
		while ((starts[node + 1] ?? Number.POSITIVE_INFINITY) <= at) node++;
		if (node >= found.length) return;
		found[node] = (found[node] ?? 0) | bit;
		node++;
	}
}
