import type { Column } from '../../columns/column.ts';
import type { Sort } from '../../state/list/rows.ts';
import { sortedBy } from '../../state/list/sort.ts';

/** Returns the sort order after a click on a column title; undefined if that column cannot be sorted. */
export function nextSort<Row>(
	columns: readonly Column<Row>[],
	id: string,
	sort: Sort | undefined,
): Sort | undefined {
	const column = columns.find((each) => each.id === id);
	return column?.sortKey && sortedBy(column, sort);
}
