import { compareKeys } from '../../basics/lists.ts';
import { lowerBound } from '../../basics/sorted.ts';
import type { RowKind, Sort, SortKey } from './rows.ts';
import { ordersOf } from './sort.ts';

/** Order of two rows; 0 only for the same key. */
type Compare<Row> = (one: Row, other: Row) => number;

/** Reads the sort keys of one column. */
interface KeyReader<Row> {
	readonly read: (row: Row) => SortKey;
	readonly sign: 1 | -1;
}

function keyReaders<Row>(kind: RowKind<Row>, sort: Sort): readonly KeyReader<Row>[] {
	return ordersOf(sort).flatMap(({ column, descending }): readonly KeyReader<Row>[] => {
		const keyOf = kind.sortKeyOf(column);
		if (!keyOf) return [];
		const read = (row: Row) => {
			const key = keyOf(row);
			if (typeof key === 'string') return key.toLowerCase();
			// NaN would make the order inconsistent.
			return Number.isNaN(key) ? Number.NEGATIVE_INFINITY : key;
		};
		return [{ read, sign: descending ? -1 : 1 }];
	});
}

/** Returns the comparison of a sort. Ties go by name, ascending, then by key. */
export function compareBy<Row>(kind: RowKind<Row>, sort: Sort): Compare<Row> {
	const readers = keyReaders(kind, sort);
	return (one, other) => {
		for (const { read, sign } of readers) {
			const order = compareKeys(read(one), read(other));
			if (order !== 0) return sign * order;
		}
		return (
			compareKeys(kind.nameOf(one).toLowerCase(), kind.nameOf(other).toLowerCase()) ||
			compareKeys(kind.keyOf(one), kind.keyOf(other))
		);
	};
}

/** A row with its sort keys, read once. Tie-breaking keys are read on demand. */
interface Keyed<Row> {
	readonly row: Row;
	readonly key: SortKey;
	readonly name: string;
	ties: readonly SortKey[] | undefined;
}

/** Returns all rows sorted. Keys are read once per row, not once per comparison. */
export function sortRows<Row>(kind: RowKind<Row>, rows: readonly Row[], sort: Sort): readonly Row[] {
	const [first, ...deciding] = keyReaders(kind, sort);
	if (!first) return rows;
	const { read, sign } = first;
	const tiesOf = (keyed: Keyed<Row>) => (keyed.ties ??= deciding.map((each) => each.read(keyed.row)));
	const compareTies = (one: Keyed<Row>, other: Keyed<Row>) => {
		const ones = tiesOf(one);
		const others = tiesOf(other);
		for (let at = 0; at < deciding.length; at++) {
			const order = compareKeys(ones[at] ?? '', others[at] ?? '');
			if (order !== 0) return (deciding[at]?.sign ?? 1) * order;
		}
		return 0;
	};
	const keyed = rows.map(
		(row): Keyed<Row> => ({ row, key: read(row), name: kind.nameOf(row).toLowerCase(), ties: undefined }),
	);
	keyed.sort(
		(one, other) =>
			sign * compareKeys(one.key, other.key) ||
			(deciding.length > 0 && compareTies(one, other)) ||
			compareKeys(one.name, other.name) ||
			compareKeys(kind.keyOf(one.row), kind.keyOf(other.row)),
	);
	return keyed.map(({ row }) => row);
}

/**
 * Returns sorted rows without `removed` and with `added`. Undefined if a row is not at its sorted position, e.g. for a
 * duplicate key: then all rows must be sorted again.
 */
export function mergeRows<Row>(
	rows: readonly Row[],
	removed: readonly Row[],
	added: readonly Row[],
	compare: Compare<Row>,
): readonly Row[] | undefined {
	if (removed.length === 0 && added.length === 0) return rows;
	/** Returns the first position whose row does not come before this one. */
	const placeOf = (row: Row) => lowerBound(rows, (there) => compare(there, row));
	const leaving = new Set<number>();
	for (const row of removed) {
		const at = placeOf(row);
		if (rows[at] !== row) return undefined;
		leaving.add(at);
	}
	const joining = added.toSorted(compare);
	const places = joining.map(placeOf);
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
