import type { RowKind } from './rows.ts';

/** Changes of a list, by identity of rows. */
export interface Difference<Row> {
	/** Rows of the old list that changed or are gone. */
	readonly removed: readonly Row[];
	/** New or changed rows of the new list. */
	readonly added: readonly Row[];
	/** Whether both lists have the same keys at the same positions, so that only values changed. */
	readonly aligned: boolean;
}

/** Compares two states of a list. Only compares references while the keys are the same. */
export function differenceOf<Row>(
	{ keyOf }: RowKind<Row>,
	before: readonly Row[],
	after: readonly Row[],
): Difference<Row> {
	const removed: Row[] = [];
	const added: Row[] = [];
	let aligned = before.length === after.length;
	let index = sameRows(before, 0, after, 0);
	while (aligned && index < after.length) {
		const old = before[index] as Row;
		const row = after[index] as Row;
		aligned = keyOf(old) === keyOf(row);
		removed.push(old);
		added.push(row);
		index += 1 + sameRows(before, index + 1, after, index + 1);
	}
	if (aligned) return { removed, added, aligned };
	// The rest of a list whose first rows are known.
	if (startsWith(after, before)) return { removed: [], added: after.slice(before.length), aligned };
	return { removed: without(before, after), added: without(after, before), aligned };
}

/**
 * Returns how many rows from these indexes on are the same objects in both lists. A function of its own, because V8
 * compiles a short one sooner and in less time: it compares all rows of a list each second.
 */
export function sameRows<Row>(one: readonly Row[], at: number, other: readonly Row[], index: number): number {
	let count = 0;
	while (index + count < other.length && one[at + count] === other[index + count]) count++;
	return count;
}

function startsWith<Row>(rows: readonly Row[], first: readonly Row[]): boolean {
	return first.length < rows.length && first.every((row, index) => row === rows[index]);
}

/** Returns the rows that are not among the others. Counts duplicates. */
function without<Row>(rows: readonly Row[], others: readonly Row[]): Row[] {
	const left = new Map<Row, number>();
	for (const other of others) left.set(other, (left.get(other) ?? 0) + 1);
	return rows.filter((row) => {
		const count = left.get(row) ?? 0;
		if (count > 0) left.set(row, count - 1);
		return count === 0;
	});
}
