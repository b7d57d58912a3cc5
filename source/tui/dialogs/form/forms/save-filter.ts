import { sanitize } from '../../../../format/sanitize.ts';
import type { Form } from '../form.ts';

export const saveFilterText = {
	title: 'Save a filter',
	none: 'type a name for the filter',
	replaces: (filter: string) => `It replaces ${filter}`,
	saved: (name: string) => `Saved the filter ${name}. Press F to use it.`,
} as const;

/** Names a filter. */
export const saveFilterForm: Form<'save-filter'> = {
	title: () => saveFilterText.title,
	answer: () => 'save',
	about: ({ filter }) => [filter],
	fields: [{ id: 'name', label: 'Name' }],
	effect: ({ name }, _, { view }) => {
		const before = view.filters.find((saved) => saved.name === name);
		return [before ? saveFilterText.replaces(before.filter) : '', 'warning'];
	},
	read: ({ name = '' }, { filter }) => {
		if (name === '') return { field: 'name', fault: saveFilterText.none, isQuiet: true };
		return {
			open: (context) => {
				const { dispatch } = context;
				dispatch({ type: 'view', what: { type: 'save-filter', name, filter } });
				// The filter line closes too, so that the notice is visible and the next keys are commands.
				if (context.state.dialogs.at(-1)?.kind === 'filter') {
					dispatch({ type: 'close' });
					dispatch({ type: 'view', what: { type: 'filter-used' } });
				}
				const text = saveFilterText.saved(sanitize(name, 60));
				dispatch({ type: 'news', news: { level: 'success', text }, at: Date.now() });
			},
		};
	},
};
