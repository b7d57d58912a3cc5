import type { RowKind, Sort, SortKey } from './rows.ts';

/** How two rows stand to each other; 0 only for rows of one key. */
export type Compare<Row> = (one: Row, other: Row) => number;

function compareKeys(one: SortKey, other: SortKey): number {
	return one < other ? -1 : one > other ? 1 : 0;
}

function keyReader<Row>(kind: RowKind<Row>, sort: Sort): ((row: Row) => SortKey) | undefined {
	const read = kind.sortKeyOf(sort.column);
	return (
		read &&
		((row) => {
			const key = read(row);
			// A number that is none would leave the order open.
			return typeof key === 'number'
				? Number.isNaN(key)
					? Number.NEGATIVE_INFINITY
					: key
				: key.toLowerCase();
		})
	);
}

/** The order that a sort asks for; what is equal goes by name, always forwards, then by key. */
export function compareBy<Row>(kind: RowKind<Row>, sort: Sort): Compare<Row> {
	const read = keyReader(kind, sort) ?? (() => 0);
	const sign = sort.descending ? -1 : 1;
	return (one, other) =>
		sign * compareKeys(read(one), read(other)) ||
		compareKeys(kind.nameOf(one).toLowerCase(), kind.nameOf(other).toLowerCase()) ||
		compareKeys(kind.keyOf(one), kind.keyOf(other));
}

/** All rows in the order that a sort asks for. Keys are read once a row, not once a comparison. */
export function sortRows<Row>(kind: RowKind<Row>, rows: readonly Row[], sort: Sort): readonly Row[] {
	const read = keyReader(kind, sort);
	if (!read) return rows;
	const sign = sort.descending ? -1 : 1;
	const keyed = rows.map((row) => ({ row, key: read(row), name: kind.nameOf(row).toLowerCase() }));
	keyed.sort(
		(one, other) =>
			sign * compareKeys(one.key, other.key) ||
			compareKeys(one.name, other.name) ||
			compareKeys(kind.keyOf(one.row), kind.keyOf(other.row)),
	);
	return keyed.map(({ row }) => row);
}

/**
 * Sorted rows without those that have gone and with those that came. Undefined when one that has gone is not where
 * the order has it (a key twice, say): then everything is to be sorted anew.
 */
export function mergeRows<Row>(
	rows: readonly Row[],
	gone: readonly Row[],
	come: readonly Row[],
	compare: Compare<Row>,
): readonly Row[] | undefined {
	if (gone.length === 0 && come.length === 0) return rows;
	const leaving = new Set<number>();
	for (const row of gone) {
		const at = placeOf(rows, row, compare);
		if (rows[at] !== row) return undefined;
		leaving.add(at);
	}
	const joining = come.toSorted(compare);
	const places = joining.map((row) => placeOf(rows, row, compare));
	const merged: Row[] = [];
	let next = 0;
	for (const [at, row] of rows.entries()) {
		for (; next < joining.length && (places[next] ?? 0) <= at; next++) push(merged, joining[next]);
		if (!leaving.has(at)) merged.push(row);
	}
	for (; next < joining.length; next++) push(merged, joining[next]);
	return merged;
}

function push<Row>(rows: Row[], row: Row | undefined): void {
	if (row !== undefined) rows.push(row);
}

/** The first place whose row does not come before this one. */
function placeOf<Row>(rows: readonly Row[], row: Row, compare: Compare<Row>): number {
	let low = 0;
	let high = rows.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		const there = rows[middle];
		if (there !== undefined && compare(there, row) < 0) low = middle + 1;
		else high = middle;
	}
	return low;
}
