import { nextFor, type UndoStep } from '../../../../../state/batch/undo-stack.ts';
import type { State } from '../../../../../state/core/state.ts';
import { activeFiles } from '../../../../../state/files/active-files.ts';
import { chooseFiles, refusalOf } from '../../../../actions/file-requests.ts';
import type { Command, Scope } from '../../../../commands/command.ts';

export const filesUndoText = {
	undo: 'No selection of files to undo.',
	redo: 'No selection of files to redo.',
} as const;

function possible(state: State, step: UndoStep): true | string {
	const files = activeFiles(state);
	const { all } = files;
	if (all && all.choice.changes.length > 0) return 'The last selection is still being sent.';
	const way = nextFor(files.undo, step);
	if (!all || !way) return filesUndoText[step];
	// The other files of the change are selected again.
	if (way.included || (way.others?.length ?? 0) > 0) return true;
	const deselected = way.nodes.reduce((sum, node) => sum + (all.choice.selected[node] ?? 0), 0);
	return refusalOf(state, deselected) ?? true;
}

function stepCommand(
	step: UndoStep,
	command: Pick<Command, 'scope' | 'id' | 'keys' | 'title' | 'words'>,
): Command {
	return {
		...command,
		when: (state) => possible(state, step),
		run: (context) => {
			const way = nextFor(activeFiles(context.state).undo, step);
			if (way) chooseFiles(context, { ...way, path: undefined, step });
		},
	};
}

/** Returns the commands that undo selections of files; each file returns to its earlier state. */
export const undoFilesCommands = (scope: Scope, prefix: string): readonly Command[] => [
	stepCommand('undo', {
		scope,
		id: `${prefix}-undo`,
		keys: ['u'],
		title: 'Undo the last selection of files',
		words: 'undo',
	}),
	stepCommand('redo', {
		scope,
		id: `${prefix}-redo`,
		keys: ['U'],
		title: 'Redo the selection of files',
		words: 'redo',
	}),
];
