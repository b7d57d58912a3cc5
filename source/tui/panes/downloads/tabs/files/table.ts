import { selectionColumns, type TreeRow, treeColumns } from '../../../../../columns/file-tree.ts';
import type { State } from '../../../../../state/core/state.ts';
import { type FilesSlice, lineCount } from '../../../../../state/files/files.ts';
import { treeRows } from '../../../../../state/files/rows.ts';
import { type RowTable, sentenceAt } from '../../../../surfaces/row-table.ts';

/** Returns the file tree of the details as it is drawn and spoken. */
export function filesTable({ details: { files, of } }: State): RowTable<TreeRow> {
	return {
		columns: treeColumns,
		rows: linesOf(files),
		cursor: lineCount(files) === 0 ? -1 : files.cursorAt,
		keyOf: ({ name }) => `${of} ${files.cursorAt} ${name}`,
		filter: files.filter,
	};
}

/** Returns the line under the cursor in the tree of a .torrent, as a sentence; '' if there is none. */
export function treeRowSentence(files: FilesSlice): string {
	const rows = linesOf(files);
	if (rows.length === 0) return 'No file is shown. Press backspace to show all files.';
	const table = {
		columns: selectionColumns,
		rows,
		cursor: files.cursorAt,
		keyOf: ({ name }: TreeRow) => name,
	};
	return `${sentenceAt(table, files.cursorAt)}; ${files.cursorAt + 1} of ${rows.length}`;
}

/** The lines of a tree, made one by one. */
function linesOf(files: FilesSlice): RowTable<TreeRow>['rows'] {
	return { length: lineCount(files), at: (index) => treeRows(files, index, index + 1)[0] };
}
