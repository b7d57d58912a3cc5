import { activeFiles } from '../../../../../../../state/adding/active-files.ts';
import { type FilesPatternDialog, findFiles } from '../../../../../../../state/adding/files-dialogs.ts';
import type { State } from '../../../../../../../state/core/state.ts';
import { lineText } from '../../../../../../../state/surfaces/line-edit.ts';
import { chooseFiles, refusalOf } from '../../../../../../actions/file-requests.ts';
import { closeCommand, dialogCommands, editCommands } from '../../../../../../dialogs/dialog-commands.ts';

const patternOf = ({ line }: FilesPatternDialog) => lineText(line).trim();

export const filesPatternText = {
	noMatch: 'No file matches.',
	allDeselected: 'At least one file must stay selected.',
} as const;

function obstacleOf(state: State, dialog: FilesPatternDialog): true | string {
	if (patternOf(dialog) === '') return 'No pattern is typed yet.';
	const { included, found } = dialog;
	if (found.files === 0) return filesPatternText.noMatch;
	if (found.changing === 0)
		return included ? 'All of them are already selected.' : 'None of them is selected.';
	return refusalOf(state, included ? 0 : found.changing) ?? true;
}

/** Commands of the pattern dialog; every other key types. */
export const filesPatternCommands = dialogCommands('files-pattern', [
	{
		id: 'files-pattern-confirm',
		keys: ['enter'],
		title: 'Apply to the files that match',
		hint: 'apply',
		when: obstacleOf,
		run: (context, dialog) => {
			const pattern = patternOf(dialog);
			const { included } = dialog;
			const { nodes } = findFiles(activeFiles(context.state).all, pattern, included);
			context.dispatch({ type: 'close' });
			chooseFiles(context, { included, nodes, path: undefined, what: pattern });
		},
	},
	closeCommand('files-pattern-cancel', ['escape'], 'Cancel'),
	...editCommands('files-pattern'),
]);
