import { stateOf, type TreeRow } from '../../columns/file-tree.ts';
import { bytes } from '../../format/bytes.ts';
import { sanitise } from '../../format/sanitise.ts';
import { percent } from '../../format/share.ts';
import type { FilesFilterDialog, FilesPatternDialog } from '../../state/files/dialogs.ts';
import { type FilesSlice, lineCount } from '../../state/files/files.ts';
import { filesInHand } from '../../state/files/place.ts';
import { treeRows } from '../../state/files/rows.ts';
import type { State } from '../../state/state.ts';
import { foundText } from '../dialogs/files-pattern/dialog.tsx';
import { countOfFiles } from '../panes/downloads/tabs/files/texts.ts';
import type { SpokenRow } from './pane-texts.ts';

/** The line of the tree of files that the keys are on, in words; undefined where they are not on one. */
export function filesRow({ details }: State): SpokenRow | undefined {
	const { files, focused, shown, tab, of } = details;
	if (shown === 'not' || !focused || tab !== 'files') return undefined;
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

/** The line of the tree of a .torrent that is to be added, in words; '' where there is none. */
export function choosingText(files: FilesSlice): string {
	const [row] = treeRows(files, files.cursorAt, files.cursorAt + 1);
	if (!row) return 'No file is shown; backspace shows all files again.';
	const { what, amount, level } = rowText(row);
	return `${what}${amount}, ${bytes(row.size)}${level}; ${files.cursorAt + 1} of ${lineCount(files)}`;
}

/** The parts of what is said of a line. Sanitised. */
function rowText(row: TreeRow): { readonly what: string; readonly amount: string; readonly level: string } {
	const name = sanitise(row.name, 300);
	const kind = row.kind === 'file' ? '' : `${row.kind} folder, `;
	const amount =
		row.kind === 'file' || row.files === 0 ? '' : `, ${row.wantedFiles} of ${row.files} files wanted`;
	const level = row.depth === 0 ? '' : `, level ${row.depth + 1}`;
	const state = stateOf(row);
	const what = `${kind}${name}${state === '' ? '' : `, ${state}`}`;
	return { what, amount, level };
}

export const filesFilterText = {
	title: () => 'Filter of files: type words of the paths',
	choice: (_: FilesFilterDialog, state: State) => {
		const { all } = filesInHand(state);
		return all?.filtered ? countOfFiles(all.filtered.files) : '';
	},
};

export const filesPatternText = {
	title: ({ want }: FilesPatternDialog) =>
		want ? 'Want the files that match a pattern' : 'Do not want the files that match a pattern',
	choice: ({ want, found, line }: FilesPatternDialog) =>
		line.characters.length === 0 ? '' : foundText(want, found),
};
