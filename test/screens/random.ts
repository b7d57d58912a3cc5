/** Pseudorandom numbers, the same for the same seed. */
export interface Random {
	/** Returns an integer from `least` to `most`, both included. */
	between(least: number, most: number): number;
	pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

export function seeded(seed: number): Random {
	let state = seed >>> 0;
	// Mulberry32, sufficient for sizes and keys.
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
	return {
		between,
		pick: (items) => items[between(0, items.length - 1)] ?? items[0],
	};
}
