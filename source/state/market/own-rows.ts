import { stringifyExact } from '../../protocol/exact-json.ts';
import type { Failure } from '../connection/connection.ts';
import { notSampled, type Sampled } from '../connection/sampled.ts';

/** A row of an own list: an order, a transaction or a balance. */
export interface OwnRow<Item> {
	readonly key: string;
	readonly item: Item;
	/** Time of the last change, Unix ms; 0 if it is unchanged since the first answer. */
	readonly changedAt: number;
}

/** A list of the user that is requested repeatedly. */
export interface OwnRows<Item> extends Sampled {
	readonly list: readonly OwnRow<Item>[];
}

export const noOwnRows: OwnRows<never> = { ...notSampled, list: [] };

/** Takes an answer. Unchanged rows stay the same objects. Items with the same key are numbered. */
export function takeOwnRows<Item>(
	before: OwnRows<Item>,
	items: readonly Item[],
	identify: (item: Item) => string,
	at: number,
): OwnRows<Item> {
	const known = new Map(before.list.map((row) => [row.key, row]));
	const seen = new Map<string, number>();
	const list = items.map((item): OwnRow<Item> => {
		const name = identify(item);
		const number = (seen.get(name) ?? 0) + 1;
		seen.set(name, number);
		const key = number === 1 ? name : `${name} #${number}`;
		const old = known.get(key);
		if (old && stringifyExact(old.item) === stringifyExact(item)) return old;
		return { key, item, changedAt: before.at === undefined ? 0 : at };
	});
	const isSame = list.length === before.list.length && list.every((row, index) => row === before.list[index]);
	return { at, failure: undefined, list: isSame ? before.list : list };
}

/** Records that a request failed. The last list stays. */
export function failOwnRows<Item>(rows: OwnRows<Item>, failure: Failure): OwnRows<Item> {
	return { ...rows, failure };
}
