import type { RowKind, Rows } from './rows.ts';

/**
 * Marks: the row under the cursor if it is not marked yet (else its mark goes), all rows that show, those of them that
 * are not marked instead of those that are, or none.
 */
export function markOf<Row, Slice extends Rows<Row>>(
	kind: RowKind<Row>,
	slice: Slice,
	which: 'current' | 'all' | 'others' | 'none',
): Slice {
	const { view, cursorAt } = slice;
	const marks = new Set(which === 'none' ? [] : slice.marks);
	const rows = which === 'none' ? [] : which === 'current' ? view.slice(cursorAt, cursorAt + 1) : view;
	for (const key of rows.map(kind.keyOf)) if (which === 'all' || !marks.delete(key)) marks.add(key);
	return { ...slice, marks };
}

/** The marked rows in the order of the screen; those that the filter hides come last. */
export function markedRows<Row>(kind: RowKind<Row>, { marks, ordered, view }: Rows<Row>): readonly Row[] {
	if (marks.size === 0) return [];
	const isMarked = (row: Row) => marks.has(kind.keyOf(row));
	if (view === ordered) return view.filter(isMarked);
	const shown = new Set(view);
	return [...view.filter(isMarked), ...ordered.filter((row) => !shown.has(row) && isMarked(row))];
}
