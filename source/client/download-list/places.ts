import type { Block } from './block.ts';
import type { Turns } from './turns.ts';

/** An entry of the previous answer: the place of its block, and its own place in there. */
export interface Place {
	readonly block: number;
	readonly entry: number;
}

/** More entries than a block can have: the shortest is `{},`. */
const mostEntries = 64 * 1024;

/** Finds the downloads of the previous answer by their infohash. */
export class Places {
	readonly #blocks: readonly Block[];
	#numbers: Map<string, number> | undefined;

	constructor(blocks: readonly Block[]) {
		this.#blocks = blocks;
	}

	/** Can `find` be asked? */
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
}
