import { choosingColumns } from '../../../columns/file-tree.ts';
import { shorten } from '../../../format/cells.ts';
import { type FilesSlice, lineCount } from '../../../state/files/files.ts';
import { treeRowSentence } from '../../panes/downloads/tabs/files/table.ts';
import { nothingFound } from '../../panes/downloads/tabs/files/texts.ts';
import { useTreeLines } from '../../panes/downloads/tabs/files/tree-lines.ts';
import { type Drawn, fixedRows, type Place, part } from '../kit/part.ts';

interface TreeProps {
	readonly files: FilesSlice;
	/** Maximum rows below its titles. */
	readonly most: number;
}

/** The tree of files with its titles. */
export const Tree = part<TreeProps>({
	rows: ({ files, most }) => fixedRows(Math.min(most, sizeOf(files)) + 1),
	draw: useDrawnTree,
	speak: ({ files }) => ({ live: `${treeRowSentence(files)};` }),
});

function useDrawnTree({ files }: TreeProps, { theme, columns, rows }: Place): Drawn {
	const drawn = useTreeLines({
		files,
		columns: choosingColumns,
		theme,
		width: columns,
		height: rows,
		focused: true,
		faint: false,
		part: 'dialog',
	});
	if (lineCount(files) > 0) return drawn;
	return { lines: nothingFound.map((line) => shorten(line, columns)) };
}

/** Returns the lines of the whole tree. Filtered and collapsed entries count, so that the frame keeps its size. */
function sizeOf({ all }: FilesSlice): number {
	return Math.max(nothingFound.length, all?.tree.parents.length ?? 0);
}
