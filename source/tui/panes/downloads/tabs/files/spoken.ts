import { stateOf, type TreeRow } from '../../../../../columns/file-tree.ts';
import { bytes } from '../../../../../format/bytes.ts';
import { sanitise } from '../../../../../format/sanitise.ts';
import { percent } from '../../../../../format/share.ts';
import type { State } from '../../../../../state/core/state.ts';
import { type FilesSlice, lineCount } from '../../../../../state/files/files.ts';
import { treeRows } from '../../../../../state/files/rows.ts';
import type { SpokenRow } from '../../../../surfaces/surface.ts';

/** Returns the line of the file tree under the cursor; undefined if there is none. */
export function spokenTreeRow({ details: { files, of } }: State): SpokenRow | undefined {
	const [row] = treeRows(files, files.cursorAt, files.cursorAt + 1);
	if (!row) return undefined;
	const told = rowText(row);
	return {
		id: `${of} ${files.cursorAt} ${sanitise(row.name, 300)}`,
		condition: told.what,
		lines: () => [
			`${told.what}${told.amount}, ${percent(row.progress)} of ${bytes(row.size)}${told.level}; ${files.cursorAt + 1} of ${lineCount(files)}.`,
		],
	};
}

/** Returns the line of the tree of a .torrent to add, as a sentence; '' if there is none. */
export function treeRowSentence(files: FilesSlice): string {
	const [row] = treeRows(files, files.cursorAt, files.cursorAt + 1);
	if (!row) return 'No file is shown; backspace shows all files again.';
	const { what, amount, level } = rowText(row);
	return `${what}${amount}, ${bytes(row.size)}${level}; ${files.cursorAt + 1} of ${lineCount(files)}`;
}

/** Returns the spoken parts of a line. Sanitised. */
function rowText(row: TreeRow): { readonly what: string; readonly amount: string; readonly level: string } {
	const name = sanitise(row.name, 300);
	const kind = row.kind === 'file' ? '' : `${row.kind} folder, `;
	const amount =
		row.kind === 'file' || row.files === 0 ? '' : `, ${row.wantedFiles} of ${row.files} files selected`;
	const level = row.depth === 0 ? '' : `, level ${row.depth + 1}`;
	const state = stateOf(row);
	const what = `${kind}${name}${state === '' ? '' : `, ${state}`}`;
	return { what, amount, level };
}
