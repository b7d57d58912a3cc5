/** A quotient of two amounts: `second` for `first`. It is never divided. Both are positive. */
export interface Price {
	readonly first: bigint;
	readonly second: bigint;
}

/** Returns a negative number if `a` is lower, 0 if both are equal: 1/3 equals 2/6. */
export function comparePrices(a: Price, b: Price): number {
	const left = a.second * b.first;
	const right = b.second * a.first;
	return left < right ? -1 : left > right ? 1 : 0;
}
