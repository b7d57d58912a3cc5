import { selectionColumns } from '../../../../../../../columns/file-tree.ts';
import { shorten } from '../../../../../../../format/cells.ts';
import { type FilesSlice, lineCount } from '../../../../../../../state/files/files.ts';
import { type Drawn, fixedRows, type Place, part } from '../../../../../../dialogs/kit/index.ts';
import type { LineMemo } from '../../../../../../dialogs/kit/line-memo.ts';
import { treeRowSentence } from '../../table.ts';
import { nothingFound } from '../../texts.ts';
import { drawTreeLines, newTreeMemory, type TreeMemory } from '../../tree-lines.ts';

interface TreeProps {
	readonly files: FilesSlice;
	/** Maximum rows below its titles. */
	readonly most: number;
}

/** The tree of files with its titles. */
export const Tree = part<TreeProps>({
	rows: ({ files, most }) => fixedRows(Math.min(most, sizeOf(files)) + 1),
	draw: drawTree,
	speak: ({ files }) => ({ live: `${treeRowSentence(files)};` }),
});

/** Last drawing of each tree. */
const memories = new WeakMap<LineMemo, TreeMemory>();

function drawTree({ files }: TreeProps, { theme, columns, rows, memo }: Place): Drawn {
	const memory = (memo && memories.get(memo)) ?? newTreeMemory();
	if (memo) memories.set(memo, memory);
	if (lineCount(files) > 0) {
		const place = { files, columns: selectionColumns, theme, width: columns, height: rows, faint: false };
		return drawTreeLines({ ...place, focused: true, part: 'dialog' }, memory);
	}
	return { lines: nothingFound.map((line) => shorten(line, columns)) };
}

/** Returns the lines of the whole tree. Filtered and collapsed entries count, so that the frame keeps its size. */
function sizeOf({ all }: FilesSlice): number {
	return Math.max(nothingFound.length, all?.tree.parents.length ?? 0);
}
