import type { TimeSlice } from '../../client/lists/time-slice.ts';
import type { File } from '../../protocol/resources/file.ts';
import { type FileTree, pathOf } from '../../state/files/tree.ts';
import { isPadding } from './make-tree.ts';

/** Whether a list matches a tree, except for selection and progress. Yields between steps. */
export async function isSameTree(tree: FileTree, files: readonly File[], turns: TimeSlice): Promise<boolean> {
	let count = 0;
	turns.begin();
	for (const file of files) {
		if (isPadding(file)) continue;
		const node = tree.nodes.get(file.index);
		if (node === undefined || !Object.is(tree.sizes[node], file.size ?? Number.NaN)) return false;
		if (pathOf(tree, node) !== file.name) return false;
		count++;
		if (turns.over) await turns.next();
	}
	return count === tree.nodes.size;
}
