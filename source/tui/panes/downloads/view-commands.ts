import type { Column } from '../../../columns/column.ts';
import type { Download } from '../../../protocol/resources/download.ts';
import { emptyLine, insertText } from '../../../state/line-edit.ts';
import type { Sort } from '../../../state/list/rows.ts';
import type { State } from '../../../state/state.ts';
import { filterChoices } from '../../../state/view/filter-choices.ts';
import { columnsOf, roomOf } from '../../../state/view/view.ts';
import type { Command, CommandContext } from '../../command.ts';
import { placeOfSort } from '../../dialogs/sort/sort-columns.ts';

/** The sort after this one: column by column, in the end as the service lists them. */
function nextSort(columns: readonly Column<Download>[], sort: Sort | undefined): Sort | undefined {
	const at = columns.findIndex(({ id }) => id === sort?.column);
	const next = columns.slice(at + 1).find(({ sortKey }) => sortKey !== undefined);
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
		title: 'Filter: words of the name, and conditions such as ratio>2',
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
		run: ({ state, dispatch, screenColumns }) => {
			const columns = columnsOf(state.view, roomOf(screenColumns));
			dispatch({ type: 'sort', sort: nextSort(columns, state.downloads.sort) });
		},
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
		id: 'sort-by',
		scope: 'downloads',
		keys: ['S'],
		title: 'Choose the column to sort by',
		when: someListed,
		run: ({ state, dispatch }) =>
			dispatch({ type: 'open', dialog: { kind: 'sort', chosen: placeOfSort(state.downloads.sort) } }),
	},
	{
		id: 'columns',
		scope: 'downloads',
		keys: ['C'],
		title: 'Choose columns, their order and their widths',
		run: ({ state, dispatch, screenColumns }) => {
			const room = roomOf(screenColumns);
			const before = state.view.columns[room];
			dispatch({ type: 'open', dialog: { kind: 'columns', room, chosen: 0, before } });
		},
	},
	{
		id: 'filters',
		scope: 'downloads',
		keys: ['F'],
		title: 'Filter by a status, or by a saved filter',
		run: ({ state, dispatch }) => {
			const at = filterChoices(state).findIndex(({ filter }) => filter === state.downloads.filter);
			dispatch({ type: 'open', dialog: { kind: 'filters', chosen: Math.max(0, at) } });
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
		id: 'mark-range',
		scope: 'downloads',
		keys: ['V'],
		title: 'Mark what the cursor passes from here on, or stop doing so',
		when: someShown,
		run: ({ dispatch }) => dispatch({ type: 'range' }),
	},
	{
		id: 'mark-down',
		scope: 'downloads',
		keys: ['shift-down', 'J'],
		title: 'Mark, and mark the next',
		when: someShown,
		run: ({ dispatch }) => dispatch({ type: 'extend-range', rows: 1 }),
	},
	{
		id: 'mark-up',
		scope: 'downloads',
		keys: ['shift-up', 'K'],
		title: 'Mark, and mark the one before',
		when: someShown,
		run: ({ dispatch }) => dispatch({ type: 'extend-range', rows: -1 }),
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
