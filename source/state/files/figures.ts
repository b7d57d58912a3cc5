import type { FileTree } from './tree.ts';

/** Selected and downloaded totals, by node, derived from the files. */
export interface Figures {
	readonly selectedFiles: Int32Array;
	/** Whole bytes, so that sums accumulate no rounding errors. NaN if the size of a file is unknown. */
	readonly selectedBytes: Float64Array;
	readonly hereBytes: Float64Array;
	/** Totals of the whole tree. */
	readonly all: { readonly selectedFiles: number; readonly selectedBytes: number };
}

/**
 * Sums selected and downloaded data by folder. `selected`: 1 for each selected file, by node. `progress`: 0 to 1, of
 * files, by node. A folder precedes its content, so a pass from the last node to the first completes each sum before
 * its folder.
 */
export function addUp(tree: FileTree, selected: Uint8Array, progress: Float64Array): Figures {
	const { parents, sizes, indices } = tree;
	const count = parents.length;
	const selectedFiles = new Int32Array(count);
	const selectedBytes = new Float64Array(count);
	const hereBytes = new Float64Array(count);
	const all = { selectedFiles: 0, selectedBytes: 0 };
	for (let node = count - 1; node >= 0; node--) {
		if ((indices[node] ?? -1) >= 0) {
			const size = sizes[node] ?? 0;
			const isSelected = selected[node] ?? 0;
			selectedFiles[node] = isSelected;
			selectedBytes[node] = isSelected * size;
			hereBytes[node] = bytesHere(progress[node] ?? 0, size);
		}
		const parent = parents[node] ?? -1;
		if (parent < 0) {
			all.selectedFiles += selectedFiles[node] ?? 0;
			all.selectedBytes += selectedBytes[node] ?? 0;
			continue;
		}
		selectedFiles[parent] = (selectedFiles[parent] ?? 0) + (selectedFiles[node] ?? 0);
		selectedBytes[parent] = (selectedBytes[parent] ?? 0) + (selectedBytes[node] ?? 0);
		hereBytes[parent] = (hereBytes[parent] ?? 0) + (hereBytes[node] ?? 0);
	}
	return { selectedFiles, selectedBytes, hereBytes, all };
}

/** Share of changed nodes from which a full sum is faster. */
const MAX_INCREMENTAL_SHARE = 1 / 8;

/**
 * Returns the figures after a change of some files; the rest stays. The cost depends on the number of changed files.
 */
export function addUpAgain(
	tree: FileTree,
	before: Figures,
	changed: ArrayLike<number>,
	selected: Uint8Array,
	progress: Float64Array,
): Figures {
	const { parents, sizes } = tree;
	if (changed.length > parents.length * MAX_INCREMENTAL_SHARE) return addUp(tree, selected, progress);
	// An unknown value cannot be subtracted from a sum.
	for (let at = 0; at < changed.length; at++) {
		if (Number.isNaN(before.hereBytes[changed[at] ?? -1])) return addUp(tree, selected, progress);
	}
	const selectedFiles = before.selectedFiles.slice();
	const selectedBytes = before.selectedBytes.slice();
	const hereBytes = before.hereBytes.slice();
	const all = { ...before.all };
	for (let at = 0; at < changed.length; at++) {
		const file = changed[at] ?? -1;
		const size = sizes[file] ?? 0;
		const isSelected = selected[file] ?? 0;
		const files = isSelected - (selectedFiles[file] ?? 0);
		const bytes = isSelected * size - (selectedBytes[file] ?? 0);
		const here = bytesHere(progress[file] ?? 0, size) - (hereBytes[file] ?? 0);
		all.selectedFiles += files;
		all.selectedBytes += bytes;
		for (let node = file; node >= 0; node = parents[node] ?? -1) {
			selectedFiles[node] = (selectedFiles[node] ?? 0) + files;
			selectedBytes[node] = (selectedBytes[node] ?? 0) + bytes;
			hereBytes[node] = (hereBytes[node] ?? 0) + here;
		}
	}
	return { selectedFiles, selectedBytes, hereBytes, all };
}

/**
 * Returns the downloaded bytes, clamped to the size; complete only if the progress is 1. NaN for an unknown progress.
 */
function bytesHere(progress: number, size: number): number {
	return Math.floor(Math.min(1, Math.max(0, progress)) * size);
}
