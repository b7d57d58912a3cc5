import { sanitize } from '../../../../../format/sanitize.ts';
import type { State } from '../../../../../state/core/state.ts';
import type { DialogOf } from '../../../../../state/dialogs/open-dialogs.ts';
import { type FilterChoice, filterChoices } from '../../../../../state/view/filter-choices.ts';
import { choosingCommands, closeCommand, dialogCommands } from '../../../../dialogs/dialog-commands.ts';
import { openForm } from '../../../../dialogs/form/registry.ts';

function chosenIn(state: State, { chosen }: DialogOf<'filters'>): FilterChoice | undefined {
	return filterChoices(state)[chosen];
}

export const filtersCommands = dialogCommands('filters', [
	{
		id: 'filters-use',
		keys: ['enter', 'space'],
		title: 'Filter by this, or narrow the current filter',
		hint: ({ downloads }) => (downloads.filter.trim() === '' ? 'filter' : 'narrow'),
		run: ({ state, dispatch }, dialog) => {
			const choice = chosenIn(state, dialog);
			dispatch({ type: 'close' });
			if (choice) dispatch({ type: 'view', what: { type: 'filter', filter: choice.filter } });
		},
	},
	{
		id: 'filters-instead',
		keys: ['r'],
		title: 'Replace the current filter by this',
		hint: 'replace',
		when: ({ downloads }) =>
			downloads.filter.trim() === '' ? 'There is no filter to replace. Press enter to filter.' : true,
		run: ({ state, dispatch }, dialog) => {
			const choice = chosenIn(state, dialog);
			dispatch({ type: 'close' });
			if (choice) dispatch({ type: 'view', what: { type: 'filter', filter: choice.alone } });
		},
	},
	{
		id: 'filters-save',
		keys: ['s'],
		title: 'Save the filter of the list under a name',
		hint: 'save',
		when: ({ downloads }) =>
			downloads.filter.trim() === '' ? 'There is no filter to save. Press / to type one.' : true,
		run: ({ state, dispatch }) => {
			const { filter } = state.downloads;
			dispatch({ type: 'open', dialog: openForm({ form: 'save-filter', filter }) });
		},
	},
	{
		id: 'filters-delete',
		keys: ['d', 'delete'],
		title: 'Delete the saved filter',
		hint: 'delete',
		when: (state, dialog) =>
			chosenIn(state, dialog)?.kind === 'saved' ? true : 'This is not a saved filter.',
		run: ({ state, dispatch }, dialog) => {
			const choice = chosenIn(state, dialog);
			if (choice?.kind !== 'saved') return;
			dispatch({ type: 'view', what: { type: 'delete-filter', name: choice.name } });
			const text = `Deleted the filter ${sanitize(choice.name, 60)}: ${sanitize(choice.filter, 200)}`;
			dispatch({ type: 'news', news: { level: 'info', text }, at: Date.now() });
		},
	},
	closeCommand('filters-close', ['escape', 'q'], 'Cancel'),
	...choosingCommands('filters', (state) => filterChoices(state).length),
]);
