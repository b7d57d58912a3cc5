import { activeFiles } from '../../../../../state/adding/active-files.ts';
import { nextFor, type UndoStep } from '../../../../../state/batch/undo-stack.ts';
import type { State } from '../../../../../state/core/state.ts';
import { chooseFiles, refusalOf } from '../../../../actions/file-requests.ts';
import { prioritizeFiles } from '../../../../actions/prioritize-files.ts';
import type { Command, Scope } from '../../../../surfaces/command.ts';

export const filesUndoText = {
	undo: 'No change of files to undo.',
	redo: 'No change of files to redo.',
	pending: 'The last change of files is still being sent.',
} as const;

function possible(state: State, step: UndoStep): true | string {
	const files = activeFiles(state);
	const { all } = files;
	if (all && all.choice.changes.length + all.priorities.changes.length > 0) return filesUndoText.pending;
	const way = nextFor(files.undo, step);
	if (!all || !way) return filesUndoText[step];
	if ('groups' in way) return true;
	// The other files of the change are selected again.
	if (way.included || (way.others?.length ?? 0) > 0) return true;
	const deselected = way.nodes.reduce((sum, node) => sum + (all.choice.selected[node] ?? 0), 0);
	return refusalOf(state, deselected) ?? true;
}

function stepCommand(scope: Scope, prefix: string, step: UndoStep, key: string, title: string): Command {
	return {
		id: `${prefix}-${step}`,
		scope,
		keys: [key],
		title,
		words: step,
		when: (state) => possible(state, step),
		run: (context) => {
			const way = nextFor(activeFiles(context.state).undo, step);
			if (!way) return;
			if ('groups' in way) prioritizeFiles(context, { ...way, step });
			else chooseFiles(context, { ...way, path: undefined, step });
		},
	};
}

/** Returns the commands that undo changes of files; each file returns to its earlier selection or priority. */
export const undoFilesCommands = (scope: Scope, prefix: string): readonly Command[] => [
	stepCommand(scope, prefix, 'undo', 'u', 'Undo the last change of files'),
	stepCommand(scope, prefix, 'redo', 'U', 'Redo the change of files'),
];
