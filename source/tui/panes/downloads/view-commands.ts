import type { Column } from '../../../columns/column.ts';
import type { Download } from '../../../protocol/resources/download.ts';
import type { State } from '../../../state/core/state.ts';
import { filterLine } from '../../../state/dialogs/filter-line.ts';
import { isListLoading } from '../../../state/downloads/downloads.ts';
import type { Sort } from '../../../state/list/rows.ts';
import { sortedInstead } from '../../../state/list/sort.ts';
import { filterChoices } from '../../../state/view/filter-choices.ts';
import { initialCounts } from '../../../state/view/found-filters.ts';
import { columnsOf, windowSizeOf } from '../../../state/view/view.ts';
import { leaveDetails, toggleDetails } from '../../actions/go-to-download.ts';
import { type CommandContext, commandsOf } from '../../surfaces/command.ts';
import { indexOfSort } from './dialogs/sort/sort-columns.ts';

/** Returns the next sort order: column by column, then the order of the service. */
function nextSort(columns: readonly Column<Download>[], sort: Sort | undefined): Sort | undefined {
	const at = columns.findIndex(({ id }) => id === sort?.column);
	const next = columns.slice(at + 1).find(({ sortKey }) => sortKey !== undefined);
	return next && sortedInstead(next, sort);
}

function mark(which: 'current' | 'all' | 'others' | 'none') {
	return ({ dispatch }: CommandContext) => dispatch({ type: 'select', which });
}

export const viewCommandsText = {
	noDownloads: 'There are no downloads yet.',
	noneShown: 'There is no download here.',
	inDetails: 'The details are already open. Press esc to return to the list.',
	allSelected: 'All visible downloads are selected already.',
} as const;

const someListed = ({ downloads }: State) =>
	downloads.list.length > 0 ? true : viewCommandsText.noDownloads;
/** A filter can be typed before the list arrives. */
const someMayBeListed = (state: State) => (isListLoading(state) ? true : someListed(state));
const someShown = ({ downloads }: State) => (downloads.view.length > 0 ? true : viewCommandsText.noneShown);

function someUnselected(state: State): true | string {
	const { view, selection, range } = state.downloads;
	const isDone =
		!range && selection.size >= view.length && view.every(({ infohash }) => selection.has(infohash));
	return isDone && view.length > 0 ? viewCommandsText.allSelected : someShown(state);
}

/** Whether the user opened the details. Those that are open by default stay. */
function isOpened({ shown, isAuto }: State['details']): boolean {
	return shown !== 'not' && !isAuto;
}

/** Returns whether esc has anything to leave: selection, filter or details. */
function nothingToLeave({ downloads, details }: State): true | string {
	return downloads.selection.size > 0 || downloads.filter !== '' || isOpened(details)
		? true
		: 'No details, filter or selection to close.';
}

/** Whether esc clears the filter. It leaves a range and open details before. */
function clearsFilter({ downloads, details }: State): boolean {
	return downloads.filter !== '' && !downloads.range?.isPersistent && !isOpened(details);
}

/** Returns a hint with other words in the details, where the key still acts on the list. */
const inDetails =
	(words: string, inList: string) =>
	({ details }: State): string =>
		details.focused ? words : inList;

