import { emptyLine, insertText, type LineEdit } from '../surfaces/line-edit.ts';

/** A filter of a list that applies while it is typed. */
export interface FilterLine<Cursor> {
	readonly line: LineEdit;
	/** Filter and cursor that cancelling restores. */
	readonly before: { readonly filter: string; readonly cursor: Cursor };
}

/** Returns the line with the filter of a list. */
export function filterLine<Cursor>({ filter, cursor }: FilterLine<Cursor>['before']): FilterLine<Cursor> {
	return { line: insertText(emptyLine, filter), before: { filter, cursor } };
}
