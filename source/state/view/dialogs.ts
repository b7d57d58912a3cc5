import type { ChosenColumn } from '../../columns/chosen.ts';
import type { LineEdit } from '../line-edit.ts';
import type { FoundFilters } from './found-filters.ts';
import type { Room } from './view.ts';

/** What lies over the downloads while how they are shown is being chosen. */
export type ViewDialog =
	/** What to sort by; `chosen` is the place among the columns that can be sorted by. */
	| { readonly kind: 'sort'; readonly chosen: number }
	/** Which columns show in windows of this size; `before` is what giving it up leads back to. */
	| {
			readonly kind: 'columns';
			readonly room: Room;
			readonly chosen: number;
			readonly before: readonly ChosenColumn[] | undefined;
	  }
	/** Filters that are ready for use, with how many downloads would remain: as counted last, undefined before. */
	| { readonly kind: 'filters'; readonly chosen: number; readonly found?: FoundFilters }
	/** The name for a filter that is to be saved. */
	| { readonly kind: 'save-filter'; readonly line: LineEdit; readonly filter: string };
