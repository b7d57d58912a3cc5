import { sanitize } from '../../../format/sanitize.ts';
import type { State } from '../../../state/core/state.ts';
import { lineText } from '../../../state/dialogs/line-edit.ts';
import { topDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import { closeCommand, dialogCommands, editCommands } from '../dialog-commands.ts';

export const saveFilterText = {
	title: 'Save a filter',
	saved: (name: string) => `Saved the filter ${name}. Press F to use it.`,
} as const;

/** Returns the typed name. */
function nameIn(state: State): string {
	const top = topDialogOf(state, 'save-filter');
	return top ? lineText(top.line).trim() : '';
}

/** Commands of the dialog that names a filter; every other key types. */
export const saveFilterCommands = dialogCommands('save-filter', [
	{
		id: 'save-filter-save',
		keys: ['enter'],
		title: 'Save the filter under this name',
		hint: 'save',
		when: (state) => (nameIn(state) === '' ? 'Type a name for the filter.' : true),
		run: ({ state, dispatch }) => {
			const top = topDialogOf(state, 'save-filter');
			if (!top) return;
			const name = nameIn(state);
			dispatch({ type: 'close' });
			dispatch({ type: 'view', what: { type: 'save-filter', name, filter: top.filter } });
			// After naming, the filter line closes too, so that the notice is visible and the next keys are commands.
			if (state.dialogs.at(-2)?.kind === 'filter') {
				dispatch({ type: 'close' });
				dispatch({ type: 'view', what: { type: 'filter-used' } });
			}
			const text = saveFilterText.saved(sanitize(name, 60));
			dispatch({ type: 'news', news: { level: 'success', text }, at: Date.now() });
		},
	},
	closeCommand('save-filter-leave', ['escape'], 'Cancel'),
	...editCommands('save-filter'),
]);
