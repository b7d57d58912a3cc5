import { lowerBound } from '../../basics/sorted.ts';
import type { Filtered } from './filter.ts';
import type { FileTree } from './tree.ts';

/**
 * Returns the visible nodes in order: those whose folders are all expanded. With a filter, the matching nodes and
 * their folders, which count as expanded.
 */
export function visibleNodes(
	tree: FileTree,
	expanded: Uint8Array,
	filtered: Filtered | undefined,
): Int32Array {
	const count = tree.parents.length;
	const visible = new Int32Array(count);
	let length = 0;
	for (let node = 0; node < count; ) {
		const leads = filtered?.containsMatch[node] === 1;
		if (filtered && !leads && filtered.matches[node] !== 1) {
			node = tree.ends[node] ?? count;
			continue;
		}
		visible[length++] = node;
		node = leads || expanded[node] === 1 ? node + 1 : (tree.ends[node] ?? count);
	}
	return visible.slice(0, length);
}

/** Returns the position of a node among the visible ones, or of its nearest visible folder; -1 if there is none. */
export function indexOfVisible(tree: FileTree, visible: Int32Array, node: number): number {
	for (let at = node; at >= 0; at = tree.parents[at] ?? -1) {
		const place = search(visible, at);
		if (place >= 0) return place;
	}
	return -1;
}

/** Searches in sorted nodes. */
function search(visible: Int32Array, node: number): number {
	const at = lowerBound(visible, (each) => each - node);
	return visible[at] === node ? at : -1;
}
