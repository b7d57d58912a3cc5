import type { Download } from '../../protocol/resources/download.ts';
import type { Block } from './block.ts';
import type { TimeSlice } from './time-slice.ts';

/** An entry of the previous response: index of its block, and its index in the block. */
export interface Place {
	readonly block: number;
	readonly entry: number;
}

/** Exceeds the number of entries in a block: the shortest is `{},`. */
const MAX_ENTRIES = 64 * 1024;

/** Finds downloads in the previous response. */
export class PlaceIndex {
	readonly #blocks: readonly Block[];
	#numbers: Map<string, number> | undefined;

	constructor(blocks: readonly Block[]) {
		this.#blocks = blocks;
	}

	/** Whether `find` can be called. */
	get ready(): boolean {
		return this.#numbers !== undefined || this.#blocks.length === 0;
	}

	/** Builds the index for `find`. Rarely needed, and slow. */
	async prepare(slice: TimeSlice): Promise<void> {
		const numbers = new Map<string, number>();
		for (const [number, { values }] of this.#blocks.entries()) {
			if (slice.over) await slice.next();
			for (const [entry, value] of values.entries()) {
				if (value) numbers.set(value.infohash, number * MAX_ENTRIES + entry);
			}
		}
		this.#numbers = numbers;
	}

	/** Returns the place of a download, or undefined. */
	find(infohash: string): Place | undefined {
		const number = this.#numbers?.get(infohash);
		if (number === undefined) return undefined;
		return { block: Math.floor(number / MAX_ENTRIES), entry: number % MAX_ENTRIES };
	}

	/** Checks the expected place, and the next one in case a download was removed. */
	findNear(infohash: string, { block, entry }: Place): Place | undefined {
		const values = this.#blocks[block]?.values;
		if (values?.[entry]?.infohash === infohash) return { block, entry };
		return values?.[entry + 1]?.infohash === infohash ? { block, entry: entry + 1 } : undefined;
	}

	/** Returns the download at a place if the bytes of its item are equal. */
	downloadAt(
		{ block: number, entry }: Place,
		bytes: Uint8Array,
		begin: number,
		end: number,
	): Download | undefined {
		const block = this.#blocks[number];
		const [first = 0, stop = 0] = [block?.begins[entry], block?.ends[entry]];
		const same = stop - first === end - begin && block?.equals(first, stop, bytes, begin);
		return same ? block?.values[entry] : undefined;
	}
}
