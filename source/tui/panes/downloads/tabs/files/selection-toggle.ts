import { activeFiles } from '../../../../../state/adding/active-files.ts';
import type { State } from '../../../../../state/core/state.ts';
import { type AllFiles, nodeUnderCursor } from '../../../../../state/files/files.ts';
import { type FileTree, filesBelow, isFolder, pathOf } from '../../../../../state/files/tree.ts';
import type { FileSelection } from '../../../../actions/file-requests.ts';

/** A line of the tree. */
interface TreeCursor {
	readonly all: AllFiles;
	readonly node: number;
}

/** Returns the line under the cursor, once all files are loaded. */
export function treeCursor(state: State): TreeCursor | undefined {
	const files = activeFiles(state);
	const node = nodeUnderCursor(files);
	return files.all && node !== undefined ? { all: files.all, node } : undefined;
}

/** Whether a filter hides files of the folder. Filtered out files keep their selection. */
function isPartlyFiltered({ all: { filtered }, node }: TreeCursor): boolean {
	return filtered?.containsMatch[node] === 1;
}

/** Returns how many of the files under the cursor are selected, and how many are not. */
export function amountsOf(on: TreeCursor): { readonly selected: number; readonly others: number } {
	const { tree, figures, choice } = on.all;
	if (!isPartlyFiltered(on)) {
		const selected = figures.selectedFiles[on.node] ?? 0;
		return { selected, others: (tree.files[on.node] ?? 0) - selected };
	}
	const nodes = nodesOf(on);
	const selected = nodes.reduce((sum, node) => sum + (choice.selected[node] ?? 0), 0);
	return { selected, others: nodes.length - selected };
}

/** Returns the files under the cursor, without filtered out ones. */
export function nodesOf(on: TreeCursor): Int32Array {
	const { tree, filtered } = on.all;
	const nodes = filesBelow(tree, on.node);
	return isPartlyFiltered(on) ? nodes.filter((node) => filtered?.matches[node] === 1) : nodes;
}

/** Whether the files under the cursor are the only selected ones. */
export function isOnlySelected(on: TreeCursor): boolean {
	const { selected, others } = amountsOf(on);
	return others === 0 && selected === on.all.figures.all.selectedFiles;
}

/**
 * Returns the request that selects only the files under the cursor. All others become deselected, also the filtered out
 * ones.
 */
export function onlyOf(on: TreeCursor): FileSelection {
	const { tree, choice } = on.all;
	const nodes = nodesOf(on);
	const kept = new Uint8Array(tree.parents.length);
	for (const node of nodes) kept[node] = 1;
	const others = filesWhere(tree, (node) => choice.selected[node] === 1 && kept[node] !== 1);
	return { included: true, nodes, others, path: undefined, what: pathOf(tree, on.node) };
}

/** Whether a file that the filter shows is not selected. It runs with every key, so it makes no list. */
export function hasUnselected({ tree, choice, figures, filtered }: AllFiles): boolean {
	if (figures.all.selectedFiles === tree.nodes.size) return false;
	if (!filtered) return true;
	return filtered.matches.some(
		(is, node) => is === 1 && !isFolder(tree, node) && choice.selected[node] !== 1,
	);
}

/** Returns the request that selects all files that the filter shows. */
export function allOf({ tree, choice, filtered }: AllFiles): FileSelection {
	const isShown = (node: number) => !filtered || filtered.matches[node] === 1;
	const nodes = filesWhere(tree, (node) => choice.selected[node] !== 1 && isShown(node));
	return { included: true, nodes, path: undefined, what: 'all files' };
}

function filesWhere(tree: FileTree, is: (node: number) => boolean): Int32Array {
	return Int32Array.from(tree.parents.keys()).filter((node) => !isFolder(tree, node) && is(node));
}

/** Returns the request of the select key. A partly selected folder becomes selected as a whole. */
export function toggleOf(on: TreeCursor): FileSelection {
	const what = pathOf(on.all.tree, on.node);
	const path = isPartlyFiltered(on) ? undefined : what;
	return { included: amountsOf(on).others > 0, nodes: nodesOf(on), path, what };
}
