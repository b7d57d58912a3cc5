import type { ColumnOrder, Sort } from './rows.ts';

/** Maximum number of tie-breaking columns: each costs time for equal rows. */
const MAX_TIES = 2;

/** Properties of a column that sorting needs. */
interface Sortable {
	readonly id: string;
	readonly greatestFirst?: boolean;
}

/**
 * Returns the sort by a column, or reversed if it is the current one. Former columns break ties: by size, then by
 * status shows each status by size.
 */
export function sortedBy({ id, greatestFirst = false }: Sortable, now: Sort | undefined): Sort | undefined {
	if (now?.column === id) return { ...now, descending: !now.descending };
	return sortOf([{ column: id, descending: greatestFirst }, ...(now ? ordersOf(now) : [])]);
}

/** Returns the sort with another first column; ties stay. */
export function sortedInstead(
	{ id, greatestFirst = false }: Sortable,
	now: Sort | undefined,
): Sort | undefined {
	return sortOf([{ column: id, descending: greatestFirst }, ...(now?.ties ?? [])]);
}

/** Returns the sort by columns, the first first, without duplicates; undefined without columns. */
export function sortOf(orders: readonly ColumnOrder[]): Sort | undefined {
	const [first, ...others] = orders.filter(
		({ column }, at) => orders.findIndex((one) => one.column === column) === at,
	);
	if (!first) return undefined;
	const { column, descending } = first;
	const ties = others.slice(0, MAX_TIES).map((one) => ({ column: one.column, descending: one.descending }));
	return ties.length === 0 ? { column, descending } : { column, descending, ties };
}

/** Returns all columns of a sort, the first first. */
export function ordersOf({ column, descending, ties = [] }: Sort): readonly ColumnOrder[] {
	return [{ column, descending }, ...ties];
}
