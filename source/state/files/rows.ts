import { lowerBound } from '../../basics/sorted.ts';
import type { TreeRow } from '../../columns/file-tree.ts';
import type { File } from '../../protocol/resources/file.ts';
import type { AllFiles, FilesSlice } from './files.ts';
import { priorityAt } from './priorities.ts';

/** Returns a range of lines as they are drawn. */
export function treeRows({ all, page }: FilesSlice, from: number, to: number): TreeRow[] {
	if (!all) return (page ?? []).slice(from, to).map(rowOfPage);
	return Array.from(all.visible.subarray(from, to), (node) => treeRow(all, node));
}

/** Returns the line of a node. */
function treeRow(all: AllFiles, node: number): TreeRow {
	const { tree, choice, priorities, figures, expanded, filtered, folderProgress, progress } = all;
	const size = tree.sizes[node] ?? 0;
	const files = tree.files[node] ?? 0;
	const selectedFiles = figures.selectedFiles[node] ?? 0;
	const index = tree.indices[node] ?? -1;
	const isOpen = expanded[node] === 1 || filtered?.containsMatch[node] === 1;
	const isIn = (nodes: Int32Array) => overlaps(nodes, node, tree.ends[node] ?? node + 1);
	const ofFolder = folderProgress.get(node) ?? (size === 0 ? 1 : (figures.downloadedBytes[node] ?? 0) / size);
	return {
		kind: index >= 0 ? 'file' : isOpen ? 'expanded' : 'collapsed',
		depth: tree.depths[node] ?? 0,
		name: tree.names[node] ?? '',
		index,
		size,
		progress: index >= 0 ? (progress[node] ?? 0) : ofFolder,
		selectedBytes: figures.selectedBytes[node] ?? 0,
		choice: selectedFiles === 0 ? 'none' : selectedFiles === files ? 'all' : 'some',
		files,
		selectedFiles,
		priority: priorityAt(priorities, node),
		changing:
			choice.changes.some(({ nodes, others }) => isIn(nodes) || (others !== undefined && isIn(others))) ||
			priorities.changes.some(({ groups }) => groups.some(({ nodes }) => isIn(nodes))),
	};
}

/** Whether one of the sorted nodes is in the range from `from` to before `end`. */
function overlaps(nodes: Int32Array, from: number, end: number): boolean {
	return (nodes[lowerBound(nodes, (node) => node - from)] ?? end) < end;
}

/** Returns a line of a view, until all files are loaded. The number of files in a folder is unknown. */
function rowOfPage(file: File): TreeRow {
	const { index, name, size = Number.NaN, included, progress = Number.NaN, priority } = file;
	const parts = name.split('/');
	const isFile = index >= 0;
	return {
		kind: isFile ? 'file' : index === -2 ? 'expanded' : 'collapsed',
		depth: parts.length - 1,
		name: parts.at(-1) ?? '',
		index,
		size,
		progress,
		selectedBytes: included === false ? 0 : included && isFile ? size : Number.NaN,
		choice: included === false ? 'none' : included && isFile ? 'all' : 'unknown',
		files: 0,
		selectedFiles: 0,
		priority,
		changing: false,
	};
}
