import type { RowKind } from './rows.ts';

/** Changes of a list, by identity of rows. */
export interface Difference<Row> {
	/** Rows of the old list that are not in the new one: they changed, or have gone. */
	readonly gone: readonly Row[];
	/** Rows of the new list that were not in the old one. */
	readonly come: readonly Row[];
	/** Whether both lists have the same keys at the same positions, so that only values changed. */
	readonly aligned: boolean;
}

/** Compares two states of a list. Its cost is a comparison of pointers a row, as long as no row came or went. */
export function differenceOf<Row>(
	{ keyOf }: RowKind<Row>,
	before: readonly Row[],
	after: readonly Row[],
): Difference<Row> {
	const gone: Row[] = [];
	const come: Row[] = [];
	let aligned = before.length === after.length;
	for (let index = 0; aligned && index < after.length; index++) {
		const old = before[index];
		const row = after[index];
		if (old === row || old === undefined || row === undefined) continue;
		aligned = keyOf(old) === keyOf(row);
		gone.push(old);
		come.push(row);
	}
	if (aligned) return { gone, come, aligned };
	return { gone: without(before, after), come: without(after, before), aligned };
}

/** Rows that are not among the others: counted, since one that is there twice may go once. */
function without<Row>(rows: readonly Row[], others: readonly Row[]): Row[] {
	const left = new Map<Row, number>();
	for (const other of others) left.set(other, (left.get(other) ?? 0) + 1);
	return rows.filter((row) => {
		const count = left.get(row) ?? 0;
		if (count > 0) left.set(row, count - 1);
		return count === 0;
	});
}
