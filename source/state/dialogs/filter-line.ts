import { emptyLine, insertText, type LineEdit } from './line-edit.ts';

interface Filtered<Cursor> {
	readonly filter: string;
	readonly cursor: Cursor;
}

/** Returns the content of a dialog for the filter of a list: the line, and what cancelling it restores. */
export function filterLine<Cursor>({ filter, cursor }: Filtered<Cursor>): {
	readonly line: LineEdit;
	readonly before: Filtered<Cursor>;
} {
	return { line: insertText(emptyLine, filter), before: { filter, cursor } };
}
