import type { ColumnOrder, Sort } from './rows.ts';

/** Columns beyond the first that an order remembers: nobody keeps more in mind, and each costs time in ties. */
const MAX_TIES = 2;

/** What an order has to know of a column. */
interface Sortable {
	readonly id: string;
	readonly greatestFirst?: boolean;
}

/**
 * Sorted by a column, as people look for it; by the one that it is sorted by already, the other way round. What was
 * sorted by before decides between rows that are equal now: by size, then by status shows each status by size.
 */
export function sortedBy({ id, greatestFirst = false }: Sortable, now: Sort | undefined): Sort | undefined {
	if (now?.column === id) return { ...now, descending: !now.descending };
	return sortOf([{ column: id, descending: greatestFirst }, ...(now ? ordersOf(now) : [])]);
}

/** Sorted by another column instead of the first one: what decides between equals stays. */
export function sortedInstead(
	{ id, greatestFirst = false }: Sortable,
	now: Sort | undefined,
): Sort | undefined {
	return sortOf([{ column: id, descending: greatestFirst }, ...(now?.ties ?? [])]);
}

/** Sorted by columns, the first first; each counts once. Undefined without any. */
export function sortOf(orders: readonly ColumnOrder[]): Sort | undefined {
	const [first, ...others] = orders.filter(
		({ column }, at) => orders.findIndex((one) => one.column === column) === at,
	);
	if (!first) return undefined;
	const { column, descending } = first;
	const ties = others.slice(0, MAX_TIES).map((one) => ({ column: one.column, descending: one.descending }));
	return ties.length === 0 ? { column, descending } : { column, descending, ties };
}

/** All columns of an order, the first first. */
export function ordersOf({ column, descending, ties = [] }: Sort): readonly ColumnOrder[] {
	return [{ column, descending }, ...ties];
}
