/** Returns the first index whose item is not before the position that `compare` seeks. `compare` as in sorting. */
export function lowerBound<Item>(items: ArrayLike<Item>, compare: (item: Item) => number): number {
	let low = 0;
	let high = items.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		const item = items[middle];
		if (item !== undefined && compare(item) < 0) low = middle + 1;
		else high = middle;
	}
	return low;
}
