import type { State } from '../../../../../state/core/state.ts';
import { activeFiles } from '../../../../../state/files/active-files.ts';
import { type AllFiles, nodeUnderCursor } from '../../../../../state/files/files.ts';
import { filesBelow, pathOf } from '../../../../../state/files/tree.ts';
import type { FileSelection } from '../../../../actions/file-requests.ts';

/** A line of the tree. */
export interface TreeCursor {
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

function nodesOf(on: TreeCursor): Int32Array {
	const { tree, filtered } = on.all;
	const nodes = filesBelow(tree, on.node);
	return isPartlyFiltered(on) ? nodes.filter((node) => filtered?.matches[node] === 1) : nodes;
}

/** Returns the request of the select key. A partly selected folder becomes selected as a whole. */
export function toggleOf(on: TreeCursor): FileSelection {
	const what = pathOf(on.all.tree, on.node);
	const path = isPartlyFiltered(on) ? undefined : what;
	return { included: amountsOf(on).others > 0, nodes: nodesOf(on), path, what };
}
