import type { Download } from '../../protocol/resources/download.ts';
import type { Block } from './block.ts';
import type { Turns } from './time-slice.ts';

/** An entry of the previous answer: the place of its block, and its own place in there. */
export interface Place {
	readonly block: number;
	readonly entry: number;
}

/** More entries than a block can have: the shortest is `{},`. */
const mostEntries = 64 * 1024;

/** Finds the downloads of the previous answer. */
export class Places {
	readonly #blocks: readonly Block[];
	#numbers: Map<string, number> | undefined;

	constructor(blocks: readonly Block[]) {
		this.#blocks = blocks;
	}

	/** Can `find` be asked, for an infohash? */
	get ready(): boolean {
		return this.#numbers !== undefined || this.#blocks.length === 0;
	}

	/** Makes itself ready: seldom needed, and slow. */
	async prepare(turns: Turns): Promise<void> {
		const numbers = new Map<string, number>();
		for (const [number, { values }] of this.#blocks.entries()) {
			if (turns.over) await turns.next();
			for (const [entry, value] of values.entries()) {
				if (value) numbers.set(value.infohash, number * mostEntries + entry);
			}
		}
		this.#numbers = numbers;
	}

	/** Where a download is, if it is there. */
	find(infohash: string): Place | undefined {
		const number = this.#numbers?.get(infohash);
		if (number === undefined) return undefined;
		return { block: Math.floor(number / mostEntries), entry: number % mostEntries };
	}

	/** Where a download is likely to be: at the place that was expected, or, if one was removed, at the next. */
	likely(infohash: string, { block, entry }: Place): Place | undefined {
		const values = this.#blocks[block]?.values;
		if (values?.[entry]?.infohash === infohash) return { block, entry };
		return values?.[entry + 1]?.infohash === infohash ? { block, entry: entry + 1 } : undefined;
	}

	/** The download at a place, if the bytes of its item are these. */
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
