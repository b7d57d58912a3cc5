import type { ChosenColumn } from '../../columns/chosen.ts';
import type { ColumnChange } from './choose-columns.ts';
import type { FoundFilters } from './found-filters.ts';
import type { SavedView } from './saved-view.ts';
import type { SavedFilter, WindowSize } from './view.ts';

/** Messages about the view of downloads. */
export type ViewMessage =
	/** The saved view was read from the disk. */
	| { readonly type: 'read'; readonly saved: SavedView }
	/** undefined: the usual columns. */
	| {
			readonly type: 'columns';
			readonly room: WindowSize;
			readonly columns: readonly ChosenColumn[] | undefined;
	  }
	/** The column that the dialog is at changes, and stays the one it is at. */
	| { readonly type: 'change-column'; readonly change: ColumnChange }
	/** Leaves the dialog of columns with everything as it was before. */
	| { readonly type: 'restore-columns' }
	| { readonly type: 'filter'; readonly filter: string }
	/** The filter of the list was chosen to stay: it is one of those that can be had again. */
	| { readonly type: 'filter-used' }
	/** Replaces the typed filter by an older (1) or newer (-1) one. */
	| { readonly type: 'recall-filter'; readonly by: 1 | -1 }
	| { readonly type: 'save-filter'; readonly name: string; readonly filter: string }
	| { readonly type: 'delete-filter'; readonly name: string }
	/** It was counted what the filters of the open dialog find. */
	| { readonly type: 'filters-found'; readonly found: FoundFilters }
	/** Another cockpit has saved or used filters, or deleted some: these are all there are by now. */
	| {
			readonly type: 'filters-read';
			readonly filters: readonly SavedFilter[];
			readonly earlier: readonly string[];
	  }
	/** Another one of the completions of the filter that is being typed is the one to take. */
	| { readonly type: 'choose-completion'; readonly by: -1 | 1 }
	| { readonly type: 'complete' };
