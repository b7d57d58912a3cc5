import type { FileTree } from './tree.ts';

/** Selected and downloaded totals, by node, derived from the files. */
export interface Figures {
	readonly selectedFiles: Int32Array;
	/** Whole bytes, so that sums accumulate no rounding errors. NaN if the size of a file is unknown. */
	readonly selectedBytes: Float64Array;
	readonly downloadedBytes: Float64Array;
	/** Totals of the whole tree. */
	readonly all: { readonly selectedFiles: number; readonly selectedBytes: number };
}

/**
 * Sums selected and downloaded data by folder. `selected`: 1 for each selected file, by node. `progress`: 0 to 1, of
 * files, by node. A folder precedes its content, so a pass from the last node to the first completes each sum before
 * its folder.
 */
export function sumFiles(tree: FileTree, selected: Uint8Array, progress: Float64Array): Figures {
	const { parents, sizes, indices } = tree;
	const count = parents.length;
	const selectedFiles = new Int32Array(count);
	const selectedBytes = new Float64Array(count);
	const downloadedBytes = new Float64Array(count);
	const all = { selectedFiles: 0, selectedBytes: 0 };
	for (let node = count - 1; node >= 0; node--) {
		if ((indices[node] ?? -1) >= 0) {
			const size = sizes[node] ?? 0;
			const isSelected = selected[node] ?? 0;
			selectedFiles[node] = isSelected;
			selectedBytes[node] = isSelected * size;
			downloadedBytes[node] = downloadedBytesOf(progress[node] ?? 0, size);
		}
		const parent = parents[node] ?? -1;
		if (parent < 0) {
			all.selectedFiles += selectedFiles[node] ?? 0;
			all.selectedBytes += selectedBytes[node] ?? 0;
			continue;
		}
		selectedFiles[parent] = (selectedFiles[parent] ?? 0) + (selectedFiles[node] ?? 0);
		selectedBytes[parent] = (selectedBytes[parent] ?? 0) + (selectedBytes[node] ?? 0);
		downloadedBytes[parent] = (downloadedBytes[parent] ?? 0) + (downloadedBytes[node] ?? 0);
	}
	return { selectedFiles, selectedBytes, downloadedBytes, all };
}

/** Share of changed nodes from which a full sum is faster. */
const MAX_INCREMENTAL_SHARE = 1 / 8;

/**
 * Returns the figures after a change of some files; the rest stays. The cost depends on the number of changed files.
 */
export function updateSums(
	tree: FileTree,
	before: Figures,
	changed: ArrayLike<number>,
	selected: Uint8Array,
	progress: Float64Array,
): Figures {
	const { parents, sizes } = tree;
	if (changed.length > parents.length * MAX_INCREMENTAL_SHARE) return sumFiles(tree, selected, progress);
	// An unknown value cannot be subtracted from a sum.
	for (let at = 0; at < changed.length; at++) {
		if (Number.isNaN(before.downloadedBytes[changed[at] ?? -1])) return sumFiles(tree, selected, progress);
	}
	const selectedFiles = before.selectedFiles.slice();
	const selectedBytes = before.selectedBytes.slice();
	const downloadedBytes = before.downloadedBytes.slice();
	const all = { ...before.all };
	for (let at = 0; at < changed.length; at++) {
		const file = changed[at] ?? -1;
		const size = sizes[file] ?? 0;
		const isSelected = selected[file] ?? 0;
		const files = isSelected - (selectedFiles[file] ?? 0);
		const bytes = isSelected * size - (selectedBytes[file] ?? 0);
		const here = downloadedBytesOf(progress[file] ?? 0, size) - (downloadedBytes[file] ?? 0);
		all.selectedFiles += files;
		all.selectedBytes += bytes;
		for (let node = file; node >= 0; node = parents[node] ?? -1) {
			selectedFiles[node] = (selectedFiles[node] ?? 0) + files;
			selectedBytes[node] = (selectedBytes[node] ?? 0) + bytes;
			downloadedBytes[node] = (downloadedBytes[node] ?? 0) + here;
		}
	}
	return { selectedFiles, selectedBytes, downloadedBytes, all };
}

/**
 * Returns the downloaded bytes, clamped to the size; complete only if the progress is 1. NaN for an unknown progress.
 */
function downloadedBytesOf(progress: number, size: number): number {
	return Math.floor(Math.min(1, Math.max(0, progress)) * size);
}
