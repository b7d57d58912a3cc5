import { sanitize } from '../../../format/sanitize.ts';
import type { State } from '../../../state/core/state.ts';
import { lineText } from '../../../state/dialogs/line-edit.ts';
import type { Command } from '../../commands/command.ts';
import { editCommands } from '../edit-commands.ts';

export const saveFilterText = {
	title: 'Save a filter',
	saved: (name: string) => `Saved the filter ${name}. Press F to use it.`,
} as const;

/** Returns the typed name. */
function nameIn(state: State): string {
	const top = state.dialogs.at(-1);
	return top?.kind === 'save-filter' ? lineText(top.line).trim() : '';
}

/** Commands of the dialog that names a filter; every other key types. */
export const saveFilterCommands: readonly Command[] = [
	{
		id: 'save-filter-save',
		scope: 'save-filter',
		keys: ['enter'],
		title: 'Save the filter under this name',
		hint: 'save',
		when: (state) => (nameIn(state) === '' ? 'Type a name for the filter.' : true),
		run: ({ state, dispatch }) => {
			const top = state.dialogs.at(-1);
			if (top?.kind !== 'save-filter') return;
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
	{
		id: 'save-filter-leave',
		scope: 'save-filter',
		keys: ['escape'],
		title: 'Cancel',
		hint: 'cancel',
		run: ({ dispatch }) => dispatch({ type: 'close' }),
	},
	...editCommands('save-filter'),
];
