import { isDeepStrictEqual } from 'node:util';

/** How a row differs from the sample before. */
export type RowChange = 'same' | 'new' | 'changed' | 'gone';

/** A row of a list that is sampled repeatedly, with its last change. */
export interface Observed<Item> {
	/** Unique among the rows. */
	readonly key: string;
	readonly item: Item;
	readonly change: RowChange;
	/** Time of the change, Unix ms; 0 for rows of the first sample. */
	readonly changedAt: number;
}

/** Marks of rare changes stay for this time, so that several samples show them, ms. */
export const MARK_MS = 10_000;

export interface Observing<Item> {
	/** Returns the key of an item. Items with the same key are numbered. */
	readonly identify: (item: Item) => string;
	/** Returns the part of an item whose change is marked. */
	readonly stateOf: (item: Item) => string;
	/** Time for which a change stays marked, ms; 0 marks it for one sample. */
	readonly markMs: number;
}

/**
 * Returns the rows after a sample: its items in their order, then items that are gone, until their mark expires.
 * Unchanged rows stay the same objects. `before`: undefined for the first sample, which marks nothing.
 */
export function observe<Item>(
	before: readonly Observed<Item>[] | undefined,
	items: readonly Item[],
	at: number,
	{ identify, stateOf, markMs }: Observing<Item>,
): readonly Observed<Item>[] {
	const left = new Map(before?.map((row) => [row.key, row]));
	const numbers = new Map<string, number>();
	const rows = items.map((item): Observed<Item> => {
		const name = identify(item);
		const number = (numbers.get(name) ?? 0) + 1;
		numbers.set(name, number);
		const key = number === 1 ? name : `${name} #${number}`;
		const known = left.get(key);
		left.delete(key);
		if (!before) return { key, item, change: 'same', changedAt: 0 };
		if (!known || known.change === 'gone') return { key, item, change: 'new', changedAt: at };
		if (stateOf(known.item) !== stateOf(item)) return { key, item, change: 'changed', changedAt: at };
		if (known.change !== 'same' && at - known.changedAt >= markMs) return { ...known, item, change: 'same' };
		return isDeepStrictEqual(known.item, item) ? known : { ...known, item };
	});
	const gone = [...left.values()].flatMap((row): Observed<Item>[] => {
		if (row.change !== 'gone') return [{ ...row, change: 'gone', changedAt: at }];
		return at - row.changedAt < markMs ? [row] : [];
	});
	return [...rows, ...gone];
}
