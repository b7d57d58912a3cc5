import type { ChosenColumn } from '../../columns/chosen.ts';
import type { ColumnChange } from './choose-columns.ts';
import type { FoundFilters } from './found-filters.ts';
import type { SavedView } from './saved-view.ts';
import type { SavedFilter, WindowSize } from './view.ts';

/** Messages about the view of downloads. */
export type ViewMessage =
	/** The saved view was read from the disk. */
	| { readonly type: 'read'; readonly saved: SavedView }
	/** The user showed or hid the details. */
	| { readonly type: 'details'; readonly details: 'shown' | 'hidden' }
	/** undefined: the usual columns. */
	| {
			readonly type: 'columns';
			readonly room: WindowSize;
			readonly columns: readonly ChosenColumn[] | undefined;
	  }
	/** Changes the column under the cursor of the dialog. The cursor stays on it. */
	| { readonly type: 'change-column'; readonly change: ColumnChange }
	/** Closes the columns dialog and restores the columns from before. */
	| { readonly type: 'restore-columns' }
	| { readonly type: 'filter'; readonly filter: string }
	/** Narrows the filter to a value of a field, or removes that condition if the filter has it. */
	| { readonly type: 'toggle-condition'; readonly field: string; readonly value: string }
	/** The filter of the list was applied. It becomes the newest of the recent filters. */
	| { readonly type: 'filter-used' }
	/** Replaces the typed filter by an older (1) or newer (-1) one. */
	| { readonly type: 'recall-filter'; readonly by: 1 | -1 }
	| { readonly type: 'save-filter'; readonly name: string; readonly filter: string }
	| { readonly type: 'delete-filter'; readonly name: string }
	/** Numbers of matches of the filters in the open dialog. */
	| { readonly type: 'filters-found'; readonly found: FoundFilters }
	/** Another cockpit changed the saved or recent filters. */
	| {
			readonly type: 'filters-read';
			readonly filters: readonly SavedFilter[];
			readonly earlier: readonly string[];
	  }
	/** Chooses another completion of the typed filter. */
	| { readonly type: 'choose-completion'; readonly by: -1 | 1 }
	| { readonly type: 'complete' };