/** Commands for the view of the downloads: sort order, filter, selection, details. */
export const viewCommands = commandsOf('downloads', [
	{
		id: 'filter',
		group: 'view',
		keys: ['/'],
		title: 'Filter: words of the name, and conditions such as ratio>2',
		hint: inDetails('filter list', 'filter'),
		isProminent: true,
		when: someMayBeListed,
		run: (context) => {
			// The filtered list has to be visible.
			leaveDetails(context);
			const { downloads } = context.state;
			context.dispatch({ type: 'open', dialog: { kind: 'filter', ...filterLine(downloads) } });
		},
	},
	{
		id: 'sort',
		group: 'view',
		keys: ['o'],
		title: 'Sort by the next column',
		hint: inDetails('sort list', 'sort'),
		when: someListed,
		run: ({ state, dispatch, screenColumns }) => {
			const columns = columnsOf(state.view, windowSizeOf(screenColumns));
			dispatch({ type: 'sort', sort: nextSort(columns, state.downloads.sort) });
		},
	},
	{
		id: 'sort-backwards',
		group: 'view',
		keys: ['O'],
		title: 'Reverse the sort order',
		when: ({ downloads }) => (downloads.sort ? true : 'Nothing is sorted yet. Press o to sort.'),
		run: ({ state, dispatch }) => {
			const { sort } = state.downloads;
			if (sort) dispatch({ type: 'sort', sort: { ...sort, descending: !sort.descending } });
		},
	},
	{
		id: 'sort-by',
		group: 'view',
		keys: ['S'],
		title: 'Choose the column to sort by',
		when: someListed,
		run: ({ state, dispatch }) =>
			dispatch({ type: 'open', dialog: { kind: 'sort', chosen: indexOfSort(state.downloads.sort) } }),
	},
	{
		id: 'columns',
		group: 'view',
		keys: ['C'],
		title: 'Choose columns, their order and their widths',
		words: 'preset',
		run: ({ state, dispatch, screenColumns }) => {
			const room = windowSizeOf(screenColumns);
			const before = state.view.columns[room];
			dispatch({ type: 'open', dialog: { kind: 'columns', room, chosen: 0, before } });
		},
	},
	{
		id: 'filters',
		group: 'view',
		keys: ['F'],
		title: 'Filter by a status, a saved filter, a label or a tracker',
		words: 'errors active idle stalled',
		run: ({ state, dispatch }) => {
			const at = filterChoices(state).findIndex(({ filter }) => filter === state.downloads.filter);
			const found = initialCounts(state);
			dispatch({ type: 'open', dialog: { kind: 'filters', chosen: Math.max(0, at), found } });
		},
	},
	{
		id: 'mark',
		group: 'select',
		keys: ['space'],
		title: 'Select or deselect the download',
		hint: inDetails('select download', 'select'),
		when: someShown,
		run: ({ state, dispatch, measure: { page } }) => {
			dispatch({ type: 'select', which: 'current' });
			// The details stay with their download.
			if (!state.details.focused) dispatch({ type: 'move', rows: 1, page });
		},
	},
	{
		id: 'mark-range',
		group: 'select',
		keys: ['V'],
		title: 'Select a range; press again to end it',
		when: someShown,
		run: ({ dispatch }) => dispatch({ type: 'range' }),
	},
	{
		id: 'mark-down',
		group: 'select',
		keys: ['shift-down', 'J'],
		title: 'Select the download and the next one',
		when: someShown,
		run: ({ dispatch }) => dispatch({ type: 'extend-range', rows: 1 }),
	},
	{
		id: 'mark-up',
		group: 'select',
		keys: ['shift-up', 'K'],
		title: 'Select the download and the previous one',
		when: someShown,
		run: ({ dispatch }) => dispatch({ type: 'extend-range', rows: -1 }),
	},
	{
		id: 'mark-all',
		group: 'select',
		keys: ['A'],
		title: 'Select all visible downloads',
		words: 'select',
		when: someUnselected,
		run: mark('all'),
	},
	{
		id: 'mark-others',
		group: 'select',
		keys: ['I'],
		title: 'Invert selection',
		words: 'invert select',
		when: someShown,
		run: mark('others'),
	},
	{
		id: 'details',
		group: 'view',
		keys: ['enter', 'right', 'l'],
		title: 'Open the details of the download, or move into them',
		hint: 'details',
		when: (state) => (state.details.focused ? viewCommandsText.inDetails : someShown(state)),
		run: ({ dispatch }) =>
			dispatch({ type: 'details', what: { type: 'show', shown: 'split', focused: true } }),
	},
	{
		id: 'details-beside',
		group: 'view',
		keys: ['v'],
		title: 'Show or hide the details beside the list',
		when: (state) => (state.details.shown === 'not' ? someShown(state) : true),
		run: toggleDetails,
	},
	{
		id: 'back',
		group: 'view',
		keys: ['escape'],
		title: 'Back: end the range, close the details, clear the filter, then the selection',
		hint: (state) => (clearsFilter(state) ? 'show all' : ''),
		when: nothingToLeave,
		isSilent: true,
		run: ({ state, dispatch }) => {
			// The state with most effort to rebuild is cleared last; the undo key restores the selection.
			const { downloads, details } = state;
			if (downloads.range?.isPersistent) dispatch({ type: 'select', which: 'none' });
			else if (isOpened(details))
				dispatch({ type: 'details', what: { type: 'show', shown: 'not', focused: false } });
			else if (downloads.filter !== '') dispatch({ type: 'clear-filter' });
			else dispatch({ type: 'select', which: 'none' });
		},
	},
]);
