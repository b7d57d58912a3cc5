import type { ChosenColumn } from '../../columns/chosen.ts';
import type { LineEdit } from '../surfaces/line-edit.ts';
import type { Recall } from './earlier.ts';
import type { FoundFilters } from './found-filters.ts';
import type { WindowSize } from './view.ts';

/** Chooses the sort column. `chosen`: index among the sortable columns. */
interface SortDialog {
	readonly kind: 'sort';
	readonly chosen: number;
}

/** Chooses the columns of windows of this size. `before`: the columns that cancelling restores. */
interface ColumnsDialog {
	readonly kind: 'columns';
	readonly room: WindowSize;
	readonly chosen: number;
	readonly before: readonly ChosenColumn[] | undefined;
}

/** Chooses the theme; the one under the cursor is visible. `chosen`: index among the names. */
interface ThemeDialog {
	readonly kind: 'theme';
	readonly chosen: number;
}

/** Chooses among saved and suggested filters. `found`: the last counts; undefined before the first. */
interface FiltersDialog {
	readonly kind: 'filters';
	readonly chosen: number;
	readonly found?: FoundFilters;
}

/** A list before its filter was changed. */
interface FilterBefore {
	readonly filter: string;
	readonly cursor: string | undefined;
}

/** Edits the filter of the downloads, which applies while it is typed. */
interface FilterDialog {
	readonly kind: 'filter';
	readonly line: LineEdit;
	/** The filter and cursor that cancelling restores. */
	readonly before: FilterBefore;
	/** Index of the completion that tab takes; the first one if absent. */
	readonly chosen?: number;
	/** The cursor returns to this row whenever the filter shows it. */
	readonly anchor?: string | undefined;
	/** Last cursor position set by the filter. If the cursor is elsewhere, the user has moved it. */
	readonly placed?: string | undefined;
	/** Position in the history of filters. */
	readonly recall?: Recall;
}

declare module '../surfaces/dialogs.ts' {
	interface DialogKinds {
		sort: SortDialog;
		columns: ColumnsDialog;
		filters: FiltersDialog;
		theme: ThemeDialog;
		filter: FilterDialog;
	}
}
