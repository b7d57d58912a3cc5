import { stateOf } from '../../columns/file-tree.ts';
import { bytes } from '../../format/bytes.ts';
import { sanitise } from '../../format/sanitise.ts';
import { percent } from '../../format/share.ts';
import type { FilesFilterDialog, FilesPatternDialog } from '../../state/files/dialogs.ts';
import { lineCount } from '../../state/files/files.ts';
import { treeRows } from '../../state/files/rows.ts';
import type { State } from '../../state/state.ts';
import { foundText } from '../dialogs/files-pattern/dialog.tsx';
import type { SpokenRow } from './pane-texts.ts';

/** The line of the tree of files that the keys are on, in words; undefined where they are not on one. */
export function filesRow({ details }: State): SpokenRow | undefined {
	const { files, focused, shown, tab, of } = details;
	if (shown === 'not' || !focused || tab !== 'files') return undefined;
	const [row] = treeRows(files, files.cursorAt, files.cursorAt + 1);
	if (!row) return undefined;
	const name = sanitise(row.name, 300);
	const kind = row.kind === 'file' ? '' : `${row.kind} folder, `;
	const amount =
		row.kind === 'file' || row.files === 0 ? '' : `, ${row.wantedFiles} of ${row.files} files wanted`;
	const level = row.depth === 0 ? '' : `, level ${row.depth + 1}`;
	const state = stateOf(row);
	const what = `${kind}${name}${state === '' ? '' : `, ${state}`}`;
	return {
		id: `${of} ${files.cursorAt} ${name}`,
		condition: what,
		lines: () => [
			`${what}${amount}, ${percent(row.progress)} of ${bytes(row.size)}${level}; ${files.cursorAt + 1} of ${lineCount(files)}.`,
		],
	};
}

export const filesFilterText = {
	title: () => 'Filter of files: type words of the paths',
	choice: (_: FilesFilterDialog, { details: { files } }: State) =>
		files.all?.filtered ? `${files.all.filtered.files} files` : '',
};

export const filesPatternText = {
	title: ({ want }: FilesPatternDialog) =>
		want ? 'Want the files that are like a pattern' : 'Do not want the files that are like a pattern',
	choice: ({ want, found, line }: FilesPatternDialog) =>
		line.characters.length === 0 ? '' : foundText(want, found),
};
