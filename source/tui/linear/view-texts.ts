import { allDownloadColumns } from '../../columns/downloads.ts';
import { sanitise } from '../../format/sanitise.ts';
import type { Dialog } from '../../state/dialogs.ts';
import { current } from '../../state/downloads.ts';
import { lineText } from '../../state/line-edit.ts';
import type { State } from '../../state/state.ts';
import { columnChoices } from '../../state/view/choose-columns.ts';
import { completionsOf } from '../../state/view/completions.ts';
import { filterChoices } from '../../state/view/filter-choices.ts';
import { choiceOf } from '../../state/view/view.ts';
import { sortColumns } from '../dialogs/sort/sort-columns.ts';

type Of<Kind extends Dialog['kind']> = Extract<Dialog, { kind: Kind }>;

/** What the filter that is being typed finds, what of it is not understood, and how it may go on. */
export const filterText = {
	title: () => 'Filter: type words of the names',
	choice: ({ chosen = 0, line, recall }: Of<'filter'>, state: State) => {
		const { view, list, query } = state.downloads;
		const on = current(state.downloads);
		const { offers } = completionsOf(state);
		// Who has typed nothing yet and did not ask is not told everything there is.
		const offer = line.characters.length > 0 || chosen > 0 ? offers[chosen] : undefined;
		return [
			// What was not typed is told.
			...(recall ? [sanitise(lineText(line), 200) || 'nothing typed'] : []),
			`${view.length} of ${list.length} shown${on ? `, on ${sanitise(on.name, 300)}` : ''}`,
			...[...query.faults, ...query.hints].map((told) => sanitise(told, 300)),
			...(offer ? [`tab makes it ${sanitise(offer.text, 200)}, ${chosen + 1} of ${offers.length}`] : []),
		].join('; ');
	},
};

/** What can be sorted by. */
export const sortText = {
	title: () => 'Sort by',
	choice: ({ chosen }: Of<'sort'>, { downloads: { sort } }: State) => {
		const column = sortColumns[chosen];
		if (!column) return '';
		const now = sort?.column === column.id ? `, as now${sort.descending ? ', the greatest first' : ''}` : '';
		return `${column.about ?? column.title.toLowerCase()}${now}; ${chosen + 1} of ${sortColumns.length}`;
	},
};

/** What of a download is told, and in which order. */
export const columnsText = {
	title: () => 'What is told of a download',
	choice: ({ chosen, room }: Of<'columns'>, { view }: State) => {
		const choices = columnChoices(choiceOf(view, room));
		const choice = choices[chosen];
		const column = allDownloadColumns.find(({ id }) => id === choice?.id);
		if (!choice || !column) return '';
		const about = column.about ?? column.title.toLowerCase();
		return `${about}: ${choice.shown ? 'told' : 'not told'}; ${chosen + 1} of ${choices.length}`;
	},
};

/** Filters that are ready for use. */
export const filtersText = {
	title: () => 'Filter by',
	choice: ({ chosen }: Of<'filters'>, state: State) => {
		const choices = filterChoices(state);
		const choice = choices[chosen];
		if (!choice) return '';
		const { kind, name, filter, alone, count } = choice;
		const what =
			kind === 'saved'
				? `${sanitise(name, 100)}: ${sanitise(filter, 200)}`
				: `${kind === 'tracker' ? 'tracker ' : ''}${sanitise(name, 200)}`;
		const narrows = filter !== alone && filter !== state.downloads.filter ? ', narrowing the filter' : '';
		return `${what}${narrows}${count === undefined ? '' : `, ${count}`}; ${chosen + 1} of ${choices.length}`;
	},
};

export const saveFilterText = {
	title: ({ filter }: Of<'save-filter'>) => `Type a name for the filter ${sanitise(filter, 200)}`,
};
