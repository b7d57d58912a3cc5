import type { Filtered } from './filter.ts';
import type { FileTree } from './tree.ts';

/**
 * The nodes that show, in their order: those all of whose folders are expanded. With a filter those that pass, and the
 * folders that lead to them, which are expanded whatever they are without it.
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
		const leads = filtered?.leads[node] === 1;
		if (filtered && !leads && filtered.passes[node] !== 1) {
			node = tree.ends[node] ?? count;
			continue;
		}
		visible[length++] = node;
		node = leads || expanded[node] === 1 ? node + 1 : (tree.ends[node] ?? count);
	}
	return visible.slice(0, length);
}

/** Where a node is among those that show, or the nearest folder around it that is; -1 when neither is. */
export function placeOf(tree: FileTree, visible: Int32Array, node: number): number {
	for (let at = node; at >= 0; at = tree.parents[at] ?? -1) {
		const place = search(visible, at);
		if (place >= 0) return place;
	}
	return -1;
}

/** Nodes show in the order of their numbers. */
function search(visible: Int32Array, node: number): number {
	let low = 0;
	let high = visible.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((visible[middle] ?? 0) < node) low = middle + 1;
		else high = middle;
	}
	return visible[low] === node ? low : -1;
}
