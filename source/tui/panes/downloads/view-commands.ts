import { downloadColumns } from '../../../columns/downloads.ts';
import { emptyLine, insertText } from '../../../state/line-edit.ts';
import type { Sort } from '../../../state/list/rows.ts';
import type { State } from '../../../state/state.ts';
import type { Command, CommandContext } from '../../command.ts';

/** The sort after this one: column by column, in the end as the service lists them. */
function nextSort(sort: Sort | undefined): Sort | undefined {
	const at = downloadColumns.findIndex(({ id }) => id === sort?.column);
	const next = downloadColumns.slice(at + 1).find(({ sortKey }) => sortKey !== undefined);
	return next && { column: next.id, descending: next.greatestFirst ?? false };
}

function mark(which: 'current' | 'all' | 'others' | 'none') {
	return ({ dispatch }: CommandContext) => dispatch({ type: 'mark', which });
}

const someListed = ({ downloads }: State) =>
	downloads.list.length > 0 ? true : 'There are no downloads yet.';
/** While the first answer is on its way nobody knows; what is typed then holds for what it brings. */
const someMayBeListed = (state: State) =>
	state.downloads.at === undefined && state.connection.failure === undefined ? true : someListed(state);
const someShown = ({ downloads }: State) => (downloads.view.length > 0 ? true : 'There is no download here.');

/** What there is to go back from, the nearest first. */
function nothingToLeave({ downloads, details }: State): true | string {
	return downloads.marks.size > 0 || downloads.filter !== '' || details.shown !== 'not'
		? true
		: 'No marks, no filter and no details to leave.';
}

/** How the downloads are shown: order, filter, marks, details. */
export const viewCommands: readonly Command[] = [
	{
		id: 'filter',
		scope: 'downloads',
		keys: ['/'],
		title: 'Show only downloads with these words in their names',
		hint: 'filter',
		when: someMayBeListed,
		run: ({ state: { downloads }, dispatch }) => {
			const { filter, cursor } = downloads;
			const line = insertText(emptyLine, filter);
			dispatch({ type: 'open', dialog: { kind: 'filter', line, before: { filter, cursor } } });
		},
	},
	{
		id: 'sort',
		scope: 'downloads',
		keys: ['o'],
		title: 'Sort by the next column',
		hint: 'sort',
		when: someListed,
		run: ({ state, dispatch }) => dispatch({ type: 'sort', sort: nextSort(state.downloads.sort) }),
	},
	{
		id: 'sort-backwards',
		scope: 'downloads',
		keys: ['O'],
		title: 'Sort the other way round',
		when: ({ downloads }) => (downloads.sort ? true : 'Nothing is sorted yet: o sorts.'),
		run: ({ state, dispatch }) => {
			const { sort } = state.downloads;
			if (sort) dispatch({ type: 'sort', sort: { ...sort, descending: !sort.descending } });
		},
	},
	{
		id: 'mark',
		scope: 'downloads',
		keys: ['space'],
		title: 'Mark the download, or take its mark off',
		hint: 'mark',
		when: someShown,
		run: ({ dispatch, pageRows }) => {
			dispatch({ type: 'mark', which: 'current' });
			dispatch({ type: 'move', rows: 1, page: pageRows });
		},
	},
	{
		id: 'mark-all',
		scope: 'downloads',
		keys: ['A'],
		title: 'Mark all that are shown',
		when: someShown,
		run: mark('all'),
	},
	{
		id: 'mark-others',
		scope: 'downloads',
		keys: ['I'],
		title: 'Mark those that are not marked instead',
		when: someShown,
		run: mark('others'),
	},
	{
		id: 'details',
		scope: 'downloads',
		keys: ['enter'],
		title: 'Go into the details of the download',
		hint: 'details',
		when: someShown,
		run: ({ dispatch }) =>
			dispatch({ type: 'details', what: { type: 'show', shown: 'split', focused: true } }),
	},
	{
		id: 'details-beside',
		scope: 'downloads',
		keys: ['v'],
		title: 'Show details beside the list and stay in it, or hide them',
		when: (state) => (state.details.shown === 'not' ? someShown(state) : true),
		run: ({ state, dispatch }) => {
			const shown = state.details.shown === 'not' ? 'split' : 'not';
			dispatch({ type: 'details', what: { type: 'show', shown, focused: false } });
		},
	},
	{
		id: 'back',
		scope: 'downloads',
		keys: ['escape'],
		title: 'Back: take marks off, then the filter, then details',
		when: nothingToLeave,
		run: ({ state, dispatch }) => {
			if (state.downloads.marks.size > 0) dispatch({ type: 'mark', which: 'none' });
			else if (state.downloads.filter !== '') dispatch({ type: 'clear-filter' });
			else dispatch({ type: 'details', what: { type: 'show', shown: 'not', focused: false } });
		},
	},
];
