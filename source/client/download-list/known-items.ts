import type { Download } from '../../protocol/resources/download.ts';
import type { Turns } from './turns.ts';

/** A download with the bytes it was read from. */
export interface Item {
	/** The block that holds the bytes. */
	readonly block: Buffer;
	readonly start: number;
	readonly end: number;
	readonly value: Download;
}

/** Items entered into the index between two looks at the clock. */
const stretch = 500;

/** The items of the previous answer, in its order, to be recognised in the next one. */
export class KnownItems {
	readonly items: readonly Item[];
	#places: Map<string, number> | undefined;

	constructor(items: readonly Item[]) {
		this.items = items;
	}

	/** The place of a download; -1 when it is not there. The first question is the slow one. */
	async placeOf(infohash: string, turns: Turns): Promise<number> {
		if (!this.#places) {
			this.#places = new Map();
			for (const [place, item] of this.items.entries()) {
				if (place % stretch === 0 && turns.over) await turns.next();
				this.#places.set(item.value.infohash, place);
			}
		}
		return this.#places.get(infohash) ?? -1;
	}
}

/** Bytes at the beginning of `item` that are those of `block` from `start` on, of `length` looked at from `from` on. */
export function sameBytes(item: Item, from: number, length: number, block: Buffer, start: number): boolean {
	return (
		block.compare(item.block, item.start + from, item.start + length, start + from, start + length) === 0
	);
}
