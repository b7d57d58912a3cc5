/** Reproducible random numbers: the same for the same seed. */
export class Chance {
	#state: number;

	constructor(seed: number) {
		this.#state = seed >>> 0;
	}

	/** Returns a whole number from 0 to below `limit`. */
	below(limit: number): number {
		// mulberry32
		this.#state = (this.#state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
	}

	of<Item>(items: readonly [Item, ...Item[]]): Item {
		return items[this.below(items.length)] ?? items[0];
	}
}
